// Sessions in the database: slots of the submission limit, timestamps, heatmaps.
import { sql } from 'kysely';
import { v4 as uuidv4 } from 'uuid';
import type { RevisionId, SessionId, TestId, UniqueId, UploadId } from '#contract/ids.ts';
import type { Authorized, SessionRef } from '#server/access/authorized.ts';
import type { Database } from '#server/db/database.ts';
import { newestTask } from '#server/domain/tests/revisions.db.ts';
import { recountImages } from '#server/domain/workspaces/stored-bytes.ts';
import { isOver } from './session-over.ts';

export type SharedTestRow = NonNullable<Awaited<ReturnType<typeof findSharedTest>>>;

export async function findSharedTest(db: Database, uniqueId: UniqueId) {
  return await db
    .selectFrom('tests')
    .innerJoinLateral(newestTask, (join) => join.onTrue())
    .selectAll(['tests', 'newest'])
    .where('unique_id', '=', uniqueId)
    .executeTakeFirst();
}

/**
 * Whether a finished session of the test was this browser's; names decide nothing. One that
 * ended early did not finish: its participant may try again.
 */
export async function hasFinished(
  db: Database,
  testId: TestId,
  browserKey: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('recordings', 'recordings.session_id', 'sessions.id')
    .select('id')
    .where('test_id', '=', testId)
    .where(isOver)
    .where('browser_key', '=', browserKey)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The wanted millisecond or the next free one of the test: its index is read up to the first gap. */
async function freeTimestamp(db: Database, testId: TestId, wantedMs: number): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    SELECT coalesce(
      (SELECT taken.timestamp_ms + 1 FROM sessions taken
        WHERE taken.test_id = ${testId} AND taken.timestamp_ms >= ${wantedMs}
          AND EXISTS (SELECT FROM sessions WHERE test_id = ${testId} AND timestamp_ms = ${wantedMs})
          AND NOT EXISTS (SELECT FROM sessions after
            WHERE after.test_id = taken.test_id AND after.timestamp_ms = taken.timestamp_ms + 1)
        ORDER BY taken.timestamp_ms LIMIT 1),
      ${wantedMs}::bigint) AS free`.execute(db);
  return rows[0]?.free ?? wantedMs;
}

export interface NewSession {
  id: SessionId;
  testId: TestId;
  revisionId: RevisionId;
  /** Whether it may have been asked something else. */
  isUncertain: boolean;
  participantName: string;
  /** Browser and system in our own words; null: not known. */
  device: string | null;
  browserKey: string | null;
  wantedTimestampMs: number;
  /** Whose unused sessions count together; null for one that brings its recording. */
  waitingFrom: string | null;
}

/** A started session with its recording, ready to receive. Needs the test's lock. */
export async function insertSession(
  db: Database,
  session: NewSession,
): Promise<{ timestampMs: number; uploadId: UploadId }> {
  const timestampMs = await freeTimestamp(db, session.testId, session.wantedTimestampMs);
  const uploadId = uuidv4();
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      test_id: session.testId,
      number: ({ selectFrom }) =>
        selectFrom('tests').select('numbered').where('id', '=', session.testId).$asScalar(),
      device: session.device,
      revision_id: session.revisionId,
      revision_uncertain: session.isUncertain,
      participant_name: session.participantName,
      timestamp_ms: timestampMs,
      browser_key: session.browserKey,
      waiting_from: session.waitingFrom,
      state: 'started',
      finished_at: null,
    })
    .execute();
  await db
    .insertInto('recordings')
    .values({
      session_id: session.id,
      upload_id: uploadId,
      state: 'receiving',
      duration_ms: null,
      length_bytes: null,
      media_index: null,
    })
    .execute();
  return { timestampMs, uploadId: uploadId as UploadId };
}

export async function readSession(db: Database, { sessionId }: Authorized<SessionRef>) {
  return await db
    .selectFrom('sessions')
    .innerJoin('recordings', 'recordings.session_id', 'sessions.id')
    .select(['sessions.state', 'sessions.participant_name', 'sessions.timestamp_ms'])
    .select(['recordings.upload_id', isOver.as('over')])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirstOrThrow();
}

/** Its participant ended the sharing of the screen, and so the session, without pressing stop. */
export async function noteSharingEnded(
  db: Database,
  { sessionId }: Authorized<SessionRef>,
): Promise<void> {
  const recording = db.updateTable('recordings').where('session_id', '=', sessionId);
  await recording.set({ sharing_ended: true }).execute();
}

/** Heatmaps that are kept: node id of the screen → bytes. */
export async function heatmapSizes(
  db: Database,
  { sessionId }: { sessionId: SessionId },
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('heatmaps')
    .select(['screen_id', 'size_bytes'])
    .where('session_id', '=', sessionId)
    .execute();
  return new Map(rows.map((row) => [row.screen_id, row.size_bytes]));
}

export async function insertHeatmaps(
  db: Database,
  { sessionId }: { sessionId: SessionId },
  heatmaps: readonly { screenId: string; width: number; height: number; sizeBytes: number }[],
): Promise<void> {
  for (const { screenId, width, height, sizeBytes } of heatmaps) {
    const image = { width, height, size_bytes: sizeBytes };
    await db
      .insertInto('heatmaps')
      .values({ session_id: sessionId, screen_id: screenId, ...image })
      .onConflict((conflict) => conflict.columns(['session_id', 'screen_id']).doUpdateSet(image))
      .execute();
  }
  if (heatmaps.length > 0) await recountImages(db, sessionId);
}
