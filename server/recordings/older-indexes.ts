// The job indexes.move: what older releases stored of a video's index in its recording's row goes to storage, beside the
// video.
import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import { keepOlderIndex, readKeptIndex } from '#server/media/kept-index.ts';
import { videoKey } from '#server/media/object-keys.ts';
import { videoIndexSchema } from '#server/media/video-container.ts';
import type { Parts } from '#server/parts.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { JobData } from '#server/platform/jobs/jobs.ts';

/** A recording takes some milliseconds on a disk, some dozens in a bucket: a killed job has lost little. */
const RECORDINGS_PER_JOB = 200;

/**
 * Moves the next ones behind `after`. A row lets go of its index once it is in storage; one that fits no video is let go
 * of too, for it is made again of the bytes. Harmless twice and beside other servers.
 */
export async function moveOlderIndexes(
  parts: Parts,
  { after }: JobData<'indexes.move'>,
): Promise<void> {
  const ids = await withOlderIndex(parts.db, after);
  for (const sessionId of ids) {
    try {
      await move(parts, sessionId);
    } catch (error) {
      // The others must not wait for this one; the next job from the beginning tries again.
      parts.log.error({ err: error, sessionId }, 'the index of a video stays in its row');
    }
  }
  const last = ids.at(-1);
  if (last && ids.length === RECORDINGS_PER_JOB) {
    await parts.jobs.send('indexes.move', { after: last });
  }
}

async function withOlderIndex(db: Database, after: string | undefined): Promise<SessionId[]> {
  const { rows } = await sql<{ session_id: SessionId }>`SELECT session_id FROM recordings
    WHERE media_index IS NOT NULL AND session_id > ${after ?? '00000000-0000-0000-0000-000000000000'}
    ORDER BY session_id LIMIT ${RECORDINGS_PER_JOB}`.execute(db);
  return rows.map((row) => row.session_id);
}

async function move({ db, storage }: Parts, sessionId: SessionId): Promise<void> {
  const row = await db
    .selectFrom('recordings')
    .select(['media_index', 'size_bytes'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  if (!row?.media_index) return;
  const video = { storage, key: videoKey(sessionId) };
  const index = videoIndexSchema.safeParse(row.media_index);
  // One that is there is of the same video or a longer beginning of it.
  if (index.success && !(await readKeptIndex(video))) {
    await keepOlderIndex(video, index.data, row.size_bytes);
  }
  await db
    .updateTable('recordings')
    .set({ media_index: null })
    .where('session_id', '=', sessionId)
    .execute();
}
