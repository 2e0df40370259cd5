// results.moments: the people behind each number, with their moments, against the same people counted in JavaScript.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Moments } from '#contract/moments.ts';
import {
  filterPeople,
  filters,
  isCounted,
  isSuccess,
  openWorld,
  type Person,
  times,
  visitsOf,
  type World,
} from '#testing/reference-counts.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.app.close());

describe.each(Object.entries(filters).slice(0, 9))('with the filter %s', (_name, query) => {
  it('opens the people behind a number', async () => {
    const { kept, answering } = filterPeople(world.all, query);
    const moments: Record<string, (person: Person) => [number, number][]> = {
      'of=people': (person) => [[outcomeAtMs(person), 1]],
      'of=goal': (person) =>
        isSuccess(person) && person.goalAtMs !== null ? [[person.goalAtMs, 1]] : [],
      'of=goal&fromMs=2000&toMs=9000': (person) =>
        times([person]).flatMap((ms) =>
          ms >= 2000 && ms < 9000 ? [[person.goalAtMs ?? 0, 1] as [number, number]] : [],
        ),
      'of=visited&at=2': (person) => visited(person, 2),
      'of=visited&at=77': () => [],
      'of=came_back&at=2': (person) => {
        const seen = visitsOf(person, 2);
        return seen.length > 1 ? [[seen[1] ?? 0, seen.length]] : [];
      },
      'of=ended_here&at=3': (person) => {
        const last = person.path.at(-1);
        if (!isCounted(person) || isSuccess(person) || last?.screen !== 3) return [];
        return [[person.endedAtMs, visitsOf(person, 3).length]];
      },
      'of=clicked&at=2': (person) => clicked(person, () => true),
      'of=clicked&at=2&layer=missed': (person) =>
        clicked(person, ({ reacted }) => reacted === false),
      'of=clicked&at=2&layer=first': (person) =>
        clicked(person, (click) => click === person.clicks.find(({ screen }) => screen === 2)),
      'of=clicked&at=2&place=layer:900:51': (person) =>
        clicked(person, ({ place }) => place === 'layer:900:51'),
      'of=clicked&at=2&area=50:40,200:40,200:200,50:200': (person) =>
        clicked(person, ({ at }) => {
          if (!at) return false;
          return at.x >= 50 && at.x <= 200 && at.y >= 40 && at.y <= 200;
        }),
      'of=answered': ({ answers, endedAtMs, outcome }) =>
        answers && (answers.didIt ?? answers.ease ?? answers.helped) !== null
          ? [[outcome === null ? 0 : endedAtMs, 1]]
          : [],
      'of=answered&ease=2': ({ answers, endedAtMs, outcome }) =>
        answers?.ease === 2 ? [[outcome === null ? 0 : endedAtMs, 1]] : [],
    };
    for (const [momentQuery, momentOf] of Object.entries(moments)) {
      const group = momentQuery.startsWith('of=answered') ? answering : kept;
      const expected = group.flatMap((person) =>
        momentOf(person).map(([atMs, times]) => ({ sessionId: person.id, atMs, times })),
      );
      const found = await everyPage(query, momentQuery);
      expect(found.items).toMatchObject(expected);
      expect([momentQuery, found.items.length, found.total]).toEqual([
        momentQuery,
        expected.length,
        expected.length,
      ]);
      expect(found.title).toMatch(/\d+ (?:person|people|click|dead click|first click)/);
      expect(found.times).toBe(expected.reduce((sum, { times }) => sum + times, 0));
    }
  });
});

/** Moment that decides the outcome of a person: the goal of a success, else the end. */
function outcomeAtMs(person: Person): number {
  if (person.outcome === null) return 0;
  return isSuccess(person) ? (person.goalAtMs ?? person.endedAtMs) : person.endedAtMs;
}

function visited(person: Person, screen: number): [number, number][] {
  const seen = visitsOf(person, screen);
  return seen.length > 0 ? [[seen[0] ?? 0, seen.length]] : [];
}

function clicked(
  person: Person,
  isAsked: (click: Person['clicks'][number]) => boolean,
): [number, number][] {
  if (person.outcome === null) return [];
  const clicks = person.clicks.filter((click) => click.screen === 2 && isAsked(click));
  return clicks.length > 0 ? [[clicks[0]?.atMs ?? 0, clicks.length]] : [];
}

/** All pages of thirty. */
async function everyPage(query: string, momentQuery: string): Promise<Moments> {
  const items: Moments['items'] = [];
  for (let cursor: string | null = '0'; ; ) {
    const page: Moments = await world.ask(
      '/moments',
      `${query}&${momentQuery}&limit=30&cursor=${cursor}`,
    );
    items.push(...page.items);
    if (page.nextCursor === null) return { ...page, items };
    cursor = page.nextCursor;
  }
}
