// The maximum number of bytes that a session may have stored at its age: a recording cannot be longer than its
// session is old. The database's clock decides, so that no client's and no server's clock matters. A recording
// that a browser stored while it was offline is old enough.
import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { SessionId } from '#contract/ids.ts';
import {
  EVENTS_BYTES_PER_SECOND,
  EVENTS_START_BYTES,
  IMAGES_BYTES_PER_SECOND,
  IMAGES_START_BYTES,
  VIDEO_BYTES_PER_SECOND,
  VIDEO_START_BYTES,
} from '#contract/limits.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Milliseconds since the session's start. Needs the table `sessions`. */
export const ageMs = sql<number>`greatest(0, extract(epoch from now() - sessions.started_at) * 1000)::bigint`;

/** A bound that grows with the session's age. */
export interface AgeBound {
  startBytes: number;
  bytesPerSecond: number;
}

export const videoBound: AgeBound = {
  startBytes: VIDEO_START_BYTES,
  bytesPerSecond: VIDEO_BYTES_PER_SECOND,
};
/** For heatmaps and stills together. */
export const imagesBound: AgeBound = {
  startBytes: IMAGES_START_BYTES,
  bytesPerSecond: IMAGES_BYTES_PER_SECOND,
};
export const eventsBound: AgeBound = {
  startBytes: EVENTS_START_BYTES,
  bytesPerSecond: EVENTS_BYTES_PER_SECOND,
};

/**
 * @param totalBytes bytes of the session that would be stored in all.
 * @returns null, or a refusal with the time from which so many bytes are possible; nothing is lost by waiting.
 */
export function aheadOfTime(
  { startBytes, bytesPerSecond }: AgeBound,
  session: { ageMs: number },
  totalBytes: number,
): AppError | null {
  const possibleAtSeconds = (totalBytes - startBytes) / bytesPerSecond;
  const waitSeconds = possibleAtSeconds - session.ageMs / 1000;
  return waitSeconds <= 0
    ? null
    : new AppError('ahead_of_time', { retryAfterSeconds: Math.ceil(waitSeconds) });
}

/** Age and stored images of a session. @throws AppError not_found */
export async function readImagesAge(
  db: Database,
  sessionId: SessionId,
): Promise<{ ageMs: number; imagesBytes: number }> {
  return await db
    .selectFrom('sessions')
    .innerJoin('recordings', 'recordings.session_id', 'sessions.id')
    .select([ageMs.as('ageMs'), 'images_bytes as imagesBytes'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}

/** Age and stored messages of a session. @throws AppError not_found */
export async function readEventsAge(
  db: Database,
  sessionId: SessionId,
): Promise<{ ageMs: number; eventsBytes: number }> {
  return await db
    .selectFrom('sessions')
    .select([ageMs.as('ageMs'), 'events_bytes as eventsBytes'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}
