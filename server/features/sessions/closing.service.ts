// Makes a session's recording ready: index and duration from the bytes, the reading from the messages.
import { AppError } from '#contract/errors.ts';
import type { SessionId } from '#contract/ids.ts';
import { readAtClose } from '#server/domain/readings/session-reading.ts';
import { finishSession, lockRecording } from '#server/domain/sessions/closing.db.ts';
import { keepForRecording } from '#server/domain/sessions/slots.ts';
import type { WatchableVideo } from '#server/media/intake.ts';
import { videoKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';

/** A piece may arrive while the video is read; after that the rows promise more than is stored. */
const ATTEMPTS = 3;

/**
 * Closes the recording of a session; does nothing when its participant has finished it already.
 * @param how `also` joins the same transaction; `quietSince`: only if no piece came after it.
 * @throws AppError unreadable_video when no video was received, not_found when it was deleted
 */
export async function closeRecording(
  parts: Parts,
  sessionId: SessionId,
  how: { endedEarly: boolean; quietSince?: Date; also?: (db: Parts['db']) => Promise<void> },
): Promise<void> {
  let isClosed = false;
  for (let attempt = 1; !isClosed; attempt += 1) {
    const video = await parts.intake.close(videoKey(sessionId));
    isClosed = await parts.db.transaction().execute(async (db) => {
      const recording = await lockRecording(db, sessionId);
      if (!recording) throw new AppError('not_found');
      if (recording.over) return true;
      if (how.quietSince && recording.lastPieceAt >= how.quietSince) return true;
      // A piece was acknowledged since the video was read: the index would lack it.
      if (recording.sizeBytes > video.sizeBytes && attempt < ATTEMPTS) return false;
      await keepForRecording(db, sessionId);
      await how.also?.(db);
      await makeReady(parts, db, { sessionId, video, endedEarly: how.endedEarly });
      return true;
    });
  }
}

/** Writes what is known of a closed video and the session's reading, and has the pieces joined; messages must be stored before. */
export async function makeReady(
  parts: Parts,
  db: Parts['db'],
  recording: { sessionId: SessionId; video: WatchableVideo; endedEarly: boolean },
): Promise<void> {
  const { sessionId, video, endedEarly } = recording;
  await finishSession(
    db,
    { sessionId },
    {
      sizeBytes: video.sizeBytes,
      durationMs: video.durationMs,
      mediaIndex: video.index,
      endedEarly,
    },
  );
  await readAtClose(parts, db, { sessionId, durationMs: video.durationMs });
  await parts.jobs.send('objects.compact', { key: videoKey(sessionId) }, db);
}
