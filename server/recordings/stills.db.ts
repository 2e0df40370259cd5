// Stills in the database: when a recording's poster was taken, and which sheets there are.
import type { SessionId } from '#contract/ids.ts';
import type { Database } from '#server/platform/db/database.ts';
import { recountImages } from '#server/workspaces/stored-bytes.db.ts';

export interface SheetRow {
  sheet: number;
  /** Width of one still, in pixels. */
  width: number;
  height: number;
  timesMs: number[];
  sizeBytes: number;
}

/** Milliseconds since the recording's start; null without a poster, also when the recording is gone. */
export async function readPosterTime(db: Database, sessionId: SessionId): Promise<number | null> {
  const row = await db
    .selectFrom('recordings')
    .select('poster_at_ms')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row?.poster_at_ms ?? null;
}

/** Returns false if the recording was deleted or has a later poster. */
export async function writePosterTime(
  db: Database,
  sessionId: SessionId,
  { timeMs, sizeBytes }: { timeMs: number; sizeBytes: number },
): Promise<boolean> {
  const result = await db
    .updateTable('recordings')
    .set({ poster_at_ms: timeMs, poster_bytes: sizeBytes })
    .where('session_id', '=', sessionId)
    .where(({ or, eb }) => or([eb('poster_at_ms', 'is', null), eb('poster_at_ms', '<', timeMs)]))
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  await recountImages(db, sessionId);
  return true;
}

export async function hasSheet(
  db: Database,
  sessionId: SessionId,
  sheet: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('still_sheets')
    .select('sheet')
    .where('session_id', '=', sessionId)
    .where('sheet', '=', sheet)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a sheet unless its number is taken; false when the recording was deleted. */
export async function insertSheet(
  db: Database,
  sessionId: SessionId,
  { timesMs, sizeBytes, ...sheet }: SheetRow,
): Promise<boolean> {
  const isStored = await db.transaction().execute(async (transaction) => {
    // Until the end of the transaction no deletion can pass the row by.
    const session = await transaction
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', sessionId)
      .forKeyShare()
      .executeTakeFirst();
    if (!session) return false;
    await transaction
      .insertInto('still_sheets')
      .values({ session_id: sessionId, ...sheet, times_ms: timesMs, size_bytes: sizeBytes })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
  if (isStored) await recountImages(db, sessionId);
  return isStored;
}
