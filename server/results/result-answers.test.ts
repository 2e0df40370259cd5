// Answers of results that a server caches: equal requests about an unchanged test are computed once, and after
// every kind of change the next answer is new, on each server.
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findings } from '#contract/findings.api.ts';
import { COMPUTING_RATE_OF_VISITOR } from '#contract/limits.ts';
import type { JudgedRun } from '#contract/outcomes.ts';
import { recordings } from '#contract/recordings.api.ts';
import { results } from '#contract/results.api.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { NO_SHARE_ID } from '#contract/view-links.ts';
import { type Sample, startSample } from '#sample/sample.ts';
import { startTestApp, type TestApp, toolAt } from '#testing/app.ts';
import { type Answer, successBody, type TestClient } from '#testing/client.ts';
import { change, type Message, missed, press, recordMessages } from '#testing/messages.ts';
import {
  bearer,
  sendForm,
  sendPictures,
  sendPiece,
  sentVideo,
  startSession,
  streamedForm,
} from '#testing/participant.ts';
import { giveTranscript, segmentOf } from '#testing/transcripts.ts';
import { openAsVisitor, share, shareResults } from '#testing/visitor.ts';
import { ResultAnswers } from './result-answers.ts';

/** The design tool of both servers. */
let sample: Sample;
let app: TestApp;
/** Another server on the same database. */
let other: TestApp;
let owner: TestClient;
let ownerThere: TestClient;
let test: Test;
/** Finished, with a reading. */
let ada: StartedSession;
/** Still recording. */
let bob: StartedSession;

beforeAll(async () => {
  sample = await startSample({ port: 0, host: '127.0.0.1' });
  const env = toolAt(sample);
  app = await startTestApp({ env });
  other = await startTestApp({ env, beside: app });
});
afterAll(async () => {
  await other.close();
  await app.close();
  await sample.stop();
});

const asParticipant = (session: StartedSession, [method, path]: [string, string], body: object) =>
  app.anyone.send(`/api/sessions/${session._id}/${path}`, {
    method,
    headers: { ...bearer(session), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function sendMessages(session: StartedSession, messages: readonly Message[]): Promise<void> {
  const events = messages.map((message, seq) => ({ ...message, seq }));
  successBody(await asParticipant(session, ['POST', 'events'], { events }));
}

async function finish(session: StartedSession): Promise<void> {
  successBody(await sendForm(app.anyone, test, { form: streamedForm(session), session }));
}

const sendVideo = async (session: StartedSession, bytes = sentVideo) =>
  successBody(await sendPiece(app.anyone, session, { offset: 0, bytes }));

const HOUR_MS = 3_600_000;

/** Sets the clock back to the beginning of the hour: the addresses of images in answers change with the hour. */
function beginHour(): void {
  const now = Date.now.bind(Date);
  const sinceHourMs = now() % HOUR_MS;
  vi.spyOn(Date, 'now').mockImplementation(() => now() - sinceHourMs);
}

beforeEach(async () => {
  vi.restoreAllMocks();
  beginHour();
  // A person each: their rates end no test.
  owner = await app.signIn(`owner-${crypto.randomUUID()}@example.com`, { company: 'Acme' });
  ownerThere = owner.at(other.origin);
  test = successBody(await owner.post('/api/tests', { ...form(), goal: GOAL }));
  ada = await startSession(app.anyone, test, { name: 'Ada' });
  await sendVideo(ada);
  await sendMessages(ada, [change(0, '1:2'), missed(500, '1:2'), press(900, '1:2')]);
  await finish(ada);
  bob = await startSession(app.anyone, test, { name: 'Bob' });
  await sendVideo(bob, sentVideo.subarray(0, 20_000));
  await sendMessages(bob, [change(0, '1:2'), change(700, '1:3')]);
});

const QUESTIONS = [
  ...['', '/choices', '/comparison?a=1&b=2', '/screens', '/screens?revision=all', '/paths'],
  ...['/screens/1/heat', '/moments?of=people', '/moments?of=people&outcome=excluded'],
  ...['?text=yellow', '?tag=slow', '?answer=easy', '?text=bob', '?device=Firefox%20on%20Linux'],
];

async function askAll(client: TestClient): Promise<Record<string, unknown>> {
  const answers = QUESTIONS.map(async (question) => {
    const { status, body } = await client.get(`/api/tests/${test._id}/results${question}`);
    return [question, [status, body]] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

/** Counts how often an answer is computed from now on. */
function watchComputing({ parts }: TestApp): () => number {
  const counting = vi.spyOn(parts.rates, 'count');
  return () => counting.mock.calls.filter(([name]) => name.startsWith('computing')).length;
}

const form = () => ({
  name: 'Plants',
  task: 'Buy one',
  figmaUrl: sample.prototypeUrl,
});
const execute = async (statement: RawBuilder<unknown>) => await statement.execute(app.parts.db);
const changeTest = async (input: object) =>
  successBody(await owner.put(`/api/tests/${test._id}`, { ...form(), ...input }));
const ofAda = (path: string) => `/api/recordings/${ada._id}/${path}`;

async function judge(name: 'outcome' | 'exclusion', value: object): Promise<void> {
  const { basedOn } = successBody<JudgedRun>(await owner.get(ofAda('outcome')));
  successBody(await owner.put(ofAda(name), { ...value, basedOn: basedOn[name] }));
}

const answer = async (answers: object) =>
  successBody(await asParticipant(ada, ['PUT', 'answers'], answers));

const openLink = async (id: string, obstacle: string | null) =>
  successBody(
    await app.anyone.put(`/api/link/${test.uniqueId}/openings/${id}`, {
      revisionId: test.revision._id,
      obstacle,
    }),
  );

const transcribe = (text: string) =>
  giveTranscript(app.parts.db, { sessionId: ada._id }, { segments: [segmentOf(0, text)] });

async function addImage(): Promise<void> {
  const id = crypto.randomUUID();
  await execute(sql`INSERT INTO screens (id, workspace_id, api_origin, file_key, node_id, width, height,
      origin_x, origin_y, boxes, name)
    SELECT ${id}::uuid, tests.workspace_id, test_screens.api_origin, test_screens.file_key, test_screens.node_id,
      100, 100, 0, 0, '{}', 'A new image' FROM tests JOIN test_screens ON test_id = tests.id
    WHERE tests.id = ${test._id} AND number = 1`);
  await execute(sql`INSERT INTO revision_screens (revision_id, api_origin, file_key, node_id, screen_id)
    SELECT ${test.revision._id}::uuid, api_origin, file_key, node_id, id FROM screens WHERE id = ${id}::uuid`);
}

const GOAL = { kind: 'screens', screens: ['1:3'], routes: [] };
const OPENING = '019a9e02-7a10-7c3e-8f00-5d2f6f0b7a02';
/** Starts in the preparation of a change. */
let cy: StartedSession;

/** The data that a change needs, and the change. */
type Change = [name: string, apply: () => Promise<unknown>, prepare?: () => Promise<unknown>];

const changes: Change[] = [
  ['the link is opened', () => openLink(crypto.randomUUID(), null)],
  ['something stands in the way', () => openLink(crypto.randomUUID(), 'microphone_refused')],
  [
    'an obstacle comes later',
    () => openLink(OPENING, 'no_microphone'),
    () => openLink(OPENING, null),
  ],
  ['a session starts', () => startSession(app.anyone, test, { name: 'Cy' })],
  [
    'its first piece arrives',
    () => sendVideo(cy),
    async () => {
      cy = await startSession(app.anyone, test, { name: 'Cy' });
    },
  ],
  [
    'a session gives its place back',
    () => asParticipant(cy, ['POST', 'abandon'], {}),
    async () => {
      cy = await startSession(app.anyone, test, { name: 'Cy' });
    },
  ],
  ['a still arrives', () => sendPictures(app.anyone, ada)],
  ['a session is finished', () => finish(bob)],
  ['a whole recording arrives', () => recordMessages(app, test, [change(0, '1:3')])],
  ['questions are answered', () => answer({ didIt: true, ease: 6, helped: 'A larger button' })],
  [
    'answers are changed',
    () => answer({ didIt: false, ease: 2, helped: null }),
    () => answer({ didIt: true, ease: 6, helped: null }),
  ],
  ['a session is excluded', () => judge('exclusion', { reason: 'A colleague' })],
  [
    'an excluded session counts again',
    () => judge('exclusion', { reason: null }),
    () => judge('exclusion', { reason: 'A colleague' }),
  ],
  ['an outcome is decided', () => judge('outcome', { outcome: 'direct' })],
  ['a note is written', () => owner.post(ofAda('notes'), { atMs: 0, text: 'Waits #slow' })],
  [
    'a clip is made',
    () => owner.post(ofAda('clips'), { fromMs: 0, toMs: 1000, title: 'Waits #slow' }),
  ],
  [
    'a note is deleted',
    () => execute(sql`UPDATE all_notes SET deleted_at = now() WHERE session_id = ${ada._id}`),
    () => owner.post(ofAda('notes'), { atMs: 0, text: 'Waits #slow' }),
  ],
  ['a transcript comes', () => transcribe('I see yellow flowers')],
  [
    'a transcript is corrected',
    async () => {
      const { madeBy } = successBody<Transcript>(await owner.get(ofAda('transcript')));
      const correction = { text: 'I see yellow flowers', madeBy, version: 0 };
      return await owner.put(ofAda('transcript/segments/0'), correction);
    },
    () => transcribe('I see mellow flowers'),
  ],
  ['the goal changes', () => changeTest({ goal: { ...GOAL, screens: ['1:2'] } })],
  ['another revision begins', () => changeTest({ task: 'Sell one' })],
  ['other questions are asked', () => changeTest({ asks: ['ease'], goal: GOAL })],
  ['a screen is named', () => owner.put(`/api/tests/${test._id}/screens/1`, { name: 'The start' })],
  ['an image of a screen arrives', () => addImage()],
  ['a reading is renewed', () => execute(sql`UPDATE readings SET version = 1`)],
  ['an outcome is settled', () => execute(sql`UPDATE task_runs SET outcome = 'gave_up'`)],
  ['a name is changed', () => execute(sql`UPDATE sessions SET participant_name = 'Anonymous'`)],
  ['a length becomes known', () => execute(sql`UPDATE recordings SET duration_ms = 12345`)],
  ['a recording is deleted', () => execute(sql`UPDATE all_sessions SET deleted_at = now()`)],
  [
    'a participant withdraws',
    () => {
      const headers = { authorization: `Bearer ${ada.privateToken}` };
      return app.anyone.send('/api/my-recording', { method: 'DELETE', headers });
    },
  ],
];

/** Both servers at once. */
const askBoth = () => Promise.all([askAll(owner), askAll(ownerThere)]);

describe.each(changes)('%s', (_name, apply, prepare) => {
  it('and the next answers are new on each server', async () => {
    await prepare?.();
    const before = await askBoth();
    const [here, there] = [watchComputing(app), watchComputing(other)];
    expect(await askBoth()).toEqual(before);
    expect([here(), there()]).toEqual([0, 0]);
    const applied = await apply();
    if (typeof applied === 'object' && applied && 'status' in applied)
      successBody(applied as Answer);
    const after = await askBoth();
    app.parts.resultAnswers = new ResultAnswers(app.parts.db);
    const computed = await askAll(owner);
    expect(after).toEqual([computed, computed]);
    expect(computed).not.toEqual(before[0]);
  });
});

describe('an answer', () => {
  const ask = (client: TestClient, query = '') =>
    client.get(`/api/tests/${test._id}/results${query}`);

  it('is computed once for all who ask at a time, and again after a failure', async () => {
    const compute = vi.fn(async () => ({ people: 1 }));
    const question = { call: 'summary', test: { testId: test._id } as never, input: {} };
    const answer = () =>
      app.parts.resultAnswers.answer(question, { charge: async () => undefined, compute });
    compute.mockRejectedValueOnce(new Error('planned'));
    await expect(answer()).rejects.toThrow('planned');
    await Promise.all(Array.from({ length: 20 }, answer));
    expect(compute).toHaveBeenCalledTimes(2);
  });

  it('is of its question alone', async () => {
    await Promise.all(
      ['', '?text=ada', '?text=bob', '?revision=all'].map((one) => ask(owner, one)),
    );
    expect((await ask(owner, '?text=ada')).body.people).toBe(1);
    expect((await ask(owner, '?text=xyz')).body.people).toBe(0);
    // Bob still runs, so he is outside of the base.
    const all = (await ask(owner)).body;
    expect(all).toMatchObject({ people: 1, outside: [{ outcome: 'running', people: 1 }] });
  });

  it('is refused to those who may not ask, whatever is kept [14.2.2]', async () => {
    await ask(owner);
    const stranger = await app.signIn('stranger@example.com', { company: 'Other' });
    expect((await ask(stranger)).status).toBe(404);
    const { token, viewLink } = await shareResults(owner, test._id);
    const visitor = await openAsVisitor(app.origin, token);
    expect((await visitor.get(`/tests/${test._id}/results`)).status).toBe(200);
    await owner.delete(`/api/view-links/${viewLink._id}`);
    expect((await visitor.get(`/tests/${test._id}/results`)).status).not.toBe(200);
    await owner.delete(`/api/tests/${test._id}/Acme/Plants`);
    expect((await ask(owner)).status).toBe(404);
  });

  it('names no one to a visitor without names, though a member asked the same before', async () => {
    const moments = `/results/moments?of=people`;
    const first = await owner.get(`/api/tests/${test._id}${moments}`);
    expect(JSON.stringify(first.body)).toContain('Ada');
    const { token } = await shareResults(owner, test._id);
    const visitor = await openAsVisitor(app.origin, token);
    const answer = await visitor.get(`/tests/${test._id}${moments}`);
    expect(await answer.text()).not.toContain('Ada');
    const again = await owner.get(`/api/tests/${test._id}${moments}`);
    expect(again.body).toEqual(first.body);
  });
});

describe('a visitor', () => {
  it('pays for what is computed, and nothing for what is kept [2.4.1, 15.2.2]', async () => {
    const { token } = await shareResults(owner, test._id);
    const visitor = await openAsVisitor(app.origin, token);
    const ask = async (query: string) =>
      (await visitor.get(`/tests/${test._id}/results?${query}`)).status;
    const { points } = results.summary.cost;
    const most = Math.floor(COMPUTING_RATE_OF_VISITOR.calls / (points + 1));
    for (let at = 0; at < most; at += 1) expect(await ask(`device=D${at}`)).toBe(200);
    const more = await Promise.all([1, 2, 3, 4].map((at) => ask(`device=E${at}`)));
    expect(more).toContain(429);
    expect(await ask('device=D0')).toBe(200);
  });

  /** Points that each of these calls costs a visitor. */
  async function pointsOf(paths: readonly string[]): Promise<(number | undefined)[]> {
    const { token } = await shareResults(owner, test._id);
    const visitor = await openAsVisitor(app.origin, token);
    const counting = vi.spyOn(app.parts.rates, 'count');
    for (const path of paths) await visitor.get(`/tests/${test._id}/${path}`);
    return counting.mock.calls.flatMap(([name, , rate]) =>
      name === 'computing of visitor' ? [rate.points] : [],
    );
  }

  it('pays each time for what is not kept', async () => {
    const { points } = recordings.list.cost;
    expect(await pointsOf(['recordings', 'recordings'])).toEqual([points, points]);
  });

  it('pays more for a recording with thousands of clicks', async () => {
    const { points, perThousandClicks } = recordings.get.cost;
    // A press and its release are one click.
    const messages = Array.from({ length: 4000 }, (_, at) => press(at, '1:2'));
    const { userTimestamp } = await recordMessages(app, test, messages);
    const address = `../${NO_SHARE_ID}/${test._id}/Acme/Plants/${encodeURIComponent(userTimestamp)}`;
    expect(await pointsOf([address])).toEqual([points, 2 * perThousandClicks]);
  });

  it('pays more for the Summary of a test with many pressed places', async () => {
    const { points, perThousandPlaces } = results.summary.cost;
    await sql`INSERT INTO run_places (session_id, step, screen, place, presses, first_at_ms)
      SELECT session_id, step, screen + 100, 'layer:9:' || place, 1, 0
      FROM task_runs, generate_series(1, 10) AS screen, generate_series(1, 100) AS place
      WHERE session_id = ${ada._id}`.execute(app.parts.db);
    const [, ofPlaces] = await pointsOf(['results']);
    expect(points).toBeGreaterThan(0);
    expect(ofPlaces).toBeGreaterThanOrEqual(perThousandPlaces);
  });

  it('pays for cover, numbers and pictures of a report when they are computed, and not again', async () => {
    const number = { number: 'people', filter: '', moments: 'of=visited&at=1' };
    const evidence = [{ kind: 'number', number: { ...number, title: 'Seen', subtitle: '' } }];
    successBody(
      await owner.post(`/api/tests/${test._id}/findings`, { sentence: 'Seen', evidence }),
    );
    const { token } = await share(owner, test._id, { thing: { kind: 'report' } });
    const visitor = await openAsVisitor(app.origin, token);
    const counting = vi.spyOn(app.parts.rates, 'count');
    const pointsOfReport = async () => {
      counting.mockClear();
      expect((await visitor.get(`/tests/${test._id}/report`)).status).toBe(200);
      const counts = counting.mock.calls.filter(([name]) => name === 'computing of visitor');
      return counts.map(([, , rate]) => rate.points);
    };
    const { points, perPicture } = findings.report.cost;
    // A part of a thousand recordings is one point.
    const ofSums = findings.numbersNow.cost.points + 1;
    const expected = [ofSums, ofSums, points, perPicture];
    expect((await pointsOfReport()).toSorted()).toEqual(expected.toSorted());
    expect(await pointsOfReport()).toEqual([points]);
  });

  it('pays more for the clicks of all', async () => {
    const moments = ['people', 'clicked&at=1'].map((of) => `results/moments?of=${of}`);
    const [ofPeople = 0, ofClicks = 0] = await pointsOf(moments);
    expect(ofClicks).toBeGreaterThan(ofPeople);
  });
});

it('numbers of a report are computed and counted one by one, and kept', async () => {
  const evidence = ['', 'device=A', 'device=B'].map((filter) => ({
    kind: 'number',
    number: { number: 'success', filter, moments: null, title: 'Made it', subtitle: '' },
  }));
  const input = { sentence: 'Most of them made it.', evidence };
  successBody(await owner.post(`/api/tests/${test._id}/findings`, input));
  const ask = () => owner.get(`/api/tests/${test._id}/report/numbers`);
  const computed = watchComputing(app);
  const first = successBody<{ numbers: object[] }>(await ask());
  expect([first.numbers.length, computed()]).toEqual([3, 3]);
  expect(successBody(await ask())).toEqual(first);
  expect(computed()).toBe(3);
  await judge('outcome', { outcome: 'direct' });
  expect(successBody(await ask())).not.toEqual(first);
});

/** Tables that results read though their triggers change no version. */
const covered: Record<string, string> = {
  sign_ins: 'the caller',
  users: 'the caller',
  workspaces: 'the caller',
  members: 'the caller',
  tests: 'the permission; the number of recordings alone counts',
  result_versions: 'itself',
  run_screens: 'written with a reading',
  run_places: 'written with a reading',
  panel_visits: 'written with a reading',
  clicks: 'written with a reading',
  screens: 'never changed; its place in a revision is',
  session_parameters: 'written with a session, before it counts',
};

it('every table that results read changes their version', async () => {
  const { db } = app.parts;
  const query = vi.spyOn(pg.Client.prototype, 'query');
  app.parts.resultAnswers = new ResultAnswers(db);
  await askAll(owner);
  const statements = query.mock.calls.map(
    ([statement]) => (statement as unknown as { text: string }).text,
  );
  query.mockRestore();
  const named = (statements.join('\n').match(/\b(?:from|join)\s+"?[a-z_]+/gi) ?? []).map(
    (one) => /[a-z_]+$/.exec(one)?.[0] ?? '',
  );
  const { rows } = await sql<{ table: string; watched: boolean }>`SELECT relname AS table,
      EXISTS (SELECT FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
        WHERE tgrelid IN (pg_class.oid, to_regclass('all_' || relname)) AND proname LIKE 'renew_results%') AS watched
    FROM pg_class WHERE relkind IN ('r', 'v') AND relnamespace = 'public'::regnamespace`.execute(
    db,
  );
  const read = rows.filter(({ table }) => named.includes(table));
  expect(read.length).toBeGreaterThan(15);
  const unwatched = read.filter(({ watched }) => !watched).map(({ table }) => table);
  expect(unwatched.filter((table) => !(table in covered))).toEqual([]);
  const known = read.map(({ table }) => table);
  expect(Object.keys(covered).filter((table) => !known.includes(table))).toEqual([]);
});

/** Sessions that change one test at the same time. */
const AT_ONCE = 30;

it('no transaction that changes results waits for another one', async () => {
  const { db } = app.parts;
  const opened = Promise.withResolvers<void>();
  const held = db.transaction().execute(async (transaction) => {
    await sql`SELECT renew_result_version(${test._id})`.execute(transaction);
    await opened.promise;
  });
  const others = Array.from({ length: AT_ONCE }, () =>
    db.transaction().execute(async (transaction) => {
      await sql`SET LOCAL lock_timeout = 1`.execute(transaction);
      await sql`SELECT renew_result_version(${test._id})`.execute(transaction);
    }),
  );
  await Promise.all(others);
  opened.resolve();
  await held;
  await owner.delete(`/api/tests/${test._id}/Acme/Plants`);
  await execute(sql`DELETE FROM all_tests WHERE id = ${test._id}`);
  const left = await sql`SELECT FROM result_versions WHERE test_id = ${test._id}`.execute(db);
  expect(left.rows).toEqual([]);
});
