// Tasks, questions and sets of each revision that was taken, as a report quotes them; on the real app.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Report } from '#contract/findings.ts';
import type { Test } from '#contract/tests.ts';
import { sendMessages } from '#testing/answered-study.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { begin, end, press } from '#testing/messages.ts';
import { startSession } from '#testing/participant.ts';
import { openAsVisitor, share } from '#testing/visitor.ts';

let app: TestApp;
let owner: TestClient;
let figmaUrl: string;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  figmaUrl = app.parts.samplePrototypeUrl ?? '';
});
afterAll(() => app.close());

async function take(test: Test, step = 1): Promise<void> {
  const session = await startSession(app.anyone, test);
  await sendMessages(app.anyone, test, {
    session,
    messages: [begin(100, step), press(200, '1:2'), end(900, step)],
  });
}
const revisionsOf = async ({ _id }: Test) =>
  successBody<Report>(await owner.get(`/api/tests/${_id}/report`)).revisions;

it('quotes the tasks of each revision with their variants, and names questions and sets in their order', async () => {
  const form = { name: 'Shop', task: 'Find', figmaUrl };
  const steps = [
    { kind: 'task', task: 'Find', figmaUrl },
    { kind: 'question', question: 'How often?', form: { type: 'number' } },
    { kind: 'text', text: 'Now **pay**.' },
    { kind: 'task', task: 'Pay', figmaUrl, variant: 1 },
    { kind: 'task', task: 'Pay', figmaUrl: 'https://example.com/', variant: 2 },
    { kind: 'set', set: 'sus' },
  ];
  const test = successBody<Test>(await owner.post('/api/tests', { ...form, steps }));
  await take(test);
  const changed = [test.steps?.[0], { kind: 'task', task: 'Return it', figmaUrl }];
  const path = `/api/tests/${test._id}`;
  await take(successBody<Test>(await owner.put(path, { ...form, steps: changed })));
  const first = { step: 1, kind: 'task', text: 'Find', prototypeUrl: figmaUrl };
  const quoted = [
    [first, { ...first, step: 7, text: 'Return it' }],
    [
      first,
      { step: 2, kind: 'question', text: 'How often?', prototypeUrl: null },
      { ...first, step: 4, text: 'Pay', variant: 1 },
      { ...first, step: 5, text: 'Pay', variant: 2, prototypeUrl: 'https://example.com/' },
      { step: 6, kind: 'set', text: 'System Usability Scale (SUS)', prototypeUrl: null },
    ],
  ];
  const revisions = await revisionsOf(test);
  expect(revisions.map(({ steps: those }) => those)).toEqual(quoted);
  expect(revisions.map(({ task }) => task)).toEqual(['Find', 'Find']);
  // A visitor of the report reads the texts, and gets no link to a prototype.
  const { token } = await share(owner, test._id, { thing: { kind: 'report' } });
  const visitor = await openAsVisitor(app.origin, token);
  const seen: Report = await (await visitor.get(`/tests/${test._id}/report`)).json();
  expect(seen.revisions.map(({ steps: those }) => those)).toEqual(
    quoted.map((those) => those.map((step) => ({ ...step, prototypeUrl: null }))),
  );
});

it('has no steps for a test with one task alone', async () => {
  const test = successBody<Test>(
    await owner.post('/api/tests', { name: 'Shop', task: 'Find', figmaUrl }),
  );
  await take(test);
  expect(await revisionsOf(test)).toMatchObject([
    { task: 'Find', prototypeUrl: figmaUrl, steps: [] },
  ]);
});

it('counts the people of each revision by its own first task', async () => {
  const form = { name: 'Shop', task: 'Find', figmaUrl };
  const steps = ['Find', 'Pay'].map((task) => ({ kind: 'task', task, figmaUrl }));
  const test = successBody<Test>(await owner.post('/api/tests', { ...form, steps }));
  await take(test);
  const changed = { ...form, task: 'Pay', steps: [test.steps?.[1]] };
  const second = successBody<Test>(await owner.put(`/api/tests/${test._id}`, changed));
  await take(second, 2);
  await take(second, 2);
  expect(await revisionsOf(test)).toMatchObject([
    { task: 'Pay', people: 2 },
    { task: 'Find', people: 1 },
  ]);
});

it('has the screen where each version of a task begins, and none for a page that reports no screens', async () => {
  const steps = [
    { kind: 'task', task: 'Find', figmaUrl },
    { kind: 'task', task: 'Pay', figmaUrl, variant: 1 },
    { kind: 'task', task: 'Pay', figmaUrl: 'https://example.com/', variant: 2 },
  ];
  const form = { name: 'Shop', task: 'Find', figmaUrl, steps };
  const test = successBody<Test>(await owner.post('/api/tests', form));
  await take(test);
  const starts = async () => {
    const { cover } = successBody<Report>(await owner.get(`/api/tests/${test._id}/report`));
    return cover.tasks.map(({ start }) => start?.screenId ?? null);
  };
  await expect.poll(starts, { timeout: 10_000 }).toEqual([null, '1:2', null]);
});
