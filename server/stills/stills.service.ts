// Stills of a recording: checked, stored once, given to the workspace's members.
import { AppError } from '#contract/errors.ts';
import { LATE_STILLS_SECONDS } from '#contract/limits.ts';
import {
  POSTER_SIDE_MAX_PX,
  SHEET_COLUMNS,
  SHEET_ROWS,
  STILL_IMAGE_MAX_BYTES,
  STILL_SIDE_MAX_PX,
  STILL_SIDE_MIN_PX,
} from '#contract/stills.ts';
import type { ImageReader, StillBounds } from '#server/media/images.ts';
import { posterKey, sheetKey } from '#server/media/object-keys.ts';
import { stillTypeOf } from '#server/media/still-type.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, RecordingRef, SessionRef } from '#server/platform/access/authorized.ts';
import type { PrivateImage } from '#server/platform/http/send-file.ts';
import {
  hasSheet,
  insertSheet,
  readPosterTime,
  writePosterTime,
} from '#server/recordings/stills.db.ts';
import { aheadOfTime, imagesBound, readImagesAge } from '#server/session-state/session-age.db.ts';
import type { SpaceLease } from '#server/workspaces/storage-space.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'db' | 'storage' | 'images' | 'space'>;

export interface UploadedImage {
  body: unknown;
  /** The client's address as calls are counted by. */
  address: string;
  /** Returns whether the client has left. */
  hasLeft: () => boolean;
}

const posterBounds: StillBounds = {
  minWidth: STILL_SIDE_MIN_PX,
  minHeight: STILL_SIDE_MIN_PX,
  maxWidth: POSTER_SIDE_MAX_PX,
  maxHeight: POSTER_SIDE_MAX_PX,
};
const sheetBounds: StillBounds = {
  minWidth: SHEET_COLUMNS * STILL_SIDE_MIN_PX,
  minHeight: SHEET_ROWS * STILL_SIDE_MIN_PX,
  maxWidth: SHEET_COLUMNS * STILL_SIDE_MAX_PX,
  maxHeight: SHEET_ROWS * STILL_SIDE_MAX_PX,
};

/**
 * Stores a poster; one that is not later than the stored one changes nothing.
 * @throws AppError session_over, wrong_media, too_large, unreadable_image, ahead_of_time, workspace_full, storage_full, not_found when
 * it is deleted meanwhile
 */
export async function storePoster(
  parts: Needs,
  session: Authorized<SessionRef>,
  { timeMs, ...image }: { timeMs: number } & UploadedImage,
): Promise<void> {
  const { db, storage, images } = parts;
  const { sessionId } = session;
  requireNotOver(session.finishedAt);
  const { bytes } = await readImage(images, image, posterBounds);
  const storedMs = await readPosterTime(db, sessionId);
  if (storedMs !== null && storedMs >= timeMs) return;
  using _lease = await takeImageSpace(parts, session, {
    address: image.address,
    bytes: bytes.length,
  });
  const key = posterKey(sessionId);
  await storage.put(key, bytes);
  if (await writePosterTime(db, sessionId, { timeMs, sizeBytes: bytes.length })) return;
  if ((await readPosterTime(db, sessionId)) !== null) return;
  await storage.delete(key);
  throw new AppError('not_found');
}

/**
 * Stores a sheet. A number that is taken is not overwritten, so that nothing a creator has seen changes.
 * @throws AppError session_over, wrong_media, too_large, unreadable_image, ahead_of_time, workspace_full,
 * storage_full, not_found when it is deleted meanwhile
 */
export async function storeSheet(
  parts: Needs,
  session: Authorized<SessionRef>,
  { sheet, timesMs, ...image }: { sheet: number; timesMs: number[] } & UploadedImage,
): Promise<void> {
  const { db, storage, images } = parts;
  const { sessionId } = session;
  requireNotOver(session.finishedAt);
  const { bytes, width, height } = await readImage(images, image, sheetBounds);
  if (width % SHEET_COLUMNS > 0 || height % SHEET_ROWS > 0) throw new AppError('unreadable_image');
  if (await hasSheet(db, sessionId, sheet)) return;
  using _lease = await takeImageSpace(parts, session, {
    address: image.address,
    bytes: bytes.length,
  });
  const key = sheetKey(sessionId, sheet);
  await storage.put(key, bytes);
  const size = { width: width / SHEET_COLUMNS, height: height / SHEET_ROWS };
  const row = { sheet, timesMs, ...size, sizeBytes: bytes.length };
  if (await insertSheet(db, sessionId, row)) return;
  await storage.delete(key);
  throw new AppError('not_found');
}

/** Counts an image of a running session. @throws AppError ahead_of_time, workspace_full, storage_full */
async function takeImageSpace(
  { db, space }: Pick<Parts, 'db' | 'space'>,
  { sessionId, workspaceId }: Authorized<SessionRef>,
  { address, bytes }: { address: string; bytes: number },
): Promise<SpaceLease> {
  const stored = await readImagesAge(db, sessionId);
  const early = aheadOfTime(imagesBound, stored, stored.imagesBytes + bytes);
  if (early) throw early;
  const lease = await space.admitRunning({ sessionId, workspaceId, address });
  const refusal = lease.take(bytes);
  if (!refusal) return lease;
  lease[Symbol.dispose]();
  throw refusal;
}

/** @throws AppError session_over once the last stills of a finished session have had their time. */
function requireNotOver(finishedAt: Date | null): void {
  if (finishedAt && Date.now() >= finishedAt.getTime() + LATE_STILLS_SECONDS * 1000) {
    throw new AppError('session_over');
  }
}

async function readImage(
  images: ImageReader,
  { body, address, hasLeft }: UploadedImage,
  bounds: StillBounds,
): Promise<{ bytes: Buffer; width: number; height: number }> {
  if (!Buffer.isBuffer(body)) throw new AppError('wrong_media');
  if (body.length > STILL_IMAGE_MAX_BYTES) throw new AppError('too_large');
  const image = await images.readStill(body, bounds, { group: address, hasLeft });
  if ('reason' in image) {
    throw new AppError(image.reason === 'other_type' ? 'wrong_media' : 'unreadable_image');
  }
  return { bytes: body, width: image.width, height: image.height };
}

/** @throws AppError not_found */
export async function findPoster(
  parts: Pick<Parts, 'db' | 'storage'>,
  { sessionId }: Authorized<RecordingRef>,
): Promise<PrivateImage> {
  const timeMs = await readPosterTime(parts.db, sessionId);
  return await findStill(parts, posterKey(sessionId), `${sessionId}-poster-${timeMs}`);
}

/** @throws AppError not_found */
export async function findSheet(
  parts: Pick<Parts, 'storage'>,
  { sessionId }: Authorized<RecordingRef>,
  sheet: number,
): Promise<PrivateImage> {
  return await findStill(parts, sheetKey(sessionId, sheet), `${sessionId}-${sheet}`);
}

/** Finds a still. The object under a key never changes, except a poster, whose validator contains its time. */
async function findStill(
  { storage }: Pick<Parts, 'storage'>,
  key: string,
  validator: string,
): Promise<PrivateImage> {
  const size = await storage.size(key);
  if (size === undefined) throw new AppError('not_found');
  const read = async () => {
    const bytes = await storage.readBytes(key, 0, size);
    const type = stillTypeOf(bytes);
    if (type === null) throw new AppError('not_found');
    return { type, bytes };
  };
  return { etag: `"${validator}"`, read };
}
