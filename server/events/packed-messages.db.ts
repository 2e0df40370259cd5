// Packs the raw messages of ended sessions into one row each (the job messages.pack), and unpacks those of a session
// that resumes. A row is moved, never copied, so each message is in exactly one of the two tables.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import { FINISHED_TOKEN_MINUTES } from '#contract/limits.ts';
import type { Parts } from '#server/parts.ts';
import { isOver } from '#server/platform/access/session-over.ts';
import type { Database } from '#server/platform/db/database.ts';
import { lastSeenAt } from '#server/session-state/last-seen.db.ts';
import { packMessages, type StoredMessage, unpackMessages } from './message-form.rules.ts';

/** Calls of a finished session are rejected after this time. */
const PACKED_AFTER = sql`${FINISHED_TOKEN_MINUTES} * interval '1 minute'`;
/** A session that ended early may resume, and its messages are then unpacked. Most of those resume soon. */
const PACKED_AFTER_QUIET = sql`interval '1 hour'`;
/** Maximum number of sessions that one statement reads. */
const SESSIONS_A_LOOK = 200;
/** Maximum duration of a job, which is queued every minute. */
const JOB_MS = 50_000;
/** Five values each: PostgreSQL takes 65,535 in a statement. */
const ROWS_PER_STATEMENT = 1000;

/**
 * Packs messages of ended sessions, the oldest first, and pauses as long as each step takes. The next job continues
 * after JOB_MS. Several jobs and servers may run at once, because each skips sessions that another transaction holds.
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
    // A failed session stays as it is and is retried in a minute, so that the others need not wait.
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
  or recordings.state = 'ready' and ${lastSeenAt} < now() - ${PACKED_AFTER_QUIET})`;

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

/**
 * Packs one session's messages together with those that are packed already. It does nothing if the session resumes or
 * another transaction holds it.
 */
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

/** The statement returns exactly the rows that it deletes, so a message that arrives at the same time stays. */
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
  // A repetition that arrived during packing may have been counted.
  await db
    .updateTable('sessions')
    .set({ events_bytes: bytes, events_in_a_row: gap < 0 ? messages.length : gap })
    .where('id', '=', sessionId)
    .execute();
}

/**
 * Unpacks the messages of a session that resumes into rows, which new ones join.
 * @param pool also a transaction that holds the session
 */
export async function putBackMessages(pool: Database, sessionId: SessionId): Promise<void> {
  const put = async (db: Database) => {
    // The first of several simultaneous callers unpacks; the others wait here and find nothing left.
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
