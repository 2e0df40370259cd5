// Videos of exports in the database: their state, and stored checksums.
import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import type { Database } from '#server/platform/db/database.ts';

interface VideoRow {
  size_bytes: number;
  finished_at: Date | null;
  layout: string | null;
  crc32: number | null;
}

/** A closed recording with the checksum of one of its layouts, or null if it still runs or is deleted. */
export async function readVideoRow(db: Database, sessionId: SessionId): Promise<VideoRow | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('recordings', 'recordings.session_id', 'sessions.id')
    .leftJoin('video_checksums', 'video_checksums.session_id', 'sessions.id')
    .select(['recordings.size_bytes', 'sessions.finished_at', 'layout', 'crc32'])
    .where('sessions.id', '=', sessionId)
    .where('recordings.state', '=', 'ready')
    .where('recordings.size_bytes', '>', 0)
    .executeTakeFirst();
  return row ?? null;
}

/** Nothing is stored for a deleted session. */
export async function keepChecksum(
  db: Database,
  sessionId: SessionId,
  { layout, crc32 }: { layout: string; crc32: number },
): Promise<void> {
  await sql`INSERT INTO video_checksums (session_id, layout, crc32)
    SELECT id, ${layout}, ${crc32} FROM sessions WHERE id = ${sessionId}
    ON CONFLICT (session_id) DO UPDATE SET layout = excluded.layout, crc32 = excluded.crc32`.execute(
    db,
  );
}

/** Returns whether a session exists. */
export async function isThere(db: Database, sessionId: SessionId): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row !== undefined;
}
