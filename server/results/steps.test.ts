// Sessions through several tasks, on the real app: each task has its own outcome, clicks, times, answers and people.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clip } from '#contract/clips.ts';
import type { Report } from '#contract/findings.ts';
import type { SessionId } from '#contract/ids.ts';
import { EVENTS_MAX, OWN_MESSAGES_MAX } from '#contract/limits.ts';
import type { ListedNote } from '#contract/notes.ts';
import type { ReportStory } from '#contract/report-story.ts';
import type { ResultOverview, ResultSummary } from '#contract/results.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { showTestScreen } from '#testing/add-screen-image.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { begin, change, end, type Message, press, recordMessages } from '#testing/messages.ts';
import { bearer, startSession } from '#testing/participant.ts';

const [HOME, LIST, PAID] = ['1:2', '700:1', '700:2'];

let app: TestApp;
let owner: TestClient;
let test: Test;

const goal = (screen: string) => ({ kind: 'screens', screens: [screen], routes: [] });

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const figmaUrl = app.parts.samplePrototypeUrl ?? '';
  const task = { kind: 'task', figmaUrl };
  const steps = [
    { ...task, task: 'Find', goal: goal(LIST) },
    { ...task, task: 'Pay', goal: goal(PAID) },
    { ...task, task: 'Look', figmaUrl: 'https://example.com/', goal: { kind: 'judged' } },
  ];
  const body = { name: 'Shop', task: 'Find', figmaUrl, steps };
  test = successBody<Test>(await owner.post('/api/tests', body));
  await recordMessages(app, test, [
    ...[begin(1000, 1), press(3000, HOME), change(3100, LIST), end(5000, 1)],
    ...[begin(9000, 2), press(12_000, HOME), change(12_100, PAID), end(13_000, 2)],
    ...[begin(15_000, 3), end(40_000, 3)],
  ]);
  await recordMessages(app, test, [
    ...[begin(1000, 1), press(9000, HOME), change(9100, LIST), end(9500, 1)],
    ...[begin(20_000, 2), press(22_000, HOME), end(33_000, 2, 'stuck')],
    ...[begin(35_000, 3)],
  ]);
  await recordMessages(app, test, [begin(1000, 1), press(2000, HOME), end(12_000, 1, 'stuck')]);
});
afterAll(() => app.close());

const summaryOf = async (step?: number) =>
  successBody<ResultSummary>(
    await owner.get(`/api/tests/${test._id}/results${step === undefined ? '' : `?step=${step}`}`),
  );
const outcomesOf = async (step?: number) =>
  Object.fromEntries(
    (await summaryOf(step)).outcomes.flatMap(({ outcome, people }) =>
      people > 0 ? [[outcome, people]] : [],
    ),
  );

const sendAs = (session: StartedSession, [method, call]: [string, string], body: object) =>
  app.anyone.send(`/api/sessions/${session._id}/${call}`, {
    method,
    headers: { ...bearer(session), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('results of a task', () => {
  it('have its own people and outcomes; who was not shown it counts nowhere', async () => {
    expect(await outcomesOf(1)).toEqual({ direct: 2, gave_up: 1 });
    expect(await outcomesOf()).toEqual({ direct: 2, gave_up: 1 });
    expect(await outcomesOf(2)).toEqual({ direct: 1, gave_up: 1 });
    expect(await outcomesOf(3)).toEqual({ to_judge: 2 });
    expect(await outcomesOf(9)).toEqual({});
  });

  it('count times from the moment in which the task was shown', async () => {
    const { timeToGoal } = await summaryOf(2);
    expect(timeToGoal?.values?.map(({ ms }) => ms)).toEqual([3100]);
  });
});

describe('an outcome by hand', () => {
  it('is that of one task, and an exclusion that of all', async () => {
    const { sessionId } = await recordMessages(app, test, [
      ...[begin(0, 1), press(3000, HOME), end(5000, 1), begin(6000, 2), press(7000, HOME)],
    ]);
    const path = `/api/recordings/${sessionId}`;
    const outcomes = () =>
      Promise.all(
        [1, 2].map(async (step) => (await owner.get(`${path}/outcome?step=${step}`)).body.outcome),
      );
    expect(await outcomes()).toEqual(['stopped', 'stopped']);
    successBody(await owner.put(`${path}/outcome`, { outcome: 'direct', basedOn: null, step: 2 }));
    expect(await outcomes()).toEqual(['stopped', 'direct']);
    expect((await owner.get(`${path}/outcome?step=9`)).status).toBe(404);
    const before = await Promise.all([outcomesOf(1), outcomesOf(2)]);
    successBody(await owner.put(`${path}/exclusion`, { reason: 'A colleague', basedOn: null }));
    expect(await outcomes()).toEqual(['excluded', 'excluded']);
    const after = await Promise.all([outcomesOf(1), outcomesOf(2)]);
    expect(after).toEqual(
      [
        { ...before[0], stopped: undefined, excluded: 1 },
        { ...before[1], direct: (before[1]?.direct ?? 0) - 1, excluded: 1 },
      ].map((counts) => Object.fromEntries(Object.entries(counts).filter(([, people]) => people))),
    );
  });
});

describe('answers', () => {
  it('belong to the task that they name', async () => {
    const session = await startSession(app.anyone, test);
    const send = (body: object) => sendAs(session, ['PUT', 'answers'], body);
    const card = { didIt: true, ease: 6, helped: null };
    successBody(await send(card));
    successBody(await send({ ...card, ease: 2, step: 2 }));
    const rows = await app.parts.db
      .selectFrom('answers')
      .select(['step', 'ease'])
      .where('session_id', '=', session._id)
      .orderBy('step')
      .execute();
    expect(rows).toEqual([
      { step: 1, ease: 6 },
      { step: 2, ease: 2 },
    ]);
    expect((await send({ ...card, step: 7 })).status).toBe(404);
  });
});

describe('notes, clips and the report', () => {
  /** A recording lasts six seconds. */
  const recordShort = () =>
    recordMessages(app, test, [
      ...[begin(0, 1), press(500, HOME), change(600, LIST), end(1500, 1)],
      ...[begin(2000, 2), press(2500, HOME), end(3500, 2, 'stuck')],
    ]);
  const clipAt = async (sessionId: SessionId, fromMs: number) =>
    successBody<Clip>(
      await owner.post(`/api/recordings/${sessionId}/clips`, {
        ...{ fromMs, toMs: fromMs + 1000, title: `At ${fromMs}` },
      }),
    );

  it('have the task and the outcome of their time', async () => {
    const { sessionId } = await recordShort();
    const clips = [await clipAt(sessionId, 200), await clipAt(sessionId, 2200)];
    expect(clips.map(({ recording: { task, outcome } }) => ({ task, outcome }))).toEqual([
      { task: { step: 1, position: 1 }, outcome: 'direct' },
      { task: { step: 2, position: 2 }, outcome: 'gave_up' },
    ]);
    // Time between two tasks belongs to the one before.
    const note = { atMs: 1800, text: 'Reads' };
    successBody(await owner.post(`/api/recordings/${sessionId}/notes`, note));
    const { items } = successBody<{ items: ListedNote[] }>(
      await owner.get(`/api/tests/${test._id}/notes?person=${sessionId}`),
    );
    expect(items.map(({ recording }) => recording.task)).toEqual([{ step: 1, position: 1 }]);
    const single = successBody<Test>(
      await owner.post('/api/tests', { name: 'One', task: 'Find', figmaUrl: test.figmaUrl }),
    );
    const alone = await recordMessages(app, single, [change(100, HOME), press(500, HOME)]);
    const { recording } = await clipAt(alone.sessionId, 200);
    expect([recording.task, recording.outcome]).toEqual([null, 'stopped']);
  });

  it('show the press of a clip in any task, and store the task of a number', async () => {
    await showTestScreen(app, test, { nodeId: HOME });
    const { sessionId } = await recordShort();
    const { id: clipId } = await clipAt(sessionId, 2200);
    const number = { number: 'success', filter: '', moments: null };
    const people = { number: 'people', filter: '', moments: 'of=people&step=2' };
    const finding = {
      sentence: 'People gave up',
      evidence: [
        { kind: 'clip', clipId },
        { kind: 'number', number },
        { kind: 'number', number: people },
      ],
    };
    successBody(await owner.post(`/api/tests/${test._id}/findings`, finding));
    const { cover, story, findings } = successBody<Report>(
      await owner.get(`/api/tests/${test._id}/report`),
    );
    expect(cover.tasks).toMatchObject([
      { step: 1, task: 'Find', success: cover.success },
      { step: 2, task: 'Pay' },
      { step: 3, task: 'Look' },
    ]);
    const overview = successBody<ResultOverview>(
      await owner.get(`/api/tests/${test._id}/results/overview`),
    );
    type Line = Pick<
      Report['cover']['tasks'][number],
      'step' | 'arrivals' | 'success' | 'timeToGoal' | 'ease'
    >;
    const lineOf = ({ step, arrivals, success, timeToGoal, ease }: Line) => ({
      ...{ step, arrivals, success, toGoal: timeToGoal?.value, ease },
    });
    expect(cover.tasks.map(lineOf)).toEqual(overview.tasks.map(lineOf));
    const [k, n] = [cover.success?.k, cover.success?.n];
    const [result, ...lines] = story.summary.text.split('\n');
    expect(result).toBe(`${cover.people} people took the test with 3 tasks.`);
    expect(lines[0]).toMatch(
      new RegExp(
        `^Task 1, ‘Find’: \\d+ % succeeded \\(${k} of ${n}, 95 % interval \\d+–\\d+ %\\)\\.$`,
      ),
    );
    expect(lines.slice(1, 3)).toEqual([
      expect.stringMatching(/^Task 2, ‘Pay’: .*succeeded/),
      expect.stringMatching(/^Task 3, ‘Look’: \d people tried it\.$/),
    ]);
    const { version } = story;
    const written = successBody<ReportStory>(
      await owner.put(`/api/tests/${test._id}/report`, {
        ...{ title: '', summary: '', nextSteps: '', version, targetPercent: 99 },
      }),
    );
    expect(written.verdict).toMatchObject({ state: 'missed', step: 1 });
    const evidence = findings.at(-1)?.evidence ?? [];
    const stepsOf = evidence.map((each) =>
      each.kind === 'number' ? new URLSearchParams(each.number.filter).get('step') : null,
    );
    expect(stepsOf).toEqual([null, '1', '2']);
    const [clip] = evidence;
    expect(clip?.kind === 'clip' && clip.press?.atMs).toBe(2500);
  });
});

describe('the stream', () => {
  const storedOf = async (id: SessionId) => {
    const row = await app.parts.db
      .selectFrom('sessions')
      .select(['own_messages', 'events_in_a_row'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return [row.events_in_a_row, row.own_messages];
  };

  it('has room for boundaries when a prototype has used up its own', async () => {
    const messages: Message[] = Array.from({ length: EVENTS_MAX + 50 }, (_, at) => ({
      type: 'NEW_STATE',
      atMs: at,
      data: {},
    }));
    const boundaries = [end(30_000, 1), begin(31_000, 2)];
    const { sessionId } = await recordMessages(app, test, [
      ...[begin(0, 1), ...messages],
      ...boundaries.map((message, at) => ({ ...message, seq: EVENTS_MAX + 51 + at })),
    ]);
    expect(await storedOf(sessionId)).toEqual([EVENTS_MAX + 1, 3]);
    const runs = await app.parts.db
      .selectFrom('task_runs')
      .select(['step', 'ended'])
      .where('session_id', '=', sessionId)
      .orderBy('step')
      .execute();
    expect(runs).toEqual([
      { step: 1, ended: 'done' },
      { step: 2, ended: null },
    ]);
  });

  it('holds so many boundaries and no more', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => begin(at, 1));
    const { sessionId } = await recordMessages(app, test, many);
    expect(await storedOf(sessionId)).toEqual([OWN_MESSAGES_MAX, OWN_MESSAGES_MAX]);
  });

  it.each([
    ['without a step', {}],
    ['with more than its step', { step: 1, name: 'a' }],
    ['of a step that is no number', { step: 'one' }],
  ])('refuses a boundary %s', async (_what, data) => {
    const session = await startSession(app.anyone, test);
    const events = [{ seq: 0, atMs: 0, type: 'TRYOUT_STEP_SHOWN', data }];
    expect((await sendAs(session, ['POST', 'events'], { events })).status).toBe(400);
  });
});
