// results.screens, heat, paths and compare against the same people counted in JavaScript.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResultComparison } from '#contract/comparison.ts';
import type { PathResults } from '#contract/result-paths.ts';
import type { ScreenHeat, ScreenResults } from '#contract/result-screens.ts';
import { differenceOf, proportionOf } from '#insight/numbers/share.ts';
import { averageTime, quantile } from '#insight/numbers/times.ts';
import { GOAL_SCREEN, SCREENS } from '#testing/random-people.ts';
import {
  count,
  filterPeople,
  filters,
  isCounted,
  isSuccess,
  openWorld,
  outcomeOf,
  type Person,
  times,
  visitsOf,
  type World,
} from '#testing/reference-counts.ts';
import { nodeIdOf } from '#testing/result-rows.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.app.close());

const hasFailed = (person: Person) => isCounted(person) && !isSuccess(person);
const isRead = ({ outcome }: Person) => outcome !== null;
const clicksOn = (person: Person, screen: number) =>
  isRead(person) ? person.clicks.filter((click) => click.screen === screen) : [];
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** The screen that came after a person's first click on one, before the next click and within three seconds. */
function firstLedTo(person: Person, screen: number): number | null {
  const [first] = clicksOn(person, screen);
  if (!first || first.reacted === false) return null;
  const after = person.clicks[person.clicks.indexOf(first) + 1]?.atMs ?? Number.POSITIVE_INFINITY;
  const next = person.path.find(({ atMs }) => atMs > first.atMs);
  return next && next.atMs <= Math.min(after, first.atMs + 3000) ? next.screen : null;
}

/** Next screens on the world's routes: 1, 2, goal; and 3, goal. */
const nextOnRoute: Record<number, number> = { 1: 2, 2: GOAL_SCREEN, 3: GOAL_SCREEN };

describe.each(Object.entries(filters))('with the filter %s', (_name, query) => {
  it('tells what people did on each screen', async () => {
    const { of, kept } = filterPeople(world.all, query);
    const { screens, ...filtered } = await world.ask<ScreenResults>('/screens', query);
    expect(filtered).toMatchObject({ people: kept.length, total: of.length });
    const failures = kept.filter(hasFailed);
    const found = new Map(screens.map((screen) => [screen.number, screen]));
    for (let screen = 1; screen <= SCREENS; screen += 1) {
      const visitors = kept.filter((person) => visitsOf(person, screen).length > 0);
      const result = found.get(screen);
      expect(result?.visitedBy ?? 0).toBe(visitors.length);
      if (!result) continue;
      const clicks = visitors.map((person) => clicksOn(person, screen));
      const missed = clicks.map((each) => each.filter(({ reacted }) => reacted === false).length);
      const back = visitors.filter((person) => visitsOf(person, screen).length > 1).length;
      const endedHere = failures.filter(({ path }) => path.at(-1)?.screen === screen).length;
      const reactions = visitors.flatMap((person) => {
        const first = clicksOn(person, screen).find(({ reacted }) => reacted === true);
        return first ? [first.atMs - (visitsOf(person, screen)[0] ?? 0)] : [];
      });
      const middle = quantile(
        reactions.toSorted((a, b) => a - b),
        0.5,
      );
      expect(result).toMatchObject({
        screenId: nodeIdOf(screen),
        isGoal: screen === GOAL_SCREEN && query !== 'revision=999',
        missedBy: proportionOf(missed.filter((each) => each > 0).length, visitors.length),
        cameBack: proportionOf(back, visitors.length),
        endedHere: screen === GOAL_SCREEN ? null : proportionOf(endedHere, failures.length),
        clicks: sum(clicks.map((each) => each.length)),
        misclicks: sum(missed),
        unplaced: clicks.flat().filter(({ at }) => at === null).length,
        firstReactedMs: reactions.length === 0 ? null : expect.closeTo(middle, 6),
        firstClickOnRoute: onRoute(visitors, screen, query),
      });
    }
  });

  it('tells the ways of people', async () => {
    const { kept } = filterPeople(world.all, query);
    const answer = await world.ask<PathResults>('/paths', query);
    const { nodes, routes, otherRoutes } = answer;
    const walkers = kept.filter((person) => isRead(person) && person.path.length > 0);
    expect(sum([...routes, otherRoutes].map(({ people }) => people))).toBe(walkers.length);
    expect(answer.withoutPath).toBe(kept.length - walkers.length);
    const starts = count(walkers.map(({ path }) => path[0]?.screen ?? 0));
    const first = nodes.filter(({ column }) => column === 0);
    expect(sum(first.map(({ people }) => people))).toBe(walkers.length);
    for (const { screen, people } of first) {
      if (screen !== null) expect([screen, people]).toEqual([screen, starts.get(screen)]);
    }
    expect(sum(nodes.map(({ reached }) => reached))).toBe(walkers.filter(isSuccess).length);
    const [commonest] = routes;
    if (!commonest) return;
    const narrowed = new URLSearchParams(query);
    narrowed.set('route', commonest.route);
    const taken = await world.ask<PathResults>('/paths', String(narrowed));
    expect(taken).toMatchObject({ people: commonest.people, routes: [commonest] });
  });
});

function onRoute(visitors: Person[], screen: number, query: string) {
  const next = nextOnRoute[screen];
  if (next === undefined || query.includes('revision=all')) return null;
  const clickers = visitors.filter((person) => clicksOn(person, screen).length > 0);
  const led = clickers.filter((person) => firstLedTo(person, screen) === next);
  return proportionOf(led.length, clickers.length);
}

type Click = Person['clicks'][number];
const layers = {
  all: () => true,
  missed: ({ reacted }: Click) => reacted === false,
  first: (click: Click, person: Person) =>
    click === person.clicks.find(({ screen }) => screen === click.screen),
};

/** Clicks on screen 2, each with its person and its share among those with a place. */
function pressesOf(query: string, layer: keyof typeof layers) {
  return filterPeople(world.all, query).kept.flatMap((person) => {
    const clicks = clicksOn(person, 2).filter((click) => layers[layer](click, person));
    const placed = clicks.filter(({ at }) => at !== null).length;
    return clicks.map((click) => ({ ...click, person: person.id, share: 1 / placed }));
  });
}

type Press = ReturnType<typeof pressesOf>[number];

function binsOf(pressed: readonly Press[], weight: 'person' | 'click'): Map<string, number> {
  const bins = new Map<string, number>();
  for (const { at, share } of pressed) {
    if (!at) continue;
    const bin = `${Math.floor(at.x)} ${Math.floor(at.y)}`;
    bins.set(bin, (bins.get(bin) ?? 0) + (weight === 'person' ? share : 1));
  }
  return bins;
}

function spotOf(there: readonly Press[]) {
  const reacted = there.filter((click) => click.reacted === true).length;
  const missed = there.filter((click) => click.reacted === false).length;
  const people = new Set(there.map(({ person }) => person)).size;
  return { people, clicks: there.length, reacts: reacted > missed };
}

describe.each(['', 'outcome=direct,left', 'revision=all', 'from=2026-03-05&to=2026-03-02'])(
  'the heat of a screen with the filter %j',
  (query) => {
    it.each(['all', 'missed', 'first'] as const)('layer %s', async (layer) => {
      const pressed = pressesOf(query, layer);
      for (const weight of ['person', 'click'] as const) {
        const heatQuery = `${query}&layer=${layer}&weight=${weight}`;
        const heat = await world.ask<ScreenHeat>('/screens/2/heat', heatQuery);
        const bins = binsOf(pressed, weight);
        expect(heat.bins.x.length).toBe(bins.size);
        for (const [at, x] of heat.bins.x.entries()) {
          const there = bins.get(`${x} ${heat.bins.y[at]}`);
          expect(heat.bins.weight[at]).toBeCloseTo(there ?? -1, 5);
        }
        const without = pressed.filter(({ at }) => at === null).length;
        expect(heat.clicks).toBe(pressed.length - without);
        expect(heat.unplaced).toEqual(without > 0 ? { node_unknown: without } : {});
        const known = pressed.filter(({ place }) => place !== null);
        const spots = Map.groupBy(known, ({ place }) => place);
        expect(heat.hotSpots.length + heat.otherSpots.places).toBe(spots.size);
        for (const { place, people, clicks, reacts } of heat.hotSpots) {
          expect({ people, clicks, reacts }).toEqual(spotOf(spots.get(place) ?? []));
        }
      }
    });
  },
);

it('compares two revisions', async () => {
  const filter = 'from=2026-03-02';
  const comparison = await world.ask<ResultComparison>('/comparison', `a=1&b=2&${filter}`);
  const [a, b] = [1, 2].map((revision) => {
    const { kept } = filterPeople(world.all, `revision=${revision}&${filter}`);
    const n = kept.filter(isCounted).length;
    const by = (outcome: string) => kept.filter((person) => outcomeOf(person) === outcome).length;
    return {
      revision,
      people: kept.length,
      kept,
      success: { k: kept.filter(isSuccess).length, n },
      gaveUp: { k: by('gave_up'), n },
      thoughtDone: { k: by('thought_done'), n },
    };
  });
  if (!a || !b) throw new Error('two revisions');
  for (const share of ['success', 'gaveUp', 'thoughtDone'] as const) {
    expect(comparison[share]).toEqual({
      a: proportionOf(a[share].k, a[share].n),
      b: proportionOf(b[share].k, b[share].n),
      difference: differenceOf(a[share], b[share]),
    });
  }
  expect(comparison).toMatchObject({
    a: { revision: 1, people: a.people },
    b: { revision: 2, people: b.people },
    timeToGoal: { a: averageTime(times(a.kept)), b: averageTime(times(b.kept)) },
  });
  const none = await world.ask<ResultComparison>('/comparison', 'a=1&b=999');
  expect(none).toMatchObject({ b: { people: 0 }, success: null, gaveUp: { difference: null } });
});

it('names hot spots, with their boxes on the image', async () => {
  const { db } = world.app.parts;
  await sql`WITH image AS (
      INSERT INTO screens (id, workspace_id, api_origin, file_key, node_id, width, height, origin_x, origin_y, boxes)
      SELECT gen_random_uuid(), workspace_id, api_origin, file_key, node_id, 400, 600, 0, 0,
        '{"900:2": {"x": 100, "y": 50, "width": 200, "height": 300},
          "900:51": {"x": 110, "y": 60, "width": 20, "height": 10, "name": "Buy"}}'
      FROM test_screens JOIN tests ON tests.id = test_id WHERE node_id = '900:2' RETURNING *)
    INSERT INTO revision_screens (revision_id, api_origin, file_key, node_id, screen_id)
    SELECT revisions.id, api_origin, file_key, node_id, image.id FROM image, revisions`.execute(db);
  const { hotSpots } = await world.ask<ScreenHeat>('/screens/2/heat', '');
  expect(hotSpots.find(({ place }) => place === 'layer:900:51')).toMatchObject({
    layer: 'Buy',
    box: { x: 20, y: 20, width: 40, height: 20 },
  });
  expect(hotSpots.find(({ place }) => place === 'layer:900:52')).toMatchObject({
    layer: null,
    box: null,
  });
});
