// Screening: rules of its questions, who can take part, the seats of answers on three servers, and where the answers of
// those who took part can be read.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { QuestionResult } from '#contract/result-questions.ts';
import type { ResultChoices, ResultSummary } from '#contract/results.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { StepInput } from '#contract/step-inputs.ts';
import type { Test } from '#contract/tests.ts';
import { sendMessages } from '#testing/answered-study.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { begin, end } from '#testing/messages.ts';
import { bearer } from '#testing/participant.ts';
import { createPersonalLinks } from '#testing/personal-links.ts';
import { giveBackQuietSlots } from './slots.db.ts';

let servers: TestApp[];
let app: TestApp;
let owner: TestClient;
let test: Test;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  servers = [app, await startTestApp({ beside: app }), await startTestApp({ beside: app })];
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(async () => {
  for (const server of servers.toReversed()) await server.close();
});

const options = ['daily', 'weekly', 'never'].map((id) => ({ id, text: id.toUpperCase() }));
const choice = { options, shuffled: false, other: false, none: false };
const often = {
  kind: 'question',
  question: 'How often do you shop?',
  form: { type: 'single', ...choice },
};
const age = {
  kind: 'question',
  question: 'How old are you?',
  isRequired: false,
  form: { type: 'number' },
};
const oftenRules = { endsWhen: { is: ['never'] }, seats: [{ word: 'daily', most: 3 }] };
const ageRules = { endsWhen: { from: 0, to: 17 }, seats: [] };
const task = () => ({ kind: 'task', task: 'Find', figmaUrl: app.parts.samplePrototypeUrl });

const formOf = (steps: readonly object[]) => ({
  ...{ name: 'Shop', task: 'Find', figmaUrl: app.parts.samplePrototypeUrl },
  steps,
});
const screenedSteps = (rules: object = oftenRules) => [
  { ...often, screening: rules },
  { ...age, screening: ageRules, shownWhen: { at: 1, isNot: ['weekly'] } },
  task(),
];

beforeEach(async () => {
  test = successBody(await owner.post('/api/tests', formOf(screenedSteps())));
});

const revisionId = () => test.revision._id;
const answer = (word: string) => ({ step: 1, answer: { chosen: [word] } });
const aged = (years: number | null) => ({ step: 2, answer: years });
const screen = async (answers: unknown, { client = app.anyone, openingId = randomUUID() } = {}) => {
  const path = `/api/link/${test.uniqueId}/openings/${openingId}/screening`;
  const { status, body } = await client.post(path, { revisionId: revisionId(), answers });
  return status === 200 ? body.result : body.fields;
};
interface StartInput {
  client: TestClient;
  openingId: string;
  personalToken: string | undefined;
}
const start = (answers?: unknown, { client = app.anyone, ...more }: Partial<StartInput> = {}) =>
  client.post(`/api/link/${test.uniqueId}/sessions`, {
    ...{ name: 'Ada', revisionId: revisionId(), answers },
    ...more,
  });
const resultsOf = async <T>(path: string) =>
  successBody<T>(await owner.get(`/api/tests/${test._id}/results${path}`));

describe('the rules of screening questions', () => {
  const onOften = (screening: object) => [{ ...often, screening }, task()];
  const seat = { word: 'daily', most: 3 };
  it.each([
    {
      what: 'after another step',
      steps: () => [task(), { ...often, screening: oftenRules }],
      text: /before all other/,
    },
    {
      what: 'on a text',
      steps: () => [{ ...often, form: { type: 'short_text' }, screening: ageRules }, task()],
      text: /of this kind/,
    },
    {
      what: 'on an option that is not there',
      steps: () => onOften({ endsWhen: { is: ['monthly'] }, seats: [] }),
      text: /no longer has/,
    },
    {
      what: 'with a range of words',
      steps: () => onOften({ endsWhen: { from: 1, to: 2 }, seats: [] }),
      text: /range/,
    },
    {
      what: 'with a limit of no answer',
      steps: () => onOften({ endsWhen: null, seats: [{ word: 'yes', most: 1 }] }),
      text: /limit names/,
    },
    {
      what: 'with two limits of an answer',
      steps: () => onOften({ endsWhen: null, seats: [seat, seat] }),
      text: /two limits/,
    },
  ])('are refused $what', async ({ steps, text }) => {
    const { status, body } = await owner.post('/api/tests', formOf(steps()));
    expect(status).toBe(400);
    expect(Object.values(body.fields)).toEqual([expect.stringMatching(text)]);
    expect(Object.keys(body.fields)[0]).toMatch(/^steps\.[01]\.screening$/);
  });

  it('change without a revision; a question that is no longer one of screening makes one', async () => {
    await start([answer('weekly')]);
    const { steps = [] } = test;
    const change = async (first: object) => {
      const sent = [{ ...steps[0], ...first }, ...steps.slice(1)] as StepInput[];
      await owner.put(`/api/tests/${test._id}`, formOf(sent));
      return successBody<Test>(await owner.get(`/api/tests/${test._id}`));
    };
    const more = { endsWhen: null, seats: [{ word: 'daily', most: 9 }] };
    const changed = await change({ screening: more });
    expect([changed.revision.number, changed.steps?.[0]]).toEqual([
      1,
      { ...steps[0], screening: more },
    ]);
    const sent = [
      { ...steps[0], screening: null },
      { ...steps[1], screening: null },
      ...steps.slice(2),
    ];
    successBody(await owner.put(`/api/tests/${test._id}`, formOf(sent)));
    const after = successBody<Test>(await owner.get(`/api/tests/${test._id}`));
    expect([after.revision.number, after.steps?.[0]]).not.toHaveProperty('1.screening');
    expect(after.revision.number).toBe(2);
  });
});

it('shows participants the questions and none of the rules, beside the steps of the session', async () => {
  const { body } = await app.anyone.get(`/api/link/${test.uniqueId}`);
  expect(body.participation.screener).toMatchObject([
    { number: 1, question: 'How often do you shop?', form: { options } },
    { number: 2, question: 'How old are you?', shownWhen: { step: 1, isNot: ['weekly'] } },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/screening|endsWhen|seats/);
  expect(body.steps.map(({ number }: { number: number }) => number)).toEqual([3]);
});

describe('before a session', () => {
  it('an answer ends the test at once, others lead on', async () => {
    expect(await screen([answer('never')])).toBe('screened_out');
    expect(await screen([answer('daily')])).toBe('passed');
    expect(await screen([answer('daily'), aged(17)])).toBe('screened_out');
    expect(await screen([answer('daily'), aged(18)])).toBe('passed');
    // A question that was not shown decides nothing.
    expect(await screen([answer('weekly'), aged(17)])).toBe('passed');
  });

  it.each([
    ['an unknown option', [answer('monthly')]],
    ['a question that is none of screening', [{ step: 3, answer: 'done' }]],
    ['one question twice', [answer('never'), answer('daily')]],
    ['no answer where one is required', [{ step: 1, answer: null }]],
    ['another form', [{ step: 1, answer: { nested: [{}] } }]],
  ])('refuses %s', async (_, answers) => {
    expect(await screen(answers)).toHaveProperty('answers');
    expect((await start(answers)).body.fields).toHaveProperty('answers');
  });

  it('an end stays, stores a count by answer and nothing else, and no session follows', async () => {
    const openingId = randomUUID();
    expect(await screen([answer('never')], { openingId })).toBe('screened_out');
    expect(await screen([answer('daily')], { openingId })).toBe('screened_out');
    const again = await start([answer('daily'), aged(30)], { openingId });
    expect([again.status, again.body.code]).toEqual([403, 'screened_out']);
    await screen([answer('daily'), aged(12)]);
    // A client that never screened.
    const other = await start([answer('never')], { openingId: randomUUID() });
    expect(other.body.code).toBe('screened_out');
    const { funnel } = await resultsOf<ResultSummary>('');
    expect(funnel).toMatchObject({ opened: 3, started: 0, obstacles: [] });
    const question = 'How often do you shop?';
    expect(funnel.screenedOut).toEqual([
      { step: 1, question, answer: 'NEVER', people: 2 },
      { step: 2, question: 'How old are you?', answer: '12', people: 1 },
    ]);
    const { rows } = await sql`SELECT submissions, (SELECT count(*)::int FROM all_sessions
      WHERE test_id = tests.id) AS sessions FROM tests WHERE id = ${test._id}`.execute(
      app.parts.db,
    );
    expect(rows).toEqual([{ sessions: 0, submissions: 0 }]);
  });

  it('who has begun is not screened out any more', async () => {
    const openingId = randomUUID();
    expect((await start([answer('daily'), aged(30)], { openingId })).status).toBe(201);
    await screen([answer('never')], { openingId });
    const { rows } = await sql`SELECT started, screened_step FROM openings
      WHERE id = ${openingId}`.execute(app.parts.db);
    expect(rows).toEqual([{ started: true, screened_step: null }]);
  });

  it('an end stores nothing about the person of a personal link, which stays open', async () => {
    const [link] = await createPersonalLinks(owner, test, ['Joan']);
    const openingId = randomUUID();
    await screen([answer('never')], { openingId });
    const refused = await start([answer('never')], { openingId, personalToken: link?.token });
    expect(refused.body.code).toBe('screened_out');
    const { items } = successBody<{ items: { state: string; stateAt: string | null }[] }>(
      await owner.get(`/api/tests/${test._id}/personal-links`),
    );
    expect(items).toMatchObject([{ state: 'open', stateAt: null }]);
    // The link was made before, and nothing connects it to the opening.
    const { rows } = await sql`SELECT used_at, session_id FROM personal_links
      WHERE test_id = ${test._id}`.execute(app.parts.db);
    expect(rows).toEqual([{ used_at: null, session_id: null }]);
  });

  it('members try it without being counted', async () => {
    expect(await screen([answer('never')], { client: owner })).toBe('screened_out');
    expect((await resultsOf<ResultSummary>('')).funnel).toMatchObject({
      opened: 0,
      screenedOut: [],
    });
  });
});

describe('a session', () => {
  it('needs an answer to each question that is shown', async () => {
    expect((await start()).body.fields).toEqual({ answers: 'Screening question 1 has no answer.' });
    expect((await start([answer('daily')])).status).toBe(400);
    expect((await start([answer('weekly')])).status).toBe(201);
  });

  it('has its answers in results, in filters and on its page, and they stay', async () => {
    const take = async (answers: unknown) => {
      const session: StartedSession = (await start(answers)).body.session;
      await sendMessages(app.anyone, test, { session, messages: [begin(100, 3), end(900, 3)] });
      return session;
    };
    const session = await take([answer('daily'), aged(null)]);
    await take([answer('weekly')]);
    const outcome = 'outcome=not_measurable';
    const result = await resultsOf<QuestionResult>(`/questions/1?${outcome}`);
    expect([result.visitors, result.answered]).toEqual([2, 2]);
    expect(result.options?.map(({ word, people }) => [word, people])).toEqual([
      ['daily', 1],
      ['weekly', 1],
      ['never', 0],
    ]);
    const people = async (filter: string) =>
      (await resultsOf<ResultSummary>(`?answer=${filter}&${outcome}`)).people;
    expect(await people('1:daily')).toBe(1);
    // The other one was not shown the question.
    expect(await people('2:skipped')).toBe(1);
    const ages = await resultsOf<QuestionResult>(`/questions/2?${outcome}`);
    expect([ages.visitors, ages.answered]).toEqual([1, 0]);
    const { questions } = await resultsOf<ResultChoices>(`/choices?${outcome}`);
    expect(JSON.stringify(questions)).toContain('daily');
    const late = await app.anyone.send(`/api/sessions/${session._id}/answers/1`, {
      method: 'PUT',
      headers: { ...bearer(session), 'content-type': 'application/json' },
      body: JSON.stringify({ answer: { chosen: ['weekly'] } }),
    });
    expect(late.body.fields).toHaveProperty('answer');
  });
});

describe('the seats of an answer', () => {
  it('are exact with fifty starts at once on three servers', async () => {
    const starts = Array.from({ length: 50 }, (_, at) =>
      start([answer('daily'), aged(30)], { client: servers[at % 3]?.anyone ?? app.anyone }),
    );
    const codes = (await Promise.all(starts)).map(({ status, body }) => body.code ?? status);
    expect(codes.filter((code) => code === 201)).toHaveLength(3);
    expect(codes.filter((code) => code === 'test_full')).toHaveLength(47);
    expect(await screen([answer('daily')])).toBe('full');
    expect((await start([answer('weekly')])).status).toBe(201);
  });

  it('are given back with the slot of a session that shows no life, which takes them again while they are free', async () => {
    const daily = [answer('daily'), aged(30)];
    const sessions: StartedSession[] = [];
    for (let at = 0; at < 3; at += 1) sessions.push((await start(daily)).body.session);
    const [quiet] = sessions;
    if (!quiet) throw new Error('no session');
    await sql`UPDATE all_sessions SET seen_at = now() - interval '5 minutes' WHERE id = ${quiet._id}`.execute(
      app.parts.db,
    );
    await giveBackQuietSlots(app.parts.db);
    expect((await start(daily)).status).toBe(201);
    await app.anyone.send(`/api/sessions/${quiet._id}/slot`, {
      method: 'POST',
      headers: bearer(quiet),
    });
    const { rows } = await sql`SELECT submissions, (SELECT holds_slot FROM all_sessions
      WHERE id = ${quiet._id}) AS holds FROM tests WHERE id = ${test._id}`.execute(app.parts.db);
    expect(rows).toEqual([{ submissions: 3, holds: false }]);
  });
});
