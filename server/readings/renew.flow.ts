// Reads sessions: each once its recording has closed, and in the job readings.renew again after an update that reads
// better or when a screen's image came later. Before that the job computes missing layers of screens.
import { sql } from 'kysely';
import type { RevisionId, SessionId } from '#contract/ids.ts';
import { READING_VERSION } from '#insight/reading.ts';
import type { Parts } from '#server/parts.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { JobData } from '#server/platform/jobs/jobs.ts';
import { renewLayers } from '#server/screens/renew-layers.db.ts';
import { readAndStore } from './session-reading.db.ts';

/** Ordinary sessions take 10 ms each: a job ends in seconds, and one that is killed has lost little. */
const SESSIONS_PER_JOB = 500;

/**
 * Reads sessions that need a reading, each in a transaction of its own. It can run twice and beside other
 * servers: a session that was read meanwhile is skipped. The next run reads the sessions that remain when it
 * stops.
 */
export async function renewReadings(
  parts: Pick<Parts, 'log' | 'db' | 'jobs' | 'prototypeHosts'>,
  { revisionId, nodeIds }: JobData<'readings.renew'>,
): Promise<void> {
  if (revisionId && nodeIds) await markDueByScreens(parts.db, { revisionId, nodeIds });
  const hasMoreImages = await renewLayers(parts.db);
  const due = await dueSessions(parts.db, SESSIONS_PER_JOB);
  for (const sessionId of due) await readDueSession(parts, sessionId);
  if (hasMoreImages || due.length === SESSIONS_PER_JOB) await parts.jobs.send('readings.renew', {});
}

/**
 * Reads a session that is due, in a transaction of its own. If that fails, it stays due: others must not wait for it, and a
 * recording that has just closed is stored all the same.
 */
export async function readDueSession(
  parts: Pick<Parts, 'log' | 'db' | 'prototypeHosts'>,
  sessionId: SessionId,
): Promise<void> {
  try {
    await parts.db.transaction().execute(async (db) => {
      const session = await lockReading(db, sessionId);
      if (!session || session.version >= READING_VERSION) return;
      await readAndStore(parts, db, { sessionId, ...session });
    });
  } catch (error) {
    parts.log.error({ err: error, sessionId }, 'a session could not be read');
    await postponeReading(parts.db, sessionId);
  }
}

/**
 * Takes a session's recording, row and reading until the transaction ends, in the order of server/platform/db/deadlocks.ts: a
 * trigger changes the session when the reading is stored.
 * @returns null when the session runs or is gone.
 */
export async function lockReading(
  db: Database,
  sessionId: SessionId,
): Promise<{ version: number; durationMs: number | null } | null> {
  const recording = await db
    .selectFrom('recordings')
    .select('duration_ms')
    .where('session_id', '=', sessionId)
    .where('state', '=', 'ready')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!recording) return null;
  await sql`SELECT FROM sessions WHERE id = ${sessionId} FOR NO KEY UPDATE`.execute(db);
  const reading = await db
    .selectFrom('readings')
    .select('version')
    .where('session_id', '=', sessionId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return { version: reading?.version ?? 0, durationMs: recording.duration_ms };
}

/** Sessions to be read again now, those of the newest tests first. */
export async function dueSessions(db: Database, limit: number): Promise<SessionId[]> {
  const rows = await closedRecordings(db)
    .innerJoin('readings', 'readings.session_id', 'recordings.session_id')
    // The version is written out, because with a parameter PostgreSQL can't estimate that nearly all are read
    // already.
    .where('readings.version', '<', sql.lit(READING_VERSION))
    .where(sql<boolean>`(readings.retry_at IS NULL OR readings.retry_at <= now())`)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Every session with a closed recording, those of the newest tests first. */
export async function closedSessions(db: Database): Promise<SessionId[]> {
  const rows = await closedRecordings(db).execute();
  return rows.map(({ id }) => id);
}

function closedRecordings(db: Database) {
  return db
    .selectFrom('recordings')
    .innerJoin('sessions', 'sessions.id', 'recordings.session_id')
    .innerJoin('tests', 'tests.id', 'sessions.test_id')
    .select('sessions.id')
    .where('recordings.state', '=', 'ready')
    .orderBy('tests.created_at', 'desc')
    .orderBy('sessions.id', 'desc');
}

/** Has one session read again: messages came after its recording was closed. */
export async function markDue(db: Database, sessionId: SessionId): Promise<void> {
  await sql`UPDATE readings SET version = 0 WHERE session_id = ${sessionId} AND version <> 0`.execute(
    db,
  );
}

/** Has a session read whose recording closes in this transaction. */
export async function leaveDue(db: Database, sessionId: SessionId): Promise<void> {
  await db
    .insertInto('readings')
    .values({ session_id: sessionId })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ version: 0 }))
    .execute();
}

/** A due session could not be read: the next try waits 1, 2, 4 … minutes, at most a day. */
export async function postponeReading(db: Database, sessionId: SessionId): Promise<void> {
  await sql`UPDATE readings
    SET failures = failures + 1, retry_at = now() + least(2 ^ least(failures, 11), 1440) * interval '1 minute'
    WHERE session_id = ${sessionId} AND version < ${READING_VERSION}`.execute(db);
}

/** Has the sessions of a revision read again that presented screens, or named layers in them, whose images have come. */
export async function markDueByScreens(
  db: Database,
  { revisionId, nodeIds }: { revisionId: RevisionId; nodeIds: readonly string[] },
): Promise<void> {
  // The boxes of a screen are unpacked once, not for each session.
  const named = sql`sessions.id IN (
    SELECT session_id FROM reported_nodes
    WHERE revision_id = ${revisionId} AND node_ids && ARRAY(
      SELECT unnest(${nodeIds}::text[]) UNION
      SELECT jsonb_object_keys(boxes) FROM revision_screens JOIN screens ON screens.id = screen_id
      WHERE revision_id = ${revisionId} AND revision_screens.node_id = ANY(${nodeIds}::text[])))`;
  // One that is read now may have looked for the image before it came: its reading is seen once it is stored.
  await sql`SELECT 1 FROM readings JOIN recordings USING (session_id) JOIN sessions ON sessions.id = session_id
    WHERE readings.version < ${sql.lit(READING_VERSION)} AND sessions.revision_id = ${revisionId} AND ${named}
    ORDER BY session_id FOR SHARE OF recordings`.execute(db);
  // This visits session by session, because for an EXISTS in an OR PostgreSQL scans the rows of all tests.
  await sql`UPDATE readings SET version = 0 WHERE session_id = ANY (ARRAY (
      SELECT readings.session_id FROM readings JOIN sessions ON sessions.id = readings.session_id
      WHERE sessions.revision_id = ${revisionId} AND version <> 0
        AND (${named} OR (
          SELECT true FROM visits WHERE visits.session_id = sessions.id AND visits.screen_id = ANY(${nodeIds}::text[])
          LIMIT 1))
      ORDER BY readings.session_id FOR NO KEY UPDATE OF readings))`.execute(db);
}
