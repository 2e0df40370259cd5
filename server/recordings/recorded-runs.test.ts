// The runs of a recording: the list and the page answer one for each task that was shown.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordingDetail, RecordingRow } from '#contract/recordings.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { createTest } from '#testing/create-test.ts';
import { begin, change, end, press, recordMessages } from '#testing/messages.ts';
import { bearer, sendPiece, sentVideo, startSession } from '#testing/participant.ts';
import { runInfoFromRow } from './recorded-runs.db.ts';

const [HOME, LIST, PAID] = ['1:2', '700:1', '700:2'];

let app: TestApp;
let owner: TestClient;
let test: Test;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const figmaUrl = app.parts.samplePrototypeUrl ?? '';
  const goal = (screen: string) => ({ kind: 'screens', screens: [screen], routes: [] });
  const task = { kind: 'task', figmaUrl };
  const steps = [
    { ...task, task: 'Away', goal: null },
    { ...task, task: 'Find', goal: goal(LIST) },
    { ...task, task: 'Pay', goal: goal(PAID) },
    { ...task, task: 'Look', figmaUrl: 'https://example.com/' },
  ];
  const body = { name: 'Shop', task: 'Away', figmaUrl, steps };
  const created = successBody<Test>(await owner.post('/api/tests', body));
  // Sessions of a form from before belong to the first revision; in the second one, numbers are no positions.
  const rest = created.steps?.slice(1);
  test = successBody<Test>(
    await owner.put(`/api/tests/${created._id}`, { ...body, task: 'Find', steps: rest }),
  );
});
afterAll(() => app.close());

const rowOf = async (of: Test, sessionId: string, query = '') => {
  const path = `/api/tests/${of._id}/recordings?ids=${sessionId}${query}`;
  return successBody<{ items: RecordingRow[] }>(await owner.get(path)).items[0];
};
const detailOf = async (of: Test, userTimestamp: string) =>
  successBody<RecordingDetail>(
    await owner.get(`/api/tests/${of.uniqueId}/${of._id}/x/y/${userTimestamp}`, {
      accept: 'application/json',
    }),
  );

const through = () =>
  recordMessages(app, test, [
    ...[begin(1000, 2), press(3000, HOME), change(3100, LIST), end(5000, 2)],
    ...[begin(9000, 3), press(12_000, HOME), end(13_000, 3, 'stuck')],
    begin(15_000, 4),
  ]);

it.each([
  [{ did_it: null, ease: null, helped: null }, null],
  [
    { did_it: false, ease: null, helped: null },
    { didIt: false, ease: null, helped: null },
  ],
  [
    { did_it: null, ease: 2, helped: null },
    { didIt: null, ease: 2, helped: null },
  ],
  [
    { did_it: null, ease: null, helped: 'Search' },
    { didIt: null, ease: null, helped: 'Search' },
  ],
])('a run with the columns %j has the answers %j', (columns, answers) => {
  const run = { outcome: 'left', began_at_ms: 0, goal_at_ms: null, ...columns } as const;
  expect(runInfoFromRow(run)).toEqual({ outcome: 'left', timeToGoalMs: null, answers });
});

describe('runs', () => {
  it('have number, position, outcome, times and end of each task that was shown', async () => {
    const { sessionId, userTimestamp } = await through();
    const runs = [
      { step: 2, position: 2, outcome: 'direct', beganAtMs: 1000, endedAtMs: 5000, ended: 'done' },
      { step: 3, position: 3, outcome: 'gave_up', beganAtMs: 9000, ended: 'stuck' },
      { step: 4, position: 4, outcome: 'not_measurable', beganAtMs: 15_000, ended: null },
    ];
    const row = await rowOf(test, sessionId);
    expect(row).toMatchObject({ tasks: 4, runs });
    expect(row?.runs.map(({ timeToGoalMs }) => timeToGoalMs)).toEqual([2100, null, null]);
    const detail = await detailOf(test, userTimestamp);
    expect(detail).toMatchObject({ tasks: 4, runs });
    expect(detail.runs.map(({ task }) => task)).toEqual(['Find', 'Pay', 'Look']);
    const withoutTexts = detail.runs.map(({ task: _, judged: __, ...run }) => run);
    expect(withoutTexts).toEqual(row?.runs);
    expect((await rowOf(test, sessionId, '&step=3'))?.outcome).toBe('gave_up');
  });

  it('have no task that was not shown', async () => {
    const { sessionId, userTimestamp } = await recordMessages(app, test, [
      ...[begin(1000, 2), press(3000, HOME), end(5000, 2, 'stuck')],
    ]);
    for (const one of [await rowOf(test, sessionId), await detailOf(test, userTimestamp)]) {
      expect([one?.tasks, one?.runs.map(({ step }) => step)]).toEqual([4, [2]]);
    }
  });

  it('have what a member decided about each, and an exclusion of the session', async () => {
    const { sessionId, userTimestamp } = await through();
    const path = `/api/recordings/${sessionId}`;
    const decision = { outcome: 'indirect', basedOn: null, step: 3 };
    const { override } = successBody<RecordingDetail['judged']>(
      await owner.put(`${path}/outcome`, decision),
    );
    const detail = await detailOf(test, userTimestamp);
    expect(detail.runs.map(({ outcome }) => outcome)).toEqual([
      'direct',
      'indirect',
      'not_measurable',
    ]);
    expect(detail.runs.map(({ judged }) => judged.override)).toEqual([null, override, null]);
    expect(detail.runs[1]?.judged.computed).toBe('gave_up');
    successBody(await owner.put(`${path}/exclusion`, { reason: 'A colleague', basedOn: null }));
    const row = await rowOf(test, sessionId);
    expect(new Set(row?.runs.map(({ outcome }) => outcome))).toEqual(new Set(['excluded']));
  });

  it('have the answers to their own card, and are read while the session runs', async () => {
    const session = await startSession(app.anyone, test);
    successBody(await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo }));
    const send = (call: string, method: string, body: object) =>
      app.anyone.send(`/api/sessions/${session._id}/${call}`, {
        method,
        headers: { ...bearer(session), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const events = [begin(0, 2), end(4000, 2), begin(6000, 3)];
    const numbered = events.map((event, seq) => ({ ...event, seq }));
    successBody(await send('events', 'POST', { events: numbered }));
    const answers = { didIt: false, ease: 3, helped: 'A map' };
    successBody(await send('answers', 'PUT', { ...answers, step: 3 }));
    const { runs, tasks } = await detailOf(test, await timestampOf(session));
    expect(tasks).toBe(3);
    expect(runs).toMatchObject([
      { position: 1, outcome: 'running', beganAtMs: 0, endedAtMs: 4000, answers: null },
      { position: 2, outcome: 'running', beganAtMs: 6000, ended: null, answers },
    ]);
    expect((await rowOf(test, session._id))?.runs).toEqual([]);
  });

  it('is one in a test with one task', async () => {
    const single = await createTest(app, owner);
    const { sessionId, userTimestamp } = await recordMessages(app, single, [
      ...[change(100, HOME), press(3000, HOME)],
    ]);
    const run = { step: 1, position: 1, outcome: 'stopped', beganAtMs: 100, ended: null };
    expect(await rowOf(single, sessionId)).toMatchObject({ tasks: 1, runs: [run] });
    const { judged, runs, tasks } = await detailOf(single, userTimestamp);
    expect([tasks, runs]).toMatchObject([1, [{ ...run, judged }]]);
  });
});

async function timestampOf({ _id }: StartedSession): Promise<string> {
  const row = await app.parts.db
    .selectFrom('sessions')
    .select('timestamp_ms')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow();
  return `x_${row.timestamp_ms}`;
}
