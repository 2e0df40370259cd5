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
    ['a text of 10 MB', 4, 'x'.repeat(10 * 1024 * 1024), 413],
    ['a text of controls and marks alone', 4, '\u0000\u0007\u202e \u200b', 400],
    ['a task', 2, 4, 404],
    ['a text step', 5, 'x', 404],
    ['an unknown step', 9, 4, 404],
  ])('to %s is refused', async (...[, step, answer, status]) => {
    const session = await startSession(app.anyone, test);
    expect((await send(session, step, answer)).status).toBe(status);
    expect(await stored(session)).toEqual([]);
  });

  it('that is taken back leaves those of other people', async () => {
    const [session, other] = [
      await startSession(app.anyone, test),
      await startSession(app.anyone, test),
    ];
    for (const one of [session, other]) successBody(await send(one, 4, 'The map.'));
    successBody(await send(session, 4, null));
    expect([await stored(session), await stored(other)]).toEqual([[], [[4, 'The map.']]]);
  });

  it('is taken in any order, with its directions, without controls', async () => {
    const session = await startSession(app.anyone, test);
    successBody(await send(session, 4, 'a\u0000b\u0007\ud800 \u202eabc \u2067x\u2069'));
    successBody(await send(session, 3, Array(10).fill(3)));
    successBody(await send(session, 1, { chosen: ['other'], other: '\u202e=1+1\u0000' }));
    expect(await stored(session)).toEqual([
      [1, { chosen: ['other'], other: '\u202e=1+1' }],
      [3, Array(10).fill(3)],
      [4, 'ab \u202eabc \u2067x\u2069'],
    ]);
  });

  it('is taken with the token of its own session alone', async () => {
    const session = await startSession(app.anyone, test);
    const other = await startSession(app.anyone, test);
    const foreign = { ...session, token: other.token };
    expect((await send(foreign, 4, 'x')).status).toBe(404);
  });
});

it('a session answers with the options and conditions of its own revision', async () => {
  const owner = await app.signIn('editor@example.com', { company: 'Editors' });
  const form = (id: string, number: (of: number) => object) => ({
    ...{ name: 'Shop', task: 'Buy', figmaUrl: app.parts.samplePrototypeUrl },
    steps: [
      {
        ...{ ...number(1), kind: 'question', question: 'How often?', isRequired: false },
        form: {
          type: 'single',
          options: [{ id, text: id }],
          shuffled: false,
          other: false,
          none: false,
        },
      },
      { ...number(2), kind: 'task', task: 'Buy', figmaUrl: app.parts.samplePrototypeUrl },
      {
        ...{ ...number(3), kind: 'question', question: 'Why?', form: { type: 'short_text' } },
        shownWhen: { at: 1, is: [id] },
      },
    ],
  });
  const study = successBody<Test>(
    await owner.post(
      '/api/tests',
      form('daily', () => ({})),
    ),
  );
  const before = await startSession(app.anyone, study);
  successBody(
    await owner.put(
      `/api/tests/${study._id}`,
      form('weekly', (of) => ({ number: of })),
    ),
  );
  const after = await startSession(app.anyone, study);
  const answers = { before: { chosen: ['daily'] }, after: { chosen: ['weekly'] } };
  expect((await send(after, 1, answers.before)).status).toBe(400);
  expect((await send(before, 1, answers.after)).status).toBe(400);
  successBody(await send(before, 1, answers.before));
  successBody(await send(before, 3, 'Because'));
  successBody(await send(after, 1, answers.after));
  expect(await stored(before)).toEqual([
    [1, answers.before],
    [3, 'Because'],
  ]);
  expect(await stored(after)).toEqual([[1, answers.after]]);
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
