// A test with people at random whose results are counted a second time: the filter and each condition over objects.
import { sql } from 'kysely';
import type { RevisionId, SessionId, TestId } from '#contract/ids.ts';
import {
  BASE_OUTCOMES,
  COUNTED_OUTCOMES,
  type Outcome,
  SUCCESS_OUTCOMES,
} from '#contract/outcomes.ts';
import type { CardAnswer } from '#contract/result-filter.ts';
import { insertRevision } from '#server/revisions/revisions.db.ts';
import { startTestApp, type TestApp } from './app.ts';
import { successBody, type TestClient } from './client.ts';
import { GOAL_SCREEN, randomPeople, SCREENS } from './random-people.ts';
import { nodeIdOf, type SeededPerson, seedPerson, seedScreens } from './result-rows.ts';

export type Person = SeededPerson & { id: SessionId; revision: number };

export interface World {
  app: TestApp;
  owner: TestClient;
  testId: TestId;
  all: Person[];
  /** Answer of a call of the test's results. */
  ask<T>(call: string, query: string): Promise<T>;
}

/** Two revisions with the same goal: a third of the people ran the first. */
export async function openWorld(): Promise<World> {
  const app = await startTestApp({ sample: true });
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const { samplePrototypeUrl, db } = app.parts;
  const figmaUrl = samplePrototypeUrl ?? '';
  const test = successBody<{ _id: TestId; revision: { _id: RevisionId } }>(
    await owner.post('/api/tests', { name: 'T', task: 't', figmaUrl }),
  );
  const testId = test._id;
  const kind = {
    kind: 'task' as const,
    content: null,
    condition: null,
    shuffled: false,
    variant: null,
  };
  const taskFields = { ...kind, goal: null, goalSetAt: new Date(), asks: ['ease' as const] };
  const newer = await insertRevision(db, { testId, number: 2 }, [
    { number: 1, text: 't2', prototypeUrl: figmaUrl, ...taskFields },
  ]);
  const routes = [[1, 2, GOAL_SCREEN].map(nodeIdOf), [3, GOAL_SCREEN].map(nodeIdOf)];
  const goal = { kind: 'screens', screens: [nodeIdOf(GOAL_SCREEN)], routes };
  await sql`UPDATE steps SET goal = ${JSON.stringify(goal)}::jsonb, goal_set_at = now(), goal_set_after = 3`.execute(
    db,
  );
  await seedScreens(app.parts, { testId }, SCREENS);
  const all: Person[] = [];
  for (const person of randomPeople(150, 7)) {
    const revision = person.number % 3 === 0 ? 1 : 2;
    const revisionId = revision === 1 ? test.revision._id : newer;
    all.push({
      ...person,
      id: await seedPerson(app.parts, { testId, revisionId }, person),
      revision,
    });
  }
  await seedTags(app, testId);
  const ask = async <T>(call: string, query: string): Promise<T> =>
    successBody<T>(await owner.get(`/api/tests/${testId}/results${call}?${query}`));
  return { app, owner, testId, all, ask };
}

/** A note with one tag for each fourth person, a clip with two for each sixth. */
async function seedTags({ parts: { db } }: TestApp, testId: TestId): Promise<void> {
  const of = sql`FROM sessions WHERE test_id = ${testId} AND number`;
  await sql`INSERT INTO notes (id, session_id, test_id, at_ms, text, tags)
    SELECT gen_random_uuid(), id, test_id, 0, ':)', '{price}' ${of} % 4 = 0`.execute(db);
  await sql`INSERT INTO clips (id, session_id, test_id, from_ms, to_ms, tags)
    SELECT gen_random_uuid(), id, test_id, 0, 1000, '{price,list}' ${of} % 6 = 0`.execute(db);
}

/** Returns the tags of a person's notes and clips. */
export const tagsOfPerson = ({ number }: Person): string[] => [
  ...(number % 4 === 0 || number % 6 === 0 ? ['price'] : []),
  ...(number % 6 === 0 ? ['list'] : []),
];

export const filters: { [name: string]: string } = {
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
  'a tag': 'tag=list',
  'one of two tags, and a screen': 'tag=list,price&screen=2&revision=all',
  'a tag that is none': 'tag=nothing',
  days: 'from=2026-03-02&to=2026-03-05',
  'a text with a wildcard': 'text=100%20%25',
  'a name': 'text=ada&revision=all',
  'all at once':
    'revision=all&outcome=direct,indirect,left&screen=1&answer=hard,middling,none&from=2026-03-01',
  'no one, by days': 'from=2026-03-05&to=2026-03-02',
  'a revision that is none': 'revision=999',
  'a screen that is none': 'screen=77',
};

export const outcomeOf = (person: Person): Outcome =>
  person.isExcluded ? 'excluded' : (person.outcome ?? 'running');

const isOneOf = (outcomes: readonly Outcome[]) => (person: Person) =>
  outcomes.includes(outcomeOf(person));
export const isCounted = isOneOf(COUNTED_OUTCOMES);
export const isSuccess = isOneOf(SUCCESS_OUTCOMES);
/** Part of the base without a filter by outcome. */
export const isTaken = isOneOf(BASE_OUTCOMES);

export const answerTests: Record<CardAnswer, (person: Person) => boolean> = {
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
export const presented = (person: Person): number[] =>
  person.outcome === null ? [] : person.path.map(({ screen }) => screen);

/** The filter once more, over objects: of the revision, without the outcome, and all of it. */
export function filterPeople(all: readonly Person[], query: string) {
  const filter = new URLSearchParams(query);
  const list = (name: string) => filter.get(name)?.split(',') ?? null;
  const [revision, outcomes] = [filter.get('revision') ?? '2', list('outcome')];
  const of = all.filter((person) => revision === 'all' || String(person.revision) === revision);
  const fitting = of.filter((person) => {
    const day = person.startedAt.slice(0, 10);
    const text = filter.get('text')?.toLowerCase();
    const texts = [person.name, person.answers?.helped ?? ''].map((each) => each.toLowerCase());
    return (
      (list('screen') ?? []).every((screen) => presented(person).includes(Number(screen))) &&
      (filter.get('device') ?? person.device) === person.device &&
      (list('answer')?.some((answer) => answerTests[answer as 'did_it'](person)) ?? true) &&
      (list('tag')?.some((tag) => tagsOfPerson(person).includes(tag)) ?? true) &&
      day >= (filter.get('from') ?? day) &&
      day <= (filter.get('to') ?? day) &&
      (text === undefined || texts.some((each) => each.includes(text)))
    );
  });
  const asksExcluded = outcomes?.includes('excluded') ?? false;
  const counts = isOneOf([...BASE_OUTCOMES, ...((outcomes ?? []) as Outcome[])]);
  const asking = fitting.filter((person) => outcomes?.includes(outcomeOf(person)) ?? true);
  return {
    of: of.filter(counts),
    asking,
    kept: asking.filter(counts),
    outside: asking.filter((person) => !counts(person)),
    /** Not excluded, whatever became of the run. */
    answering: asking.filter((person) => asksExcluded || !person.isExcluded),
  };
}

export const times = (people: Person[]) =>
  people
    .filter(isSuccess)
    .flatMap(({ goalAtMs, path }) => (goalAtMs === null ? [] : [goalAtMs - (path[0]?.atMs ?? 0)]));

export const count = <T>(values: readonly T[]): Map<T, number> =>
  new Map([...Map.groupBy(values, (value) => value)].map(([value, same]) => [value, same.length]));

export const visitsOf = (person: Person, screen: number): number[] =>
  person.outcome === null
    ? []
    : person.path.filter((step) => step.screen === screen).map(({ atMs }) => atMs);
