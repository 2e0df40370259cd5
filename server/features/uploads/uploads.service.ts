// The streamed upload of a session's video: offset, append, length.
import { AppError } from '#contract/errors.ts';
import type { SessionId, UploadId } from '#contract/ids.ts';
import { VIDEO_MAX_BYTES } from '#contract/limits.ts';
import { finishedAtOf, requireLivingToken } from '#server/access/authorized.ts';
import { declareLength, notePieces, readUpload } from '#server/domain/recordings/uploads.db.ts';
import { keepForRecording } from '#server/domain/sessions/slots.ts';
import type { IncomingPiece, VideoState } from '#server/media/intake.ts';
import { videoKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import type { ByteSource } from '#server/storage/storage.ts';
import type { KnownUpload, KnownUploads } from './known-uploads.ts';
import { PieceBody } from './piece-body.ts';

export type UploadParts = Pick<Parts, 'db' | 'storage' | 'intake'>;

/** What the tus protocol tells of an upload. */
export interface UploadState {
  uploadId: UploadId;
  sessionId: SessionId;
  /** Bytes stored. */
  offset: number;
  /** Null until the client has said it. */
  lengthBytes: number | null;
  /** The session was finished by its participant: nothing can be added. */
  over: boolean;
}

/**
 * The session's one upload.
 * @throws AppError not_found when it is gone or the id is another's; session_token_invalid some minutes
 * after its participant has finished it
 */
export async function readUploadState(
  { db, storage }: UploadParts,
  sessionId: SessionId,
  wanted?: UploadId,
): Promise<UploadState> {
  const row = await readUpload(db, sessionId);
  if (!row || (wanted !== undefined && row.upload_id !== wanted)) throw new AppError('not_found');
  const finishedAt = finishedAtOf(row);
  requireLivingToken(finishedAt);
  return {
    uploadId: row.upload_id as UploadId,
    sessionId,
    offset: (await storage.size(videoKey(sessionId))) ?? 0,
    lengthBytes: row.length_bytes,
    over: finishedAt !== null,
  };
}

/** Remembers the declared length. @throws AppError bad_input when it contradicts what is known. */
export async function declareUploadLength(
  parts: UploadParts,
  upload: UploadState,
  lengthBytes: number | null,
): Promise<UploadState> {
  if (lengthBytes === null || lengthBytes === upload.lengthBytes) return upload;
  if (upload.lengthBytes !== null || lengthBytes < upload.offset) throw new AppError('bad_input');
  await declareLength(parts.db, upload.uploadId, lengthBytes);
  return { ...upload, lengthBytes };
}

interface Piece {
  offset: number;
  /** Of the whole upload as declared beside the piece; counts only if the piece is the next one. */
  lengthBytes: number | null;
  /** Of the piece; null when it is not known before it has come. */
  announcedBytes: number | null;
  source: ByteSource;
}

/**
 * Takes a piece of the session's upload; what the answer acknowledges is on stable storage.
 * @throws AppError not_found, and what `appendPiece` throws
 */
export async function receivePiece(
  parts: UploadParts,
  known: KnownUploads,
  { sessionId, uploadId, piece }: { sessionId: SessionId; uploadId: UploadId; piece: Piece },
): Promise<UploadState> {
  const expected = await fromKnown(parts, known.take(sessionId, uploadId), piece);
  const upload = expected ?? (await readUploadState(parts, sessionId, uploadId));
  const stored = await appendPiece(parts, upload, piece);
  if (!expected) await keepForRecording(parts.db, sessionId);
  known.keep(stored);
  return stored;
}

/** The state without the database, for the piece that is expected; any other is judged by the row. */
async function fromKnown(
  { intake, storage }: UploadParts,
  known: KnownUpload | undefined,
  piece: Piece,
): Promise<UploadState | null> {
  // Its recording was closed or removed here since.
  if (!known || !intake.isArriving(videoKey(known.sessionId))) return null;
  const isNewLength = piece.lengthBytes !== null && piece.lengthBytes !== known.lengthBytes;
  const offset = (await storage.size(videoKey(known.sessionId))) ?? 0;
  if (isNewLength || offset !== piece.offset) return null;
  return { ...known, offset, over: false };
}

/**
 * Appends a piece. Whether it counts is decided by its row after it was stored.
 * @throws AppError session_over, upload_offset, bad_input, too_large, wrong_media, unreadable_video,
 * storage_full
 */
async function appendPiece(
  parts: UploadParts,
  upload: UploadState,
  piece: Piece,
): Promise<UploadState> {
  if (upload.over) throw new AppError('session_over');
  if (piece.offset !== upload.offset) throw new AppError('upload_offset');
  const mostBytes = (piece.lengthBytes ?? upload.lengthBytes ?? VIDEO_MAX_BYTES) - piece.offset;
  if (mostBytes >= 0 && (piece.announcedBytes ?? 0) > mostBytes) throw new AppError('too_large');
  const declared = await declareUploadLength(parts, upload, piece.lengthBytes);
  const { sessionId } = declared;
  const body = new PieceBody(piece.source, mostBytes);
  const video = await append(parts, sessionId, {
    offset: piece.offset,
    source: body.chunks(),
    onStored: (bytes) => body.giveBack(bytes),
  });
  if (!(await notePieces(parts.db, sessionId, video))) return await refuseLate(parts, sessionId);
  if (body.isOver) throw new AppError('too_large');
  return { ...declared, offset: video.sizeBytes };
}

async function append(
  { db, intake }: UploadParts,
  sessionId: SessionId,
  piece: IncomingPiece,
): Promise<VideoState> {
  try {
    return await intake.append(videoKey(sessionId), piece);
  } catch (error) {
    const isNoVideo =
      error instanceof AppError && ['wrong_media', 'unreadable_video'].includes(error.code);
    // Nothing of it is kept, so the list must not show it; a first piece is not in it yet.
    if (isNoVideo && piece.offset > 0)
      await notePieces(db, sessionId, { sizeBytes: 0, durationMs: null });
    throw error;
  }
}

/** A piece that was stored while its session was finished or deleted. */
async function refuseLate(parts: UploadParts, sessionId: SessionId): Promise<never> {
  if (await readUpload(parts.db, sessionId)) throw new AppError('session_over');
  await parts.intake.discard(videoKey(sessionId));
  throw new AppError('not_found');
}
