// Answers to questions and sets, as participants send them, on the real app.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody } from '#testing/client.ts';
import { answered, begin, end, recordMessages } from '#testing/messages.ts';
import { bearer, startSession } from '#testing/participant.ts';

let app: TestApp;
let test: Test;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const figmaUrl = app.parts.samplePrototypeUrl;
  const options = [
    { id: 'daily', text: 'Every day' },
    { id: 'weekly', text: 'Every week' },
  ];
  const steps = [
    {
      ...{ kind: 'question', question: 'How often do you shop?' },
      form: { type: 'several', options, shuffled: false, other: true, none: true },
    },
    { kind: 'task', task: 'Buy', figmaUrl },
    { kind: 'set', set: 'sus' },
    { kind: 'question', question: 'What else?', form: { type: 'long_text' }, isRequired: false },
    { kind: 'text', text: 'Thank *you*.' },
  ];
  test = successBody<Test>(
    await owner.post('/api/tests', { name: 'Shop', task: 'Buy', figmaUrl, steps }),
  );
});
afterAll(() => app.close());

const send = (session: StartedSession, step: number, answer: unknown) =>
  app.anyone.send(`/api/sessions/${session._id}/answers/${step}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...bearer(session) },
    body: JSON.stringify({ answer }),
  });
const stored = async ({ _id }: StartedSession) => {
  const rows = await app.parts.db
    .selectFrom('answers')
    .select(['step', 'answer'])
    .where('session_id', '=', _id)
    .orderBy('step')
    .execute();
  return rows.map(({ step, answer }) => [step, answer]);
};
const bytesOf = async ({ _id }: StartedSession) =>
  (
    await app.parts.db
      .selectFrom('sessions')
      .select('rows_bytes')
      .where('id', '=', _id)
      .executeTakeFirstOrThrow()
  ).rows_bytes;

describe('an answer', () => {
  it('is stored as it was sent, the last one counts, and null takes it back', async () => {
    const session = await startSession(app.anyone, test);
    successBody(await send(session, 1, { chosen: ['daily', 'other'], other: ' Mine ' }));
    successBody(await send(session, 3, [5, 1, 5, 1, 5, 1, 5, 1, 5, null]));
    successBody(await send(session, 4, '🦩'.repeat(2000)));
    expect(await stored(session)).toEqual([
      [1, { chosen: ['daily', 'other'], other: 'Mine' }],
      [3, [5, 1, 5, 1, 5, 1, 5, 1, 5, null]],
      [4, '🦩'.repeat(2000)],
    ]);
    expect(await bytesOf(session)).toBeGreaterThan(8000 + 3 * 120);
    successBody(await send(session, 1, { chosen: ['none'] }));
    successBody(await send(session, 4, null));
    expect(await stored(session)).toEqual([
      [1, { chosen: ['none'] }],
      [3, [5, 1, 5, 1, 5, 1, 5, 1, 5, null]],
    ]);
    for (const step of [1, 3]) successBody(await send(session, step, null));
    expect(await stored(session)).toEqual([]);
    expect(await bytesOf(session)).toBe(0);
  });

  it.each<[string, number, unknown, number]>([
    ['an unknown option', 1, { chosen: ['monthly'] }, 400],
    ['an answer of another form', 1, 4, 400],
    ['a text of 10,000 characters', 4, 'x'.repeat(10_000), 400],
    ['a text of a megabyte', 4, 'x'.repeat(1024 * 1024), 413],
    ['a task', 2, 4, 404],
    ['a text step', 5, 'x', 404],
    ['an unknown step', 9, 4, 404],
  ])('to %s is refused', async (...[, step, answer, status]) => {
    const session = await startSession(app.anyone, test);
    expect((await send(session, step, answer)).status).toBe(status);
    expect(await stored(session)).toEqual([]);
  });

  it('is taken with the token of its own session alone', async () => {
    const session = await startSession(app.anyone, test);
    const other = await startSession(app.anyone, test);
    const foreign = { ...session, token: other.token };
    expect((await send(foreign, 4, 'x')).status).toBe(404);
  });
});

it('the moments of questions are those of the messages', async () => {
  const { sessionId } = await recordMessages(app, test, [
    ...[begin(100, 1), answered(800, 1), end(900, 1), begin(1000, 2), end(2000, 2), begin(2100, 3)],
  ]);
  const rows = await app.parts.db
    .selectFrom('panel_visits')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('step')
    .execute();
  expect(rows).toMatchObject([
    { step: 1, shown_at_ms: 100, answered_at_ms: 800, ended_at_ms: 900 },
    { step: 3, shown_at_ms: 2100, answered_at_ms: null, ended_at_ms: null },
  ]);
});
