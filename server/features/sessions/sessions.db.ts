// Sessions in the database: places of the submission limit, timestamps, raw messages, the end.
import { sql } from 'kysely';
import { v4 as uuidv4 } from 'uuid';
import type { RawEvent } from '#contract/events.ts';
import type { SessionId, TestId, UniqueId, UploadId, WorkspaceId } from '#contract/ids.ts';
import { EVENTS_MAX } from '#contract/limits.ts';
import type { Authorized, SessionRef } from '#server/access/authorized.ts';
import type { Database } from '#server/db/database.ts';

export type SharedTestRow = NonNullable<Awaited<ReturnType<typeof findSharedTest>>>;

export async function findSharedTest(db: Database, uniqueId: UniqueId) {
  return await db
    .selectFrom('tests')
    .selectAll()
    .where('unique_id', '=', uniqueId)
    .executeTakeFirst();
}

/**
 * Takes one place of the limit; the row stays locked until the transaction ends, so that starts of
 * one test happen one after another. False when the test is closed or full.
 */
export async function takePlace(db: Database, testId: TestId): Promise<boolean> {
  const result = await db
    .updateTable('tests')
    .set({ submissions: sql`submissions + 1` })
    .where('id', '=', testId)
    .where('closed_by_hand', '=', false)
    .where(({ or, eb, ref }) =>
      or([eb('submission_limit', 'is', null), eb('submissions', '<', ref('submission_limit'))]),
    )
    .where(({ or, eb }) => or([eb('close_date', 'is', null), eb('close_date', '>', new Date())]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function giveBackPlace(db: Database, testId: TestId): Promise<void> {
  await db
    .updateTable('tests')
    .set({ submissions: sql`greatest(submissions - 1, 0)` })
    .where('id', '=', testId)
    .execute();
}

/** Whether a finished session of the test has this name or this browser (reading 10). */
export async function hasFinished(
  db: Database,
  testId: TestId,
  who: { nameKey: string; browserKey: string | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('test_id', '=', testId)
    .where('state', '=', 'finished')
    .where(({ or, eb }) =>
      or([
        eb('name_key', '=', who.nameKey),
        ...(who.browserKey === null ? [] : [eb('browser_key', '=', who.browserKey)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The wanted millisecond or the next free one of the test (reading 3). */
async function freeTimestamp(db: Database, testId: TestId, wantedMs: number): Promise<number> {
  const taken = await db
    .selectFrom('sessions')
    .select('timestamp_ms')
    .where('test_id', '=', testId)
    .where('timestamp_ms', '>=', wantedMs)
    .orderBy('timestamp_ms')
    .execute();
  let free = wantedMs;
  for (const row of taken) {
    if (row.timestamp_ms !== free) break;
    free += 1;
  }
  return free;
}

export interface NewSession {
  id: SessionId;
  testId: TestId;
  participantName: string;
  nameKey: string;
  browserKey: string | null;
  wantedTimestampMs: number;
}

/** A started session with its recording, ready to receive. Needs the place's lock. */
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
      participant_name: session.participantName,
      timestamp_ms: timestampMs,
      name_key: session.nameKey,
      browser_key: session.browserKey,
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
    .innerJoin('tests', 'tests.id', 'sessions.test_id')
    .select(['sessions.state', 'sessions.participant_name', 'sessions.timestamp_ms'])
    .select(['recordings.upload_id', 'recordings.ended_early', 'tests.figma_url'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirstOrThrow();
}

/** Stores messages whose seq is new. */
export async function insertEvents(
  db: Database,
  { sessionId }: Authorized<SessionRef>,
  events: readonly RawEvent[],
): Promise<void> {
  const accepted = events.filter((event) => event.seq < EVENTS_MAX);
  if (accepted.length === 0) return;
  await db
    .insertInto('events')
    .values(
      accepted.map((event) => ({
        session_id: sessionId,
        seq: event.seq,
        at_ms: event.atMs,
        type: event.type,
        data: JSON.stringify(event.data),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** How many messages are in without a gap from seq 0. */
export async function countEventsInARow(
  db: Database,
  { sessionId }: Authorized<SessionRef>,
): Promise<number> {
  const row = await db
    .selectFrom((from) =>
      from
        .selectFrom('events')
        .select(['seq', sql<number>`row_number() OVER (ORDER BY seq) - 1`.as('place')])
        .where('session_id', '=', sessionId)
        .as('numbered'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .whereRef('seq', '=', 'place')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Ends a session properly and makes its recording ready. */
export async function finishSession(
  db: Database,
  { sessionId }: { sessionId: SessionId },
  recording: {
    sizeBytes: number;
    durationMs: number | null;
    clicks: number;
    mediaIndex: object;
    endedEarly: boolean;
  },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ state: 'finished', finished_at: new Date() })
    .where('id', '=', sessionId)
    .execute();
  await db
    .updateTable('recordings')
    .set({
      state: 'ready',
      ended_early: recording.endedEarly,
      size_bytes: recording.sizeBytes,
      duration_ms: recording.durationMs,
      clicks: recording.clicks,
      media_index: JSON.stringify(recording.mediaIndex),
    })
    .where('session_id', '=', sessionId)
    .execute();
}

export async function insertHeatmaps(
  db: Database,
  { sessionId }: { sessionId: SessionId },
  heatmaps: readonly { screenId: string; width: number; height: number }[],
): Promise<void> {
  for (const { screenId, width, height } of heatmaps) {
    await db
      .insertInto('heatmaps')
      .values({ session_id: sessionId, screen_id: screenId, width, height })
      .onConflict((conflict) =>
        conflict.columns(['session_id', 'screen_id']).doUpdateSet({ width, height }),
      )
      .execute();
  }
}

/** Started sessions whose last piece came before a time. */
export async function quietSessions(
  db: Database,
  before: Date,
): Promise<{ sessionId: SessionId; testId: TestId; workspaceId: WorkspaceId }[]> {
  const rows = await db
    .selectFrom('recordings')
    .innerJoin('sessions', 'sessions.id', 'recordings.session_id')
    .innerJoin('tests', 'tests.id', 'sessions.test_id')
    .select(['sessions.id', 'sessions.test_id', 'tests.workspace_id'])
    .where('recordings.state', '=', 'receiving')
    .where('recordings.last_piece_at', '<', before)
    .execute();
  return rows.map((row) => ({
    sessionId: row.id as SessionId,
    testId: row.test_id as TestId,
    workspaceId: row.workspace_id as WorkspaceId,
  }));
}

/** Removes a session that recorded nothing; false when it was gone already. */
export async function deleteSession(db: Database, sessionId: SessionId): Promise<boolean> {
  const result = await db.deleteFrom('sessions').where('id', '=', sessionId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function prototypeLinkOf(db: Database, sessionId: SessionId): Promise<string> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('tests', 'tests.id', 'sessions.test_id')
    .select('tests.figma_url')
    .where('sessions.id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return row.figma_url;
}
