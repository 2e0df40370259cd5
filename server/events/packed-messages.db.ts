// Packs the raw messages of ended sessions into one row each (the job messages.pack). Messages of a session that resumes
// come in rows beside it.
import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import { FINISHED_TOKEN_MINUTES } from '#contract/limits.ts';
import type { Parts } from '#server/parts.ts';
import { isOver } from '#server/platform/access/session-over.ts';
import type { Database } from '#server/platform/db/database.ts';
import { lastSeenAt } from '#server/session-state/last-seen.db.ts';
import { packMessages } from './message-form.rules.ts';
import { readersBySeq } from './stored-messages.db.ts';

/** Calls of a finished session are rejected after this time. */
const PACKED_AFTER = sql`${FINISHED_TOKEN_MINUTES} * interval '1 minute'`;
/** A session that ended early may resume. Most of those resume soon. */
const PACKED_AFTER_QUIET = sql`interval '1 hour'`;
/** Maximum number of sessions that one statement reads. */
const SESSIONS_A_LOOK = 200;
/** Maximum duration of a job, which is queued every minute. */
const JOB_MS = 50_000;
/** Number of the row that has all messages of a session. */
const PACKED_BATCH = 0;

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
    const sessions = await sessionsToPack(parts.db, last);
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

/** Sessions whose messages are not packed, in order. One step in the index each, however many messages they have. */
async function sessionsToPack(db: Database, after: SessionId | undefined): Promise<SessionId[]> {
  const first = after ?? '00000000-0000-0000-0000-000000000000';
  const next = (from: RawBuilder<unknown>) =>
    sql`select session_id from session_messages where batch > ${sql.lit(PACKED_BATCH)} and session_id > ${from}
      order by session_id limit 1`;
  const { rows } = await sql<{ id: SessionId }>`with recursive found (id) as (
      (${next(sql`${first}::uuid`)})
      union all
      select (${next(sql`found.id`)}) from found where found.id is not null
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
 * Packs one session's messages into one row. It does nothing if the session resumes or another transaction holds it. A
 * row that arrives meanwhile stays beside it, because the statement returns exactly the rows that it deletes.
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
    const rows = await db
      .deleteFrom('session_messages')
      .where('session_id', '=', sessionId)
      .returning(['batch', 'form', 'messages', 'bytes'])
      .execute();
    const readers = await readersBySeq(rows.toSorted((a, b) => a.batch - b.batch));
    const seqs = [...readers.keys()].sort((a, b) => a - b);
    if (seqs.length === 0) return;
    const packed = await packMessages(seqs.flatMap((seq) => readers.get(seq)?.() ?? []));
    await db
      .insertInto('session_messages')
      .values({ session_id: sessionId, batch: PACKED_BATCH, ...packed })
      .execute();
    const bytesBefore = rows.reduce((sum, { bytes }) => sum + bytes.length, 0);
    await db
      .updateTable('sessions')
      .set({ rows_bytes: sql`rows_bytes - ${bytesBefore - packed.bytes.length}` })
      .where('id', '=', sessionId)
      .execute();
  });
}
