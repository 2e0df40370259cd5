// Makes a session's recording ready: index and duration from the bytes, clicks from the messages.
import type { RawEvent } from '#contract/events.ts';
import type { SessionId } from '#contract/ids.ts';
import { derive } from '#insight/derive.ts';
import { readRawEvents } from '#server/access/raw-events.ts';
import { videoKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import { prototypeOf } from '#server/prototypes/prototype-host.ts';
import { finishSession, prototypeLinkOf } from './sessions.db.ts';

type ClosingParts = Pick<Parts, 'db' | 'intake' | 'jobs' | 'prototypeHosts'>;

/**
 * Closes the recording of a session. Idempotent: everything is worked out from what is stored.
 * @throws AppError unreadable_video when no video was received.
 */
export async function closeRecording(
  parts: ClosingParts,
  sessionId: SessionId,
  how: { endedEarly: boolean; also?: (db: Parts['db']) => Promise<void> },
): Promise<void> {
  const key = videoKey(sessionId);
  const video = await parts.intake.close(key);
  await parts.db.transaction().execute(async (db) => {
    await how.also?.(db);
    const events = await readRawEvents(db, sessionId);
    await finishSession(
      db,
      { sessionId },
      {
        sizeBytes: video.sizeBytes,
        durationMs: video.durationMs,
        mediaIndex: video.index,
        clicks: await countClicks(parts, db, { sessionId, events }),
        endedEarly: how.endedEarly,
      },
    );
    await parts.jobs.send('objects.compact', { key }, db);
  });
}

async function countClicks(
  parts: ClosingParts,
  db: Parts['db'],
  { sessionId, events }: { sessionId: SessionId; events: RawEvent[] },
): Promise<number> {
  const link = prototypeOf(await prototypeLinkOf(db, sessionId), parts.prototypeHosts);
  return derive(events, { startNodeId: link?.startNodeId ?? null }).clicks.length;
}
