// The clip that a member has already made of a stretch, so that a repeated request makes no second one.
import type { ClipId, SessionId, UserId } from '#contract/ids.ts';
import type { Database } from '#server/platform/db/database.ts';

interface ClipValues {
  sessionId: SessionId;
  by: UserId;
  from_ms: number;
  to_ms: number;
  title: string;
}

/** Returns the member's clip with the same ends and title, or null without one. */
export async function findSameClip(
  db: Database,
  { sessionId, by, from_ms, to_ms, title }: ClipValues,
): Promise<ClipId | null> {
  const row = await db
    .selectFrom('clips')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('from_ms', '=', from_ms)
    .where('to_ms', '=', to_ms)
    .where('title', '=', title)
    .where('created_by', '=', by)
    .executeTakeFirst();
  return row?.id ?? null;
}
