// results.*: every number against the same people counted in JavaScript, with and without filters.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RevisionId, SessionId, TestId } from '#contract/ids.ts';
import type { Moments } from '#contract/moments.ts';
import { COUNTED_OUTCOMES, type Outcome, outcome, SUCCESS_OUTCOMES } from '#contract/outcomes.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import type { ResultChoices, ResultSummary } from '#contract/results.ts';
import { meanOnScale } from '#insight/numbers/mean.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import { averageTime } from '#insight/numbers/times.ts';
import { insertRevision } from '#server/domain/tests/revisions.db.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { made, type TestClient } from '#testing/client.ts';
import { GOAL_SCREEN, randomPeople, SCREENS } from '#testing/random-people.ts';
import { nodeIdOf, type SeededPerson, seedPerson, seedScreens } from '#testing/result-rows.ts';

type Person = SeededPerson & { id: SessionId; revision: number };

let app: TestApp;
let owner: TestClient;
let testId: TestId;
let all: Person[];

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const { samplePrototypeUrl, db } = app.parts;
  const figmaUrl = samplePrototypeUrl ?? '';
  const test = made<{ _id: TestId; revision: { _id: RevisionId } }>(
    await owner.post('/api/tests', { name: 'T', task: 't', figmaUrl }),
  );
  testId = test._id;
  const newer = await insertRevision(
    db,
    { testId, number: 2 },
    { text: 't2', prototypeUrl: figmaUrl, goal: null, goalSetAt: new Date(), asks: ['ease'] },
  );
  const goal = { kind: 'screens', screens: [nodeIdOf(GOAL_SCREEN)], routes: [] };
  await sql`UPDATE steps SET goal = ${JSON.stringify(goal)}::jsonb, goal_set_at = now(), goal_set_after = 3`.execute(
    db,
  );
  await seedScreens(app.parts, { testId }, SCREENS);
  all = [];
  for (const person of randomPeople(150, 7)) {
    const revision = person.number % 3 === 0 ? 1 : 2;
    const revisionId = revision === 1 ? test.revision._id : newer;
    const id = await seedPerson(app.parts, { testId, revisionId }, person);
    all.push({ ...person, id, revision });
  }
});
afterAll(() => app.close());

const filters: { [name: string]: string } = {
  none: '',
  'all revisions': 'revision=all',
  'the first revision': 'revision=1',
  'an outcome': 'outcome=direct,left',
  'the excluded': 'outcome=excluded&revision=all',
  'the running and the excluded': 'outcome=excluded,running&revision=all',
  screens: 'screen=2,3',
  'a device': 'device=Firefox%20on%20Windows',
  answers: 'answer=did_not,easy',
  'no answer': 'answer=none&revision=all',
  'those who wrote': 'answer=helped',
  days: 'from=2026-03-02&to=2026-03-05',
  'a text with a wildcard': 'text=100%20%25',
  'a name': 'text=ada&revision=all',
  'all at once':
    'revision=all&outcome=direct,indirect,left&screen=1&answer=hard,middling,none&from=2026-03-01',
  'nobody, by days': 'from=2026-03-05&to=2026-03-02',
  'a revision that is none': 'revision=999',
  'a screen that is none': 'screen=77',
};

const outcomeOf = (person: Person): Outcome =>
  person.isExcluded ? 'excluded' : (person.outcome ?? 'running');

const isOneOf = (outcomes: readonly Outcome[]) => (person: Person) =>
  outcomes.includes(outcomeOf(person));
const isCounted = isOneOf(COUNTED_OUTCOMES);
const isSuccess = isOneOf(SUCCESS_OUTCOMES);

const answerTests: Record<
  NonNullable<ResultFilter['answer']>[number],
  (person: Person) => boolean
> = {
  did_it: ({ answers }) => answers?.didIt === true,
  did_not: ({ answers }) => answers?.didIt === false,
  none: ({ answers }) =>
    !answers || (answers.didIt === null && answers.ease === null && answers.helped === null),
  hard: ({ answers }) => (answers?.ease ?? 9) <= 3,
  middling: ({ answers }) => [4, 5].includes(answers?.ease ?? 0),
  easy: ({ answers }) => (answers?.ease ?? 0) >= 6,
  helped: ({ answers }) => (answers?.helped ?? null) !== null,
};

/** Screens that were presented to someone whose reading is there. */
const presented = (person: Person): number[] =>
  person.outcome === null ? [] : person.path.map(({ screen }) => screen);

/** The filter once more, over objects: of the revision, without the outcome, and all of it. */
function chosen(query: string) {
  const asked = new URLSearchParams(query);
  const list = (name: string) => asked.get(name)?.split(',') ?? null;
  const [revision, outcomes] = [asked.get('revision') ?? '2', list('outcome')];
  const of = all.filter((person) => revision === 'all' || String(person.revision) === revision);
  const fitting = of.filter((person) => {
    const day = person.startedAt.slice(0, 10);
    const text = asked.get('text')?.toLowerCase();
    const texts = [person.name, person.answers?.helped ?? ''].map((each) => each.toLowerCase());
    return (
      (list('screen') ?? []).every((screen) => presented(person).includes(Number(screen))) &&
      (asked.get('device') ?? person.device) === person.device &&
      (list('answer')?.some((answer) => answerTests[answer as 'did_it'](person)) ?? true) &&
      day >= (asked.get('from') ?? day) &&
      day <= (asked.get('to') ?? day) &&
      (text === undefined || texts.some((each) => each.includes(text)))
    );
  });
  const asksExcluded = outcomes?.includes('excluded') ?? false;
  const counts = (person: Person) => asksExcluded || !person.isExcluded;
  const asking = fitting.filter((person) => outcomes?.includes(outcomeOf(person)) ?? true);
  return { of: of.filter(counts), asking, kept: asking.filter(counts) };
}

const ask = async <T>(call: string, query: string): Promise<T> =>
  made<T>(await owner.get(`/api/tests/${testId}/results${call}?${query}`));

const times = (people: Person[]) =>
  people
    .filter(isSuccess)
    .flatMap(({ goalAtMs, path }) => (goalAtMs === null ? [] : [goalAtMs - (path[0]?.atMs ?? 0)]));

const count = <T>(values: readonly T[]): Map<T, number> =>
  new Map([...Map.groupBy(values, (value) => value)].map(([value, same]) => [value, same.length]));

describe.each(Object.entries(filters))('with the filter %s', (_name, query) => {
  it('sums up', async () => {
    const { of, asking, kept } = chosen(query);
    const summary = await ask<ResultSummary>('', query);
    const byOutcome = count(asking.map(outcomeOf));
    expect(summary).toMatchObject({ people: kept.length, total: of.length, beingRead: 0 });
    expect(summary.outcomes).toEqual(
      outcome.options.flatMap((each) =>
        byOutcome.has(each) ? [{ outcome: each, people: byOutcome.get(each) }] : [],
      ),
    );
    const n = kept.filter(isCounted).length;
    const isThere = !query.includes('999');
    const success = proportionOf(kept.filter(isSuccess).length, n);
    expect(summary.success).toEqual(isThere ? success : null);
    const direct = kept.filter((person) => outcomeOf(person) === 'direct').length;
    expect(summary.direct).toEqual(isThere ? proportionOf(direct, n) : null);
    expect(summary.timeToGoal?.average ?? null).toEqual(isThere ? averageTime(times(kept)) : null);
    expect(summary.timeToGoal?.values?.map(({ ms }) => ms) ?? []).toEqual(
      times(kept).sort((a, b) => a - b),
    );
    const onTask = kept
      .filter((person) => isCounted(person) && person.path.length > 0)
      .map(({ path, endedAtMs }) => endedAtMs - (path[0]?.atMs ?? 0));
    expect(summary.timeOnTask).toEqual(averageTime(onTask));
    const eases = kept.flatMap(({ answers }) => answers?.ease ?? []);
    expect(summary.ease.counts).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((ease) => eases.filter((each) => each === ease).length),
    );
    expect(summary.ease.average).toEqual(
      meanOnScale(
        eases.toSorted((a, b) => a - b),
        { low: 1, high: 7 },
      ),
    );
    const did = count(kept.map(({ answers }) => answers?.didIt ?? null));
    expect(summary.didIt).toEqual({ yes: did.get(true) ?? 0, no: did.get(false) ?? 0 });
    const wrote = kept.filter(answerTests.helped).sort((a, b) => b.number - a.number);
    expect(summary.helped).toBe(wrote.length);
    expect(summary.comments).toEqual(
      wrote.slice(0, 20).map((person) => ({
        ...{ sessionId: person.id, number: person.number, outcome: outcomeOf(person) },
        text: person.answers?.helped,
      })),
    );
  });

  it('offers values with their people', async () => {
    const { of, kept } = chosen(query);
    const choices = await ask<ResultChoices>('/choices', query);
    expect(choices).toMatchObject({ people: kept.length, total: of.length });
    for (const { number, people } of choices.screens) {
      const visitors = of.filter((person) => presented(person).includes(number));
      expect([number, people]).toEqual([number, visitors.length]);
    }
    const devices = count(of.flatMap(({ device }) => device ?? []));
    expect(new Map(choices.devices.map(({ device, people }) => [device, people]))).toEqual(devices);
    for (const { answer, people } of choices.answers) {
      expect([answer, people]).toEqual([answer, of.filter(answerTests[answer]).length]);
    }
    const each = (number: number) =>
      all.filter(({ revision, isExcluded }) => revision === number && !isExcluded).length;
    expect(choices.revisions).toMatchObject([
      { number: 2, people: each(2) },
      { number: 1, people: each(1) },
    ]);
  });

  it('opens the people behind a number', async () => {
    const { kept } = chosen(query);
    const moments: Record<string, (person: Person) => [number, number][]> = {
      'of=people': ({ path, outcome }) => [[outcome === null ? 0 : (path[0]?.atMs ?? 0), 1]],
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
        return [[last.atMs, visitsOf(person, 3).length]];
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
    for (const [asked, momentOf] of Object.entries(moments)) {
      const expected = kept.flatMap((person) =>
        momentOf(person).map(([atMs, times]) => ({ sessionId: person.id, atMs, times })),
      );
      const found = await everyPage(query, asked);
      expect(found.items).toMatchObject(expected);
      expect([asked, found.items.length, found.total]).toEqual([
        asked,
        expected.length,
        expected.length,
      ]);
      expect(found.times).toBe(expected.reduce((sum, { times }) => sum + times, 0));
    }
  });
});

const visitsOf = (person: Person, screen: number): number[] =>
  person.outcome === null
    ? []
    : person.path.filter((step) => step.screen === screen).map(({ atMs }) => atMs);

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
async function everyPage(query: string, asked: string): Promise<Moments> {
  const items: Moments['items'] = [];
  for (let cursor: string | null = '0'; ; ) {
    const page: Moments = await ask('/moments', `${query}&${asked}&limit=30&cursor=${cursor}`);
    items.push(...page.items);
    if (page.nextCursor === null) return { ...page, items };
    cursor = page.nextCursor;
  }
}
