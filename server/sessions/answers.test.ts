// Data of participants beside their recording: answers to the card, openings of the link, how they ended; on the
// real app.

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpeningId } from '#contract/ids.ts';
import {
  ANSWERS_HOURS,
  OPENINGS_MAX_PER_TEST,
  OPENINGS_RATE_PER_ADDRESS,
} from '#contract/limits.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import {
  bearer,
  recordSession,
  sendForm,
  sendPiece,
  sentVideo,
  startSession,
  streamedForm,
} from '#testing/participant.ts';
import { storeOpening } from './answers.service.ts';

let app: TestApp;
let owner: TestClient;
let test: Test;
let other: Test;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());
beforeEach(async () => {
  const form = { name: 'Shop', task: 'Buy', figmaUrl: app.parts.samplePrototypeUrl };
  test = (await owner.post('/api/tests', form)).body;
  other = (await owner.post('/api/tests', form)).body;
});

const put = (path: string, body: object, headers: Record<string, string> = {}) =>
  app.anyone.send(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const at = { x: 80, y: 90 };
const press = {
  presentedNodeId: '1:2',
  handled: false,
  targetNodeId: '1:2',
  targetNodeMousePosition: at,
  nearestScrollingFrameId: '1:2',
  nearestScrollingFrameMousePosition: at,
  nearestScrollingFrameOffset: { x: 0, y: 0 },
};
/** A screen and a click: the task was begun. */
const events = JSON.stringify([
  { seq: 0, atMs: 10, type: 'PRESENTED_NODE_CHANGED', data: { presentedNodeId: '1:2' } },
  { seq: 1, atMs: 900, type: 'MOUSE_PRESS_OR_RELEASE', data: press },
]);

describe('sessions.answers', () => {
  const card = { didIt: true, ease: 6, helped: 'A search.' };
  const send = (session: StartedSession, answers: object) =>
    put(`/api/sessions/${session._id}/answers`, answers, bearer(session));
  const stored = async ({ _id }: StartedSession) =>
    await app.parts.db
      .selectFrom('answers')
      .select(['step', 'did_it', 'ease', 'helped'])
      .where('session_id', '=', _id)
      .execute();
  const finishedAgo = async ({ _id }: StartedSession, seconds: number) => {
    await app.parts.db
      .updateTable('sessions')
      .set({ finished_at: new Date(Date.now() - seconds * 1000) })
      .where('id', '=', _id)
      .execute();
  };

  it('takes the last ones, before and after the session has finished', async () => {
    const session = await startSession(app.anyone, test);
    expect((await send(session, { ...card, didIt: false })).status).toBe(200);
    await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo });
    await sendForm(app.anyone, test, { form: streamedForm(session), session });
    expect((await send(session, card)).status).toBe(200);
    expect(await stored(session)).toEqual([
      { step: 1, did_it: true, ease: 6, helped: 'A search.' },
    ]);
    expect((await send(session, { didIt: null, ease: null, helped: '  ' })).status).toBe(200);
    expect(await stored(session)).toEqual([{ step: 1, did_it: null, ease: null, helped: null }]);
  });

  it('counts what the last ones take', async () => {
    const session = await startSession(app.anyone, test);
    const counted = async () =>
      (
        await app.parts.db
          .selectFrom('sessions')
          .select('rows_bytes')
          .where('id', '=', session._id)
          .executeTakeFirstOrThrow()
      ).rows_bytes;
    await send(session, { ...card, helped: 'äöü' });
    const short = await counted();
    await send(session, { ...card, helped: 'x'.repeat(106) });
    expect((await counted()) - short).toBe(100);
    await send(session, { ...card, helped: 'äöü' });
    expect(await counted()).toBe(short);
  });

  it('takes them for a day, when the token opens nothing else any more', async () => {
    const session = await recordSession(app.anyone, test, { name: 'Ada' });
    await finishedAgo(session, ANSWERS_HOURS * 3600 - 60);
    expect((await send(session, card)).status).toBe(200);
    const abandon = { method: 'POST', headers: bearer(session) };
    const late = await app.anyone.send(`/api/sessions/${session._id}/abandon`, abandon);
    expect(late.body.code).toBe('session_token_invalid');
    await finishedAgo(session, ANSWERS_HOURS * 3600);
    expect((await send(session, { ...card, ease: 1 })).body.code).toBe('session_token_invalid');
    expect(await stored(session)).toMatchObject([{ ease: 6 }]);
  });

  it('settles the outcome, whichever comes first, the end or the answers', async () => {
    const outcome = async ({ _id }: StartedSession) => {
      const runs = app.parts.db.selectFrom('task_runs').where('session_id', '=', _id);
      return (await runs.select('outcome').executeTakeFirst())?.outcome;
    };
    const finish = async (session: StartedSession) => {
      await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo });
      const form = streamedForm(session);
      form.append('events', events);
      expect((await sendForm(app.anyone, test, { form, session })).status).toBe(201);
    };
    const [after, before] = [
      await startSession(app.anyone, test),
      await startSession(app.anyone, test),
    ];
    await finish(after);
    expect(await outcome(after)).toBe('stopped');
    await send(after, { ...card, didIt: false });
    expect(await outcome(after)).toBe('gave_up');
    await send(after, card);
    expect(await outcome(after)).toBe('thought_done');
    await send(before, card);
    await finish(before);
    expect(await outcome(before)).toBe('thought_done');
  });

  it.each([
    ['an ease of 0', { ease: 0 }],
    ['an ease of 8', { ease: 8 }],
    ['an ease between two', { ease: 2.5 }],
    ['a text of 2001 characters', { helped: 'x'.repeat(2001) }],
    ['a NUL', { helped: 'a\u0000' }],
    ['an answer left out', { didIt: undefined }],
  ])('refuses %s', async (_, part) => {
    const session = await startSession(app.anyone, test);
    expect((await send(session, { ...card, ...part })).status).toBe(400);
    expect(await stored(session)).toEqual([]);
  });
});

describe('sessions.opening', () => {
  const open = (
    id: string,
    {
      obstacle = null,
      of = test,
      revision = test.revision._id,
    }: {
      obstacle?: string | null;
      of?: Test;
      revision?: string;
    } = {},
  ) => put(`/api/link/${of.uniqueId}/openings/${id}`, { revisionId: revision, obstacle });
  const start = (openingId: string, of = test) =>
    app.anyone.post(`/api/link/${of.uniqueId}/sessions`, { name: 'Ada', openingId });
  const stored = async (id: string) =>
    await app.parts.db
      .selectFrom('openings')
      .select(['test_id', 'revision_id', 'started', 'session_id', 'obstacle'])
      .where('id', '=', id as OpeningId)
      .executeTakeFirst();

  it('is counted once, with the last obstacle, and knows the session that began', async () => {
    const id = randomUUID();
    expect((await open(id)).status).toBe(200);
    await open(id, { obstacle: 'microphone_refused' });
    const opened = { test_id: test._id, revision_id: test.revision._id };
    const waits = { ...opened, started: false, session_id: null };
    expect(await stored(id)).toEqual({ ...waits, obstacle: 'microphone_refused' });
    const { session } = (await start(id)).body;
    const began = { ...opened, started: true, session_id: session._id };
    expect(await stored(id)).toEqual({ ...began, obstacle: 'microphone_refused' });
    await open(id);
    expect(await stored(id)).toEqual({ ...began, obstacle: null });
  });

  it('is of the revision that its session runs, whichever its page had shown', async () => {
    const form = { name: 'Shop', task: 'Buy', figmaUrl: app.parts.samplePrototypeUrl };
    const id = randomUUID();
    await open(id);
    await start(randomUUID());
    await owner.put(`/api/tests/${test._id}`, { ...form, task: 'Another task' });
    const { session } = (await start(id)).body;
    const { revision_id } = await app.parts.db
      .selectFrom('sessions')
      .select('revision_id')
      .where('id', '=', session._id)
      .executeTakeFirstOrThrow();
    expect(revision_id).not.toBe(test.revision._id);
    expect(await stored(id)).toMatchObject({ revision_id, session_id: session._id });
  });

  it('of a member of its workspace is not counted, but one of another workspace is', async () => {
    const path = (id: string) => `/api/link/${test.uniqueId}/openings/${id}`;
    const body = { revisionId: test.revision._id, obstacle: null };
    const [own, foreign] = [randomUUID(), randomUUID()];
    expect((await owner.put(path(own), body)).status).toBe(200);
    expect(await stored(own)).toBeUndefined();
    const stranger = await app.signIn('stranger@example.com', { company: 'Other' });
    expect((await stranger.put(path(foreign), body)).status).toBe(200);
    expect(await stored(foreign)).toMatchObject({ test_id: test._id });
  });

  it('whose own call got lost is counted by the start', async () => {
    const id = randomUUID();
    const { session } = (await start(id)).body;
    expect(await stored(id)).toMatchObject({ started: true, session_id: session._id });
  });

  it('keeps its test: another link changes nothing of it', async () => {
    const id = randomUUID();
    await open(id);
    const before = await stored(id);
    const foreign = { of: other, revision: other.revision._id, obstacle: 'test_full' };
    expect((await open(id, foreign)).status).toBe(404);
    expect((await start(id, other)).status).toBe(201);
    expect(await stored(id)).toEqual(before);
  });

  it("refuses another test's revision, and links and ids that are none", async () => {
    expect((await open(randomUUID(), { revision: other.revision._id })).status).toBe(404);
    expect((await open(randomUUID(), { revision: randomUUID() })).status).toBe(404);
    const unknown = { ...test, uniqueId: 'AAAAAAAAAAAAAAAAAAAAAA' as Test['uniqueId'] };
    expect((await open(randomUUID(), { of: unknown })).status).toBe(404);
    expect((await open('1')).status).toBe(404);
    expect((await open(randomUUID(), { obstacle: 'too_lazy' })).status).toBe(400);
  });

  it('of one address is refused beyond its share, and others are counted', async () => {
    const { db } = app.parts;
    await open(randomUUID());
    const ofAddress = (key: string) => key.startsWith(`openings of address:${test._id} `);
    const counts = await db.selectFrom('rate_counts').select('key').execute();
    const [own] = counts.filter(({ key }) => ofAddress(key));
    await db
      .updateTable('rate_counts')
      .set({ points: OPENINGS_RATE_PER_ADDRESS.calls, expire: Date.now() + 50_000 })
      .where('key', '=', own?.key ?? '')
      .execute();
    const id = randomUUID() as OpeningId;
    expect((await open(id)).body.code).toBe('too_many_requests');
    expect(await stored(id)).toBeUndefined();
    const { uniqueId, revision } = test;
    const opening = { uniqueId, id, revisionId: revision._id, obstacle: null, signedInto: null };
    await storeOpening(app.parts, { ...opening, address: '192.0.2.7' });
    expect(await stored(id)).toMatchObject({ test_id: test._id });
  });

  it('beyond as many as are kept takes the place of the oldest that led to no session', async () => {
    const [begun, oldest, newest] = [randomUUID(), randomUUID(), randomUUID()];
    await start(begun);
    for (const id of [oldest, newest]) await open(id);
    const { db } = app.parts;
    await sql`UPDATE openings SET opened_at = now() - interval '9 days'
      WHERE id IN (${begun}, ${oldest})`.execute(db);
    await sql`INSERT INTO openings (id, test_id, revision_id, opened_at)
      SELECT gen_random_uuid(), ${test._id}, ${test.revision._id}, now() - interval '1 day'
      FROM generate_series(4, ${OPENINGS_MAX_PER_TEST})`.execute(db);
    const id = randomUUID();
    expect((await open(id)).status).toBe(200);
    const remaining = await Promise.all([begun, oldest, newest, id].map(stored));
    expect(remaining.map((row) => row !== undefined)).toEqual([true, false, true, true]);
    const { count } = await db
      .selectFrom('openings')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('test_id', '=', test._id)
      .executeTakeFirstOrThrow();
    const { openings } = await db
      .selectFrom('opening_counts')
      .select('openings')
      .where('test_id', '=', test._id)
      .executeTakeFirstOrThrow();
    expect(openings).toBe(Number(count));
    await sql`UPDATE openings SET session_id = (SELECT session_id FROM openings WHERE id = ${begun})
      WHERE test_id = ${test._id}`.execute(db);
    await sql`UPDATE opening_counts SET openings = ${OPENINGS_MAX_PER_TEST}
      WHERE test_id = ${test._id}`.execute(db);
    expect((await open(randomUUID())).body.code).toBe('too_many_requests');
    expect((await open(newest, { obstacle: 'browser_unable' })).status).toBe(200);
    expect((await start(randomUUID())).status).toBe(201);
  });
});

describe('sessions.opening says whether the browser may take the test', () => {
  const isRepeat = async (browserKey?: string) => {
    const { body } = await put(`/api/link/${test.uniqueId}/openings/${randomUUID()}`, {
      revisionId: test.revision._id,
      obstacle: null,
      ...(browserKey === undefined ? {} : { browserKey }),
    });
    return body.isRepeat;
  };

  it('before a name is typed, and only where repeats are off', async () => {
    await recordSession(app.anyone, test, { name: 'Ada', browserKey: 'a-browser' });
    expect(await isRepeat('a-browser')).toBe(false);
    await app.parts.db.updateTable('tests').set({ allow_repeat: false }).execute();
    expect(await isRepeat('a-browser')).toBe(true);
    expect(await isRepeat('another-browser')).toBe(false);
    expect(await isRepeat()).toBe(false);
  });
});

describe('how a session ended', () => {
  it('by the browser’s own button: its outcome is left', async () => {
    const session = await startSession(app.anyone, test);
    await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo });
    const form = streamedForm(session);
    form.append('ended', 'sharing_ended');
    form.append('events', events);
    await sendForm(app.anyone, test, { form, session });
    const runs = app.parts.db.selectFrom('task_runs').where('session_id', '=', session._id);
    expect(await runs.select('outcome').executeTakeFirst()).toEqual({ outcome: 'left' });
  });

  it.each([
    ['without an answer', null, 'gave_up'],
    ['although they said that they had done it', true, 'thought_done'],
  ])('by a press on "I’m stuck", %s', async (_, didIt, outcome) => {
    const session = await startSession(app.anyone, test);
    await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo });
    const form = streamedForm(session);
    form.append('ended', 'stuck');
    form.append('events', events);
    await sendForm(app.anyone, test, { form, session });
    if (didIt !== null) {
      const answers = { didIt, ease: null, helped: null };
      await put(`/api/sessions/${session._id}/answers`, answers, bearer(session));
    }
    const runs = app.parts.db.selectFrom('task_runs').where('session_id', '=', session._id);
    expect(await runs.select('outcome').executeTakeFirst()).toEqual({ outcome });
  });

  const finish = async (ended: string | null) => {
    const session = await startSession(app.anyone, test);
    await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo });
    const form = streamedForm(session);
    if (ended !== null) form.append('ended', ended);
    expect((await sendForm(app.anyone, test, { form, session })).status).toBe(201);
    const recording = app.parts.db.selectFrom('recordings').where('session_id', '=', session._id);
    return await recording.select(['sharing_ended', 'pressed_stuck']).executeTakeFirstOrThrow();
  };

  it.each([
    [null, { sharing_ended: false, pressed_stuck: false }],
    ['sharing_ended', { sharing_ended: true, pressed_stuck: false }],
    ['stuck', { sharing_ended: false, pressed_stuck: true }],
    ['by a wizard', { sharing_ended: false, pressed_stuck: false }],
  ])('%s', async (ended, columns) => {
    expect(await finish(ended)).toEqual(columns);
  });
});
