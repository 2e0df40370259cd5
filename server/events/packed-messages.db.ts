// Packs the raw messages of sessions that are over into one row each (the job messages.pack), and puts those of one that
// goes on back into rows. A row is moved, never copied: each message is in one of the two tables.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import { FINISHED_TOKEN_MINUTES } from '#contract/limits.ts';
import type { Parts } from '#server/parts.ts';
import { isOver } from '#server/platform/access/session-over.ts';
import type { Database } from '#server/platform/db/database.ts';
import { heardAt } from '#server/session-state/heard.db.ts';
import { packMessages, type StoredMessage, unpackMessages } from './message-form.rules.ts';

/** From then on no call of a finished session is taken. */
const PACKED_AFTER = sql`${FINISHED_TOKEN_MINUTES} * interval '1 minute'`;
/** A session that ended early may go on: then its messages are put back. Most who come back do so soon. */
const PACKED_AFTER_QUIET = sql`interval '1 hour'`;
/** Sessions looked at by one statement. */
const SESSIONS_A_LOOK = 200;
/** It is queued every minute. */
const JOB_MS = 50_000;
/** Five values each: PostgreSQL takes 65,535 in a statement. */
const ROWS_PER_STATEMENT = 1000;

/**
 * Packs what is to be packed, from the oldest session on, and leaves others as much time as it takes; what is left after
 * a while is done by the next job. Harmless twice and beside other servers: a session that another one holds is passed
 * over.
 */
export async function packClosedSessions(
  parts: Pick<Parts, 'db' | 'log'>,
  jobMs = JOB_MS,
): Promise<void> {
  const endsAt = performance.now() + jobMs;
  for (let last: SessionId | undefined; ; ) {
    const sessions = await sessionsWithRows(parts.db, last);
    for (const sessionId of await closedOf(parts.db, sessions)) {
      const startedAt = performance.now();
      await packOrLog(parts, sessionId);
      const endedAt = performance.now();
      if (endedAt > endsAt) return;
      await pause(endedAt - startedAt);
    }
    if (sessions.length < SESSIONS_A_LOOK) return;
    last = sessions.at(-1);
  }
}

async function packOrLog(parts: Pick<Parts, 'db' | 'log'>, sessionId: SessionId): Promise<void> {
  try {
    await packSession(parts.db, sessionId);
  } catch (error) {
    // The others must not wait for this one; it stays as it is, and is tried again in a minute.
    parts.log.error({ err: error, sessionId }, 'messages of a session could not be packed');
  }
}

/** Sessions that have messages in rows, in order. One step in the index each, however many messages they have. */
async function sessionsWithRows(db: Database, after: SessionId | undefined): Promise<SessionId[]> {
  const first = after ?? '00000000-0000-0000-0000-000000000000';
  const { rows } = await sql<{ id: SessionId }>`with recursive found (id) as (
      (select session_id from events where session_id > ${first} order by session_id limit 1)
      union all
      select (select session_id from events where session_id > found.id order by session_id limit 1)
      from found where found.id is not null
    )
    select id from found where id is not null limit ${SESSIONS_A_LOOK}`.execute(db);
  return rows.map(({ id }) => id);
}

const isClosed = sql<boolean>`(${isOver} and sessions.finished_at < now() - ${PACKED_AFTER}
  or recordings.state = 'ready' and ${heardAt} < now() - ${PACKED_AFTER_QUIET})`;

function recordedSessions(db: Database) {
  return db
    .selectFrom('recordings')
    .innerJoin('sessions', 'sessions.id', 'recordings.session_id')
    .select('sessions.id');
}

async function closedOf(db: Database, sessions: readonly SessionId[]): Promise<SessionId[]> {
  const rows = await recordedSessions(db)
    .where(sql<boolean>`sessions.id = any(${[...sessions]}::uuid[])`)
    .where(isClosed)
    .orderBy('sessions.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Packs one session's messages, with those that are packed already; nothing when it goes on or another one holds it. */
export async function packSession(pool: Database, sessionId: SessionId): Promise<void> {
  await pool.transaction().execute(async (db) => {
    const held = await recordedSessions(db)
      .where('sessions.id', '=', sessionId)
      .where(isClosed)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!held) return;
    const messages = [...(await takePacked(db, sessionId)), ...(await takeRows(db, sessionId))];
    if (messages.length === 0) return;
    await storePacked(db, sessionId, withoutRepetitions(messages));
  });
}

/** The first of each number, in order. */
function withoutRepetitions(messages: readonly StoredMessage[]): StoredMessage[] {
  const bySeq = new Map<number, StoredMessage>();
  for (const message of messages) if (!bySeq.has(message.seq)) bySeq.set(message.seq, message);
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/** What it takes is what it answers: a message that comes at the same time stays. */
async function takeRows(db: Database, sessionId: SessionId): Promise<StoredMessage[]> {
  return await db
    .deleteFrom('events')
    .where('session_id', '=', sessionId)
    .returning(['seq', 'at_ms as atMs', 'type', sql<string>`data::text`.as('data')])
    .execute();
}

async function takePacked(db: Database, sessionId: SessionId): Promise<StoredMessage[]> {
  const packed = await db
    .deleteFrom('session_messages')
    .where('session_id', '=', sessionId)
    .returning(['form', 'messages', 'bytes'])
    .executeTakeFirst();
  if (!packed) return [];
  const { seqs, message } = await unpackMessages(packed);
  return seqs.map((_, place) => message(place));
}

async function storePacked(
  db: Database,
  sessionId: SessionId,
  messages: readonly StoredMessage[],
): Promise<void> {
  const packed = await packMessages(messages);
  await db
    .insertInto('session_messages')
    .values({ session_id: sessionId, ...packed })
    .execute();
  const gap = messages.findIndex(({ seq }, place) => seq !== place);
  const bytes = messages.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
  // A repetition may have been counted that came while they were packed.
  await db
    .updateTable('sessions')
    .set({ events_bytes: bytes, events_in_a_row: gap < 0 ? messages.length : gap })
    .where('id', '=', sessionId)
    .execute();
}

/**
 * Puts the packed messages of a session that goes on back into rows, which new ones join.
 * @param pool also a transaction that holds the session
 */
export async function putBackMessages(pool: Database, sessionId: SessionId): Promise<void> {
  const put = async (db: Database) => {
    // Of several at once the first does it; the others wait for it here, and find nothing left.
    const messages = await takePacked(db, sessionId);
    for (let at = 0; at < messages.length; at += ROWS_PER_STATEMENT) {
      const rows = messages
        .slice(at, at + ROWS_PER_STATEMENT)
        .map(({ atMs, ...message }) => ({ session_id: sessionId, at_ms: atMs, ...message }));
      await db
        .insertInto('events')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['session_id', 'seq']).doUpdateSet(({ ref }) => ({
            at_ms: ref('excluded.at_ms'),
            type: ref('excluded.type'),
            data: ref('excluded.data'),
          })),
        )
        .execute();
    }
  };
  if (pool.isTransaction) await put(pool);
  else await pool.transaction().execute(put);
}
