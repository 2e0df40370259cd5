// Variants and orders are assigned evenly: also at 50 starts at once on three servers, and a place that is given back is
// taken again.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResultComparison } from '#contract/comparison.ts';
import type { Report } from '#contract/findings.ts';
import type { RecordingDetail } from '#contract/recordings.ts';
import type { ResultChoices, ResultOverview, ResultSummary } from '#contract/results.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { begin, end, press } from '#testing/messages.ts';
import {
  formWithHeatmap,
  sendForm,
  sendPiece,
  sentVideo,
  startSession,
} from '#testing/participant.ts';

let apps: TestApp[];
let owner: TestClient;

beforeAll(async () => {
  const app = await startTestApp({ sample: true });
  const [second, third] = [
    await startTestApp({ beside: app }),
    await startTestApp({ beside: app }),
  ];
  apps = [app, second, third];
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(async () => {
  for (const app of apps.toReversed()) await app.close();
});

function appAt(index: number): TestApp {
  const app = apps[index % apps.length];
  if (!app) throw new Error('no app');
  return app;
}

const url = (name: string) => `https://example.org/${name}`;
const taskOf = (name: string, fields: object = {}) => ({
  kind: 'task',
  task: 'Find the plants',
  figmaUrl: url(name),
  asks: [],
  ...fields,
});

async function createTest(steps: readonly object[]): Promise<Test> {
  const [first] = steps.filter((step) => 'figmaUrl' in step) as {
    task: string;
    figmaUrl: string;
  }[];
  const { task, figmaUrl } = first ?? { task: '', figmaUrl: '' };
  const body = { name: 'Shop', task, figmaUrl, steps };
  return successBody<Test>(await owner.post('/api/tests', body));
}

const variants = [taskOf('a', { variant: 1 }), taskOf('b', { variant: 2 })];
const question = { kind: 'question', question: 'Why?', form: { type: 'short_text' } };

async function counts(test: Test, column: 'variant' | 'step_order'): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM all_sessions
    WHERE test_id = ${test._id} AND holds_slot GROUP BY ${sql.ref(column)} ORDER BY 1`.execute(
    appAt(0).parts.db,
  );
  return rows.map(({ count }) => count);
}

async function startAtOnce(test: Test, people: number): Promise<StartedSession[]> {
  return await Promise.all(
    Array.from({ length: people }, (_, at) => {
      return startSession(appAt(at).anyone, test, { name: `P${at}` });
    }),
  );
}

describe('50 starts at once on three servers', () => {
  it('differ by at most one person a variant', async () => {
    const test = await createTest([...variants, question]);
    const sessions = await startAtOnce(test, 49);
    expect(await counts(test, 'variant')).toEqual([24, 25]);
    const [first, second] = (test.steps ?? []).map(({ number }) => number);
    for (const { steps } of sessions) {
      expect(steps).toHaveLength(2);
      expect([first, second]).toContain(steps?.[0]);
    }
  });

  it('differ by at most one person an order', async () => {
    const names = ['a', 'b', 'c'];
    const test = await createTest(names.map((name) => taskOf(name, { shuffled: true })));
    await startAtOnce(test, 50);
    expect(await counts(test, 'step_order')).toEqual([8, 8, 8, 8, 9, 9]);
  });
});

it('gives a place of a person who never began to the next one', async () => {
  const test = await createTest(variants);
  const [first] = await startAtOnce(test, 1);
  await startAtOnce(test, 1);
  if (!first) throw new Error('no session');
  successBody(
    await appAt(0).anyone.send(`/api/sessions/${first._id}/abandon`, {
      method: 'POST',
      headers: { authorization: `Bearer ${first.token}` },
    }),
  );
  const [next] = await startAtOnce(test, 1);
  expect(next?.steps).toEqual(first.steps);
});

it('leaves a plain test as it is', async () => {
  const test = await createTest([taskOf('a'), question]);
  const [session] = await startAtOnce(test, 1);
  expect(session).not.toHaveProperty('steps');
});

describe('results', () => {
  let test: Test;
  let second: number;
  /** Records a session with a press on its own object. */
  const record = async (name: string) => {
    const { anyone } = appAt(0);
    const session = await startSession(anyone, test, { name });
    successBody(await sendPiece(anyone, session, { offset: 0, bytes: sentVideo }));
    const form = formWithHeatmap(session);
    const step = session.steps?.[0] ?? 0;
    const messages = [begin(0, step), press(900, '1:2'), end(4000, step)];
    form.append('events', JSON.stringify(messages.map((message, seq) => ({ seq, ...message }))));
    successBody(await sendForm(anyone, test, { form, session }));
    return session;
  };
  beforeAll(async () => {
    test = await createTest(variants);
    second = test.steps?.[1]?.number ?? 0;
    for (const name of ['Ada', 'Grace', 'Joan']) await record(name);
  });

  const get = async <T>(path: string) =>
    successBody<T>(await owner.get(`/api/tests/${test._id}${path}`));

  it('are of the people of each variant', async () => {
    const { tasks } = await get<ResultOverview>('/results/overview?revision=all');
    expect(tasks.map(({ arrivals }) => arrivals)).toEqual([2, 1]);
    const ofSecond = await get<ResultOverview>('/results/overview?revision=all&variant=2');
    expect(ofSecond.tasks).toMatchObject([{ step: second, arrivals: 1 }]);
  });

  it('of a task with a variant are those of that object', async () => {
    const [byVariant, byStep] = await Promise.all([
      get<ResultSummary>('/results?variant=2'),
      get<ResultSummary>(`/results?step=${second}`),
    ]);
    expect(byVariant.total).toBe(1);
    expect(byVariant).toEqual(byStep);
  });

  it('compare two variants, each by its own object', async () => {
    const compared = await get<ResultComparison>('/results/comparison?field=variant&a=1&b=2');
    expect(compared.a).toMatchObject({ value: '1', people: 2 });
    expect(compared.b).toMatchObject({ value: '2', people: 1 });
    expect(compared.steps).toMatchObject([{ a: 1, b: second, inBoth: 0 }]);
    const ofStep = await get<ResultComparison>('/results/comparison?field=variant&a=1&b=2&step=1');
    expect(ofStep.steps).toMatchObject([{ a: 1, b: second }]);
  });

  it('offer the variants of the test', async () => {
    const { variants } = await get<ResultChoices>('/results/choices?step=1');
    expect(variants).toEqual([
      { variant: 1, people: 2 },
      { variant: 2, people: 1 },
    ]);
  });

  it('are named as variants in a report, which counts everyone', async () => {
    const { cover, story, revisions } = await get<Report>('/report');
    expect([cover.people, revisions.map(({ people }) => people)]).toEqual([3, [3]]);
    expect(cover.tasks).toMatchObject([{ variant: 1 }, { variant: 2 }]);
    expect(story.summary.text).toContain('3 people took the test with 2 versions of one task.');
    expect(story.summary.text).toContain('Task 1 B, ‘Find the plants’: 1 person tried it.');
  });

  it('have one task on a recording’s page', async () => {
    const { items } = await get<{ items: RecordingDetail[] }>('/recordings?limit=10');
    expect(items.map(({ tasks }) => tasks)).toEqual([1, 1, 1]);
    expect(items.flatMap(({ runs }) => runs.map(({ position }) => position))).toEqual([1, 1, 1]);
  });
});
