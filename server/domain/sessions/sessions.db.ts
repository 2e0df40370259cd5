// Sessions in the database: places of the submission limit, timestamps, raw messages, the end.
import { type Insertable, sql } from 'kysely';
import { v4 as uuidv4 } from 'uuid';
import type { RevisionId, SessionId, TestId, UniqueId, UploadId } from '#contract/ids.ts';
import { EVENTS_MAX, EVENTS_TOTAL_MAX_BYTES } from '#contract/limits.ts';
import type { Authorized, SessionRef } from '#server/access/authorized.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { newestTask } from '#server/domain/tests/revisions.db.ts';
import { recountImages } from '#server/domain/workspaces/stored-bytes.ts';
import { keepReportedNodes, type WrittenEvent } from './raw-events.ts';
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
  browserKey: string | null;
  wantedTimestampMs: number;
  /** Whose unused sessions count together; null for one that brings its recording. */
  waitingFrom: string | null;
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

/** Five values each: PostgreSQL takes 65,535 in a statement. */
const EVENTS_PER_STATEMENT = 1000;

/**
 * Stores messages whose seq is new, as far as the session has room for them, and the nodes that they name.
 * @returns whether some were left out for want of room: no later one fits either.
 */
export async function insertEvents(
  db: Database,
  ref: Authorized<SessionRef>,
  events: readonly WrittenEvent[],
): Promise<{ isFull: boolean }> {
  if (events.length === 0) return { isFull: false };
  const { sessionId } = ref;
  const session = await db
    .selectFrom('sessions')
    .select('events_bytes')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  let spaceBytes = EVENTS_TOTAL_MAX_BYTES - (session?.events_bytes ?? 0);
  const isShort = bytesOf(events) > spaceBytes;
  const stored = isShort ? await storedSeqs(db, sessionId) : new Set<number>();
  const fresh = events.filter(({ seq }) => !stored.has(seq));
  const rows = [];
  for (const { seq, atMs, type, data } of fresh) {
    if (seq >= EVENTS_MAX) continue;
    spaceBytes -= Buffer.byteLength(data);
    if (spaceBytes < 0) break;
    rows.push({ session_id: sessionId, seq, at_ms: atMs, type, data });
  }
  for (let at = 0; at < rows.length; at += EVENTS_PER_STATEMENT) {
    const some = rows.slice(at, at + EVENTS_PER_STATEMENT);
    await keepReportedNodes(
      db,
      ref,
      some.map(({ data }) => data),
    );
    await insertCounted(db, sessionId, some);
  }
  return { isFull: rows.length < fresh.length };
}

function bytesOf(events: readonly WrittenEvent[]): number {
  return events.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
}

async function storedSeqs(db: Database, sessionId: SessionId): Promise<Set<number>> {
  const rows = await db
    .selectFrom('events')
    .select('seq')
    .where('session_id', '=', sessionId)
    .execute();
  return new Set(rows.map(({ seq }) => seq));
}

async function insertCounted(
  db: Database,
  sessionId: SessionId,
  rows: Insertable<Tables['events']>[],
): Promise<void> {
  await db
    .with('added', (with_) =>
      with_
        .insertInto('events')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .returning(sql<number>`octet_length(data::text)`.as('bytes')),
    )
    .updateTable('sessions')
    .set({ events_bytes: sql`events_bytes + (SELECT sum(bytes) FROM added)` })
    .where('id', '=', sessionId)
    .where(({ exists, selectFrom }) => exists(selectFrom('added').select('bytes')))
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
