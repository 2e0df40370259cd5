// Sessions in the database: places of the submission limit, timestamps, raw messages, the end.
import { sql } from 'kysely';
import { v4 as uuidv4 } from 'uuid';
import type { SessionId, TestId, UniqueId, UploadId } from '#contract/ids.ts';
import { EVENTS_MAX } from '#contract/limits.ts';
import type { Authorized, SessionRef } from '#server/access/authorized.ts';
import type { Database } from '#server/db/database.ts';
import type { WrittenEvent } from './events-field.ts';

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

/**
 * Whether a finished session of the test has this name or this browser (reading 10). One that ended
 * early did not finish: whoever was cut off may try again.
 */
export async function hasFinished(
  db: Database,
  testId: TestId,
  who: { nameKey: string; browserKey: string | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('recordings', 'recordings.session_id', 'sessions.id')
    .select('id')
    .where('test_id', '=', testId)
    .where('sessions.state', '=', 'finished')
    .where('recordings.ended_early', '=', false)
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
  const row = await db
    .selectFrom('sessions')
    .innerJoin('recordings', 'recordings.session_id', 'sessions.id')
    .select(['sessions.state', 'sessions.participant_name', 'sessions.timestamp_ms'])
    .select(['recordings.upload_id', 'recordings.ended_early'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirstOrThrow();
  /** Its participant has finished it: nothing changes any more. */
  return { ...row, over: row.state === 'finished' && !row.ended_early };
}

/** Five values each: PostgreSQL takes 65,535 in a statement. */
const EVENTS_PER_STATEMENT = 1000;

/** Stores messages whose seq is new. */
export async function insertEvents(
  db: Database,
  { sessionId }: Authorized<SessionRef>,
  events: readonly WrittenEvent[],
): Promise<void> {
  const rows = events
    .filter((event) => event.seq < EVENTS_MAX)
    .map((event) => ({
      session_id: sessionId,
      seq: event.seq,
      at_ms: event.atMs,
      type: event.type,
      data: event.data,
    }));
  for (let at = 0; at < rows.length; at += EVENTS_PER_STATEMENT) {
    await db
      .insertInto('events')
      .values(rows.slice(at, at + EVENTS_PER_STATEMENT))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
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

/** Node ids of the heatmaps that are kept. */
export async function heatmapScreens(
  db: Database,
  { sessionId }: { sessionId: SessionId },
): Promise<string[]> {
  const rows = await db
    .selectFrom('heatmaps')
    .select('screen_id')
    .where('session_id', '=', sessionId)
    .execute();
  return rows.map((row) => row.screen_id);
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
