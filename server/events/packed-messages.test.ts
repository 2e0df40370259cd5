// Messages of sessions that are over move into one row each: nothing is lost, and readers see no difference meanwhile.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { findReading } from '#server/readings/find-reading.db.ts';
import { renewReadings } from '#server/readings/renew.flow.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { createTest } from '#testing/create-test.ts';
import {
  change,
  type Message,
  missed,
  press,
  recordMessages,
  storeMessages,
} from '#testing/messages.ts';
import { bearer, sendForm, sendPiece, sentVideo, startSession } from '#testing/participant.ts';
import { releasedDatabase, releasedId, releasedSessions } from '#testing/released-database.ts';
import { type PackedMessages, type StoredMessage, unpackMessages } from './message-form.rules.ts';
import { packClosedSessions, packSession } from './packed-messages.db.ts';
import { readStoredMessages } from './stored-messages.db.ts';

const [HOME, LIST] = ['1:2', '700:1'];

let app: TestApp;
let owner: TestClient;
let test: Test;
let db: Database;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  db = app.parts.db;
});
afterAll(() => app.close());
beforeEach(async () => {
  await db.deleteFrom('sessions').execute();
  test = await createTest(app, owner);
});

const record = async (messages: Message[]) => (await recordMessages(app, test, messages)).sessionId;
const pack = () => packClosedSessions(app.parts);

/** All that happened so far happened some hours ago. */
async function wait(): Promise<void> {
  await sql`UPDATE sessions SET finished_at = finished_at - interval '2 hours',
    seen_at = seen_at - interval '2 hours'`.execute(db);
  await sql`UPDATE recordings SET last_piece_at = last_piece_at - interval '2 hours'`.execute(db);
}

async function read(sessionId: SessionId, of: Database = db) {
  const all = [];
  for await (const page of readStoredMessages(of, sessionId)) all.push(...page);
  return all;
}

/** Rows that are not packed and, per session, messages in the packed row. */
async function countStored(): Promise<{ rows: number; packed: number[] }> {
  const { rows } = await sql<{ rows: number; packed: number[] }>`SELECT
    (SELECT count(*)::int FROM session_messages WHERE batch > 0) AS rows,
    ARRAY(SELECT messages FROM session_messages WHERE batch = 0 ORDER BY session_id) AS packed`.execute(
    db,
  );
  return rows[0] ?? { rows: 0, packed: [] };
}

const countsOf = (sessionId: SessionId) =>
  db
    .selectFrom('sessions')
    .select(['events_bytes', 'events_in_a_row'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();

/** Bytes of a session's rows, as they are counted. */
const rowsBytesOf = async (sessionId: SessionId) =>
  (
    await db
      .selectFrom('sessions')
      .select('rows_bytes')
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
  ).rows_bytes;

const some = [press(100, HOME), change(900, LIST), missed(1500, LIST)];
const many = Array.from({ length: 1200 }, (_, at) => press(at * 500, at % 2 ? HOME : LIST));

describe('messages of a finished session', () => {
  it('are in one row, as they came, and are read as before', async () => {
    const session = await record(some);
    const [before, reading] = [await read(session), await findReading(db, session)];
    await wait();
    await pack();
    expect(await countStored()).toEqual({ rows: 0, packed: [3] });
    expect(await read(session)).toEqual(before);
    await sql`UPDATE readings SET version = 0`.execute(db);
    await sql`DELETE FROM clicks`.execute(db);
    await renewReadings(app.parts, {});
    expect(await findReading(db, session)).toEqual(reading);
    const bytes = before.reduce((sum, { data }) => sum + data.length, 0);
    expect(await countsOf(session)).toEqual({ events_bytes: bytes, events_in_a_row: 3 });
  });

  it('count as what they take, less once they are packed', async () => {
    const session = await record(many);
    const taken = async () => {
      const { rows } = await sql<{ bytes: number }>`SELECT sum(octet_length(bytes))::int AS bytes
        FROM session_messages WHERE session_id = ${session}`.execute(db);
      return rows[0]?.bytes ?? 0;
    };
    const [before, counted] = [await taken(), await rowsBytesOf(session)];
    expect(counted).toBeGreaterThanOrEqual(before);
    expect(counted).toBeLessThan(1.1 * before);
    await wait();
    await pack();
    expect(counted - (await rowsBytesOf(session))).toBe(before - (await taken()));
    expect(await taken()).toBeLessThan(before / 4);
  });

  it('stay as they came while it runs, and a moment longer', async () => {
    const running = await startSession(app.anyone, test);
    await send(running, some);
    const early = await startSession(app.anyone, test);
    await send(early, some);
    await abandon(early);
    await record(some);
    await pack();
    expect(await countStored()).toEqual({ rows: 3, packed: [] });
  });

  it('are packed by one job after another, the oldest session first', async () => {
    await record(some);
    await record(some.slice(1));
    await record(some.slice(2));
    await wait();
    for (const packed of [[3], [3, 2], [3, 2, 1]]) {
      await packClosedSessions(app.parts, 0);
      expect((await countStored()).packed).toEqual(packed);
    }
  });

  it('of 0.9.0 are read and packed as before, with escapes that no text can hold', async () => {
    const released = await releasedDatabase();
    try {
      const before = await releasedMessages(released.db);
      await migrate(released.db);
      const ids = [...before.keys()];
      const readAll = async () => await Promise.all(ids.map((id) => read(id, released.db)));
      expect(await readAll()).toEqual([...before.values()]);
      await packClosedSessions({ ...app.parts, db: released.db });
      expect(await readAll()).toEqual([...before.values()]);
      const left = released.db
        .selectFrom('session_messages')
        .select('session_id')
        .where('batch', '>', 0)
        .distinct();
      expect(await left.execute()).toEqual([{ session_id: releasedId(releasedSessions.Rex) }]);
    } finally {
      await released.drop();
    }
  });
});

/** The messages of each session of 0.9.0, read from its tables. */
async function releasedMessages(of: Database): Promise<Map<SessionId, StoredMessage[]>> {
  const { rows } = await sql<StoredMessage & { id: SessionId }>`SELECT session_id AS id, seq,
    at_ms AS "atMs", type, data::text AS data FROM events ORDER BY session_id, seq`.execute(of);
  const { rows: packed } = await sql<PackedMessages & { id: SessionId }>`SELECT session_id AS id,
    form, messages, bytes FROM session_messages`.execute(of);
  const all = new Map<SessionId, StoredMessage[]>();
  for (const { id, ...row } of packed) {
    const { seqs, message } = await unpackMessages(row);
    all.set(
      id,
      seqs.map((_, place) => message(place)),
    );
  }
  for (const { id, ...message } of rows) all.set(id, [...(all.get(id) ?? []), message]);
  return all;
}

describe('messages of a session that goes on', () => {
  it('join those from before: each once, the first of each number', async () => {
    const session = await startSession(app.anyone, test);
    await send(session, some);
    await abandon(session);
    await wait();
    await pack();
    expect(await countStored()).toEqual({ rows: 0, packed: [3] });
    const before = await read(session._id);
    expect(await send(session, [change(9, HOME), press(2000, LIST)], { from: 2 })).toEqual({
      stored: 4,
      full: false,
    });
    expect(await countStored()).toEqual({ rows: 1, packed: [3] });
    expect((await read(session._id)).slice(0, 3)).toEqual(before);
    const form = new FormData();
    form.append('upload', session.uploadId);
    form.append('events', JSON.stringify([{ ...press(3000, LIST), seq: 4 }]));
    successBody(await sendForm(app.anyone, test, { form, session }));
    await wait();
    await pack();
    expect(await countStored()).toEqual({ rows: 0, packed: [5] });
    expect(
      (await findReading(db, session._id))?.runs[0]?.reading.clicks.map(({ seq }) => seq),
    ).toEqual([...[0, 2, 3, 4]]);
  });
});

describe('while others work on the same session', () => {
  it('two servers pack each session once', async () => {
    const beside = await startTestApp({ beside: app });
    try {
      const sessions = [await record(some), await record(many), await record(some)];
      const before = await Promise.all(sessions.map((id) => read(id)));
      await wait();
      await Promise.all([pack(), packClosedSessions(beside.parts)]);
      expect((await countStored()).rows).toBe(0);
      expect(await Promise.all(sessions.map((id) => read(id)))).toEqual(before);
    } finally {
      await beside.close();
    }
  });

  it('a participant who comes back to another server loses no message', async () => {
    const beside = await startTestApp({ beside: app });
    try {
      const session = await startSession(app.anyone, test);
      await send(session, some);
      await abandon(session);
      for (let seq = some.length; seq < 9; seq += 1) {
        await wait();
        if (seq % 3 === 0) await pack();
        const sent = send(session, [press(seq * 500, HOME)], { from: seq, to: beside.anyone });
        const [answer] = await Promise.all([sent, pack()]);
        expect(answer).toEqual({ stored: seq + 1, full: false });
      }
      expect((await read(session._id)).map(({ seq }) => seq)).toEqual(
        Array.from({ length: 9 }, (_, seq) => seq),
      );
    } finally {
      await beside.close();
    }
  });

  it('a message that arrives meanwhile stays beside, is read, and is packed the next time', async () => {
    const session = await record(some);
    await wait();
    const late = { seq: 3, atMs: 2000, type: 'NEW_STATE', data: '{}' };
    await db.transaction().execute(async (arriving) => {
      await storeMessages(arriving, session, [late]);
      await packSession(db, session);
    });
    expect(await countStored()).toEqual({ rows: 1, packed: [3] });
    const whole = await read(session);
    expect(whole.map(({ seq }) => seq)).toEqual([0, 1, 2, 3]);
    await pack();
    expect(await countStored()).toEqual({ rows: 0, packed: [4] });
    expect(await read(session)).toEqual(whole);
  });

  it('a repetition that arrives meanwhile is not read', async () => {
    const session = await record(some);
    const [before, counts] = [await read(session), await countsOf(session)];
    await wait();
    await pack();
    await storeMessages(db, session, [{ seq: 1, atMs: 7, type: 'NEW_STATE', data: '{"x":"y"}' }]);
    expect(await read(session)).toEqual(before);
    await pack();
    expect([await countStored(), await countsOf(session)]).toEqual([
      { rows: 0, packed: [3] },
      counts,
    ]);
    expect(await read(session)).toEqual(before);
  });

  it('a reader sees each message once when they are packed', async () => {
    const session = await record(many);
    await wait();
    const seqs: number[] = [];
    for await (const page of readStoredMessages(db, session)) {
      if (seqs.length === 0) await packSession(db, session);
      seqs.push(...page.map(({ seq }) => seq));
    }
    expect(seqs).toEqual(many.map((_message, seq) => seq));
  });

  it('one that cannot be packed keeps nothing back', async () => {
    const [damaged, sound] = [await record(some), await record(some)];
    await wait();
    await packSession(db, damaged);
    await sql`UPDATE session_messages SET bytes = '\\x00' WHERE session_id = ${damaged}`.execute(
      db,
    );
    await storeMessages(db, damaged, [{ seq: 3, atMs: 2000, type: 'NEW_STATE', data: '{}' }]);
    await pack();
    expect(await read(sound)).toHaveLength(3);
    expect(await countStored()).toEqual({ rows: 1, packed: [3, 3] });
  });
});

async function send(
  session: StartedSession,
  messages: Message[],
  { from = 0, to = app.anyone } = {},
) {
  const events = messages.map((message, at) => ({ ...message, seq: from + at }));
  return successBody(
    await to.send(`/api/sessions/${session._id}/events`, {
      method: 'POST',
      headers: { ...bearer(session), 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
    }),
  );
}

/** Something was recorded, so it may go on. */
async function abandon(session: StartedSession): Promise<void> {
  successBody(await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo }));
  const call = { method: 'POST', headers: bearer(session) };
  successBody(await app.anyone.send(`/api/sessions/${session._id}/abandon`, call));
}
