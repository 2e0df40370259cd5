// Recordings in the database: their list, one with its place, stills and heatmaps, the video's state.
import type { TestId } from '#contract/ids.ts';
import type { Authorized, RecordingRef } from '#server/access/authorized.ts';
import type { Database } from '#server/db/database.ts';
import { containing } from '#server/domain/lists.ts';
import { newestTask } from '#server/domain/tests/revisions.db.ts';
import { recordingColumns } from './recording-info.ts';

export type RecordingRow = NonNullable<Awaited<ReturnType<typeof readRecording>>>;

/** One page of a test's recordings, newest first; `beforeMs` is the last one's timestamp. */
export async function pageRecordings(
  db: Database,
  filter: { testId: TestId; beforeMs?: number; search?: string; limit: number },
) {
  let query = matching(db, filter)
    .innerJoin('revisions', 'revisions.id', 'sessions.revision_id')
    .select([...recordingColumns]);
  if (filter.beforeMs !== undefined) {
    query = query.where('sessions.timestamp_ms', '<', filter.beforeMs);
  }
  return await query.orderBy('sessions.timestamp_ms', 'desc').limit(filter.limit).execute();
}

export async function countRecordings(
  db: Database,
  filter: { testId: TestId; search?: string },
): Promise<number> {
  const row = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The recordings before and after one in its test, and its number from the newest, all within one look. */
export async function readNeighbours(db: Database, at: { testId: TestId; timestampMs: number }) {
  const among = matching(db, at).select(['sessions.participant_name', 'sessions.timestamp_ms']);
  const newer = among.where('sessions.timestamp_ms', '>', at.timestampMs);
  const [newerRow, olderRow, counts] = await Promise.all([
    newer.orderBy('sessions.timestamp_ms', 'asc').limit(1).executeTakeFirst(),
    among
      .where('sessions.timestamp_ms', '<', at.timestampMs)
      .orderBy('sessions.timestamp_ms', 'desc')
      .limit(1)
      .executeTakeFirst(),
    matching(db, at)
      .select(({ fn }) => [
        fn.countAll<number>().as('total'),
        fn.countAll<number>().filterWhere('sessions.timestamp_ms', '>', at.timestampMs).as('newer'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  return {
    newer: newerRow,
    older: olderRow,
    position: Number(counts.newer) + 1,
    total: Number(counts.total),
  };
}

function matching(db: Database, filter: { testId: TestId; search?: string }) {
  const query = db
    .selectFrom('sessions')
    .innerJoin('recordings', 'recordings.session_id', 'sessions.id')
    .where('sessions.test_id', '=', filter.testId)
    .where('recordings.size_bytes', '>', 0);
  if (!filter.search) return query;
  return query.where('sessions.participant_name', 'ilike', containing(filter.search));
}

/** One recording with its test. */
export async function readRecording(db: Database, { sessionId }: Authorized<RecordingRef>) {
  return await db
    .selectFrom('sessions')
    .innerJoin('recordings', 'recordings.session_id', 'sessions.id')
    .innerJoin('revisions', 'revisions.id', 'sessions.revision_id')
    .innerJoin('tests', 'tests.id', 'sessions.test_id')
    .innerJoinLateral(newestTask, (join) => join.onTrue())
    .select([...recordingColumns])
    .select(['tests.id as test_id', 'tests.unique_id', 'tests.name', 'tests.company'])
    .select(['newest.revision as newest_revision', 'sessions.state as session_state'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst();
}

/** What changes whenever a recording is closed again; `closing` is null while it is received. Null: it is gone. */
export async function readVideoState(
  db: Database,
  { sessionId }: Authorized<RecordingRef>,
): Promise<{ closing: string | null } | null> {
  const row = await db
    .selectFrom('recordings')
    .innerJoin('sessions', 'sessions.id', 'recordings.session_id')
    .select(['recordings.state', 'recordings.size_bytes', 'sessions.finished_at'])
    .where('recordings.session_id', '=', sessionId)
    .executeTakeFirst();
  if (!row) return null;
  const { state, size_bytes, finished_at } = row;
  return { closing: state === 'ready' ? `${size_bytes}-${finished_at?.getTime()}` : null };
}

/** The index of a closed recording as it was stored. */
export async function readMediaIndex(
  db: Database,
  { sessionId }: Authorized<RecordingRef>,
): Promise<unknown> {
  const row = await db
    .selectFrom('recordings')
    .select('media_index')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row?.media_index;
}

export async function listHeatmaps(db: Database, { sessionId }: Authorized<RecordingRef>) {
  const rows = await db
    .selectFrom('heatmaps')
    .select('screen_id')
    .where('session_id', '=', sessionId)
    .orderBy('screen_id')
    .execute();
  return rows.map((row) => row.screen_id);
}

/** Sheets of stills in order of time. */
export async function listSheets(db: Database, { sessionId }: Authorized<RecordingRef>) {
  return await db
    .selectFrom('still_sheets')
    .select(['sheet', 'width', 'height', 'times_ms'])
    .where('session_id', '=', sessionId)
    .orderBy('sheet')
    .execute();
}

/** Deletes a recording; gives no place back, for the submission was made. */
export async function deleteRecording(
  db: Database,
  { sessionId }: Authorized<RecordingRef>,
): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}
