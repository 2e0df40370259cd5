// Filters by hand in the address, lassos and cursors that are odd: each has its stated numbers, never an error.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Moments } from '#contract/moments.ts';
import type { PathResults } from '#contract/result-paths.ts';
import type { ScreenHeat, ScreenResults } from '#contract/result-screens.ts';
import type { ResultChoices, ResultSummary } from '#contract/results.ts';
import { filterAddress } from '#testing/fuzz/filter-address.ts';
import { filterPeople, openWorld, type World } from '#testing/reference-counts.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.app.close());

/** No one fits these. */
const empty = [
  'revision=999',
  'revision=1000000',
  'screen=1000000',
  'from=2026-03-05&to=2026-03-02',
  'from=9999-12-31',
  'to=0000-01-01',
  'device=%F0%9F%A6%8A',
  'text=%F0%9F%A6%8A%E2%80%AE',
  'text=%25%5C_',
  'route=%F0%9F%A6%8A',
  "route='%20OR%201=1",
];
/** These leave out no one. */
const whole = [
  'text=',
  'from=0000-01-01&to=9999-12-31',
  'outcome=direct,direct,indirect,thought_done,gave_up,left,stopped,running,not_measurable,never_began,to_judge',
  'text=%20',
  'unknown=1',
];

describe.each(empty)('no one fits %s', (query) => {
  it('on any page', async () => {
    const summary = await world.ask<ResultSummary>('', query);
    expect(summary).toMatchObject({ people: 0, findings: [], comments: [] });
    expect(summary.outcomes).toEqual([]);
    expect(summary.timeOnTask).toMatchObject({ n: 0, value: null });
    expect(await world.ask<ResultChoices>('/choices', query)).toMatchObject({ people: 0 });
    const { screens } = await world.ask<ScreenResults>('/screens', query);
    expect(screens.every(({ visitedBy }) => visitedBy === 0)).toBe(true);
    const paths = await world.ask<PathResults>('/paths', query);
    expect(paths).toMatchObject({ nodes: [], links: [], routes: [] });
    expect(await world.ask<Moments>('/moments', `${query}&of=people`)).toMatchObject({
      items: [],
      total: 0,
      times: 0,
      nextCursor: null,
    });
  });
});

it.each(whole)('everyone fits %s', async (query) => {
  const { people, total } = await world.ask<ResultSummary>('', query);
  expect(people).toBe(total);
  expect(people).toBe(filterPeople(world.all, query).kept.length);
});

it('any filter is answered or refused', async () => {
  await fc.assert(
    fc.asyncProperty(filterAddress, async (address) => {
      const query = new URLSearchParams(address).toString();
      // Node refuses a longer address (431) before any filter is read.
      fc.pre(query.length < 12_000);
      for (const call of ['', '/choices', '/screens', '/paths', '/moments']) {
        const fullQuery = call === '/moments' ? `of=people&${query}` : query;
        const { status, body } = await world.owner.get(
          `/api/tests/${world.testId}/results${call}?${fullQuery}`,
        );
        expect([200, 400], JSON.stringify(body)).toContain(status);
      }
    }),
    { numRuns: 60 },
  );
});

describe('a lasso', () => {
  const clicked = (area: string) => world.ask<Moments>('/moments', `of=clicked&at=2&area=${area}`);
  const all = () => world.ask<Moments>('/moments', 'of=clicked&at=2');
  const placed = () => world.ask<ScreenHeat>('/screens/2/heat', 'weight=click');

  it('around all has every click with a place', async () => {
    const { clicks, clickedBy } = await placed();
    const everything = '-9:-9,9999:-9,9999:9999,-9:9999';
    expect(await clicked(everything)).toMatchObject({ total: clickedBy, times: clicks });
    const { times } = await all();
    expect(times).toBeGreaterThan(clicks);
  });

  it('of 500 corners is the circle that it draws', async () => {
    const circle = Array.from({ length: 500 }, (_, at) => {
      const angle = (at / 500) * 2 * Math.PI;
      return `${(150 + 120 * Math.cos(angle)).toFixed(1)}:${(150 + 120 * Math.sin(angle)).toFixed(1)}`;
    });
    const { bins } = await placed();
    const inside = bins.x.reduce((sum, x, at) => {
      const apart = Math.hypot(x - 150, (bins.y[at] ?? 0) - 150);
      // Clicks are at halves and tens: none is so near to the line that the bin decides.
      return sum + (apart < 119 ? (bins.weight[at] ?? 0) : 0);
    }, 0);
    const onLine = bins.x.some(
      (x, at) => Math.abs(Math.hypot(x - 150, (bins.y[at] ?? 0) - 150) - 120) < 1.5,
    );
    const { times } = await clicked(circle.join());
    if (!onLine) expect(times).toBe(inside);
    expect(times).toBeGreaterThan(0);
  });

  it.each(['7:7,7:7,7:7', '0:0,100:100,200:200', '-999999:0,-999998:0,-999999:1'])(
    'without an area has clicks on its line at most: %s',
    async (area) => {
      const { clicks } = await placed();
      expect((await clicked(area)).times).toBeLessThan(clicks / 4);
    },
  );
});

it('a cursor beyond the last person ends the list and keeps its sums', async () => {
  const people = await world.ask<Moments>('/moments', 'of=people');
  const beyond = await world.ask<Moments>('/moments', 'of=people&cursor=999999999999');
  expect(beyond).toMatchObject({ items: [], nextCursor: null, total: people.total });
});

it.each([
  'of=link&at=1&column=999',
  'of=link&at=77&column=0&next=3',
  'of=visited&at=2&column=40',
  'of=clicked&at=77',
])('no one is behind %s', async (query) => {
  expect(await world.ask<Moments>('/moments', query)).toMatchObject({ total: 0, items: [] });
});
