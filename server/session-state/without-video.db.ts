// Sessions whose test needs no video: they take part once a message or an answer is stored, and messages and signs of life are
// for them what pieces of a video are for others.
import type { SessionId } from '#contract/ids.ts';
import { isOver } from '#server/platform/access/session-over.ts';
import type { Database } from '#server/platform/db/database.ts';

/** The test of a session that begins needs no video. */
export async function allowNoVideo(db: Database, sessionId: SessionId): Promise<void> {
  await db
    .updateTable('recordings')
    .set({ video_optional: true })
    .where('session_id', '=', sessionId)
    .execute();
}

/**
 * A message or an answer of a session is stored. A session that was closed as quiet continues.
 * @returns whether the session takes part without a video
 */
export async function noteTakingPart(db: Database, sessionId: SessionId): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recordings')
    .set({ without_video: true, state: 'receiving', last_piece_at: new Date() })
    .where('session_id', '=', sessionId)
    .where('video_optional', '=', true)
    .where('size_bytes', '=', 0)
    .where(({ not }) => not(isOver))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A participant without a video is still there. */
export async function stayWithoutVideo(db: Database, sessionId: SessionId): Promise<void> {
  await db
    .updateTable('recordings')
    .set({ last_piece_at: new Date() })
    .where('session_id', '=', sessionId)
    .where('without_video', '=', true)
    .where('state', '=', 'receiving')
    .execute();
}

/** Returns whether a session has no video, now or for good. */
export async function lacksVideo(db: Database, sessionId: SessionId): Promise<boolean> {
  const row = await db
    .selectFrom('recordings')
    .select('without_video')
    .where('session_id', '=', sessionId)
    .where('size_bytes', '=', 0)
    .executeTakeFirst();
  return row?.without_video === true;
}
