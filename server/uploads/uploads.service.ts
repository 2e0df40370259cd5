// The streamed upload of a session's video: offset, append, length.
import { AppError } from '#contract/errors.ts';
import type { SessionId, UploadId, WorkspaceId } from '#contract/ids.ts';
import { VIDEO_MAX_BYTES } from '#contract/limits.ts';
import type { IncomingPiece, VideoState } from '#server/media/intake.ts';
import { videoKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import { requireLivingToken } from '#server/platform/access/authorized.ts';
import { declareLength, notePieces, readUpload } from '#server/recordings/uploads.db.ts';
import { aheadOfTime, videoBound } from '#server/sessions/session-age.db.ts';
import { keepForRecording } from '#server/sessions/slots.rules.ts';
import type { ByteSource } from '#server/storage/storage.ts';
import type { SpaceLease } from '#server/workspaces/storage-space.db.ts';
import { PieceBody, type PieceRule } from './piece-body.ts';

/** An upload as the tus protocol shows it. */
export interface UploadState {
  uploadId: UploadId;
  sessionId: SessionId;
  /** Bytes stored. */
  offset: number;
  /** Length of the upload, or null until the client declares it. */
  lengthBytes: number | null;
  /** The participant has finished the session: nothing can be added. */
  over: boolean;
  workspaceId: WorkspaceId;
  /** Milliseconds since the session's start. */
  ageMs: number;
}

/**
 * The session's one upload.
 * @throws AppError not_found when it is deleted or the id is another's; session_token_invalid some minutes after its
 * participant has finished it
 */
export async function readUploadState(
  { db, storage }: Pick<Parts, 'db' | 'storage'>,
  sessionId: SessionId,
  wanted?: UploadId,
): Promise<UploadState> {
  const row = await readUpload(db, sessionId);
  if (!row || (wanted !== undefined && row.upload_id !== wanted)) throw new AppError('not_found');
  requireLivingToken(row.finished_at);
  return {
    uploadId: row.upload_id,
    sessionId,
    offset: (await storage.size(videoKey(sessionId))) ?? 0,
    lengthBytes: row.length_bytes,
    over: row.finished_at !== null,
    workspaceId: row.workspace_id,
    ageMs: row.age_ms,
  };
}

/** Stores the declared length. @throws AppError bad_input when it contradicts the one before, or the offset. */
export async function declareUploadLength(
  parts: Pick<Parts, 'db'>,
  upload: UploadState,
  lengthBytes: number | null,
): Promise<UploadState> {
  if (lengthBytes === null || lengthBytes === upload.lengthBytes) return upload;
  if (upload.lengthBytes !== null || lengthBytes < upload.offset) throw new AppError('bad_input');
  await declareLength(parts.db, upload.uploadId, lengthBytes);
  return { ...upload, lengthBytes };
}

interface Piece {
  /** The client's address as calls are counted by. */
  address: string;
  offset: number;
  /** Length of the whole upload, as declared with the piece; counts only if the piece is the next one. */
  lengthBytes: number | null;
  /** Length of the piece, or null when it is sent in chunks. */
  announcedBytes: number | null;
  source: ByteSource;
}

/**
 * Takes a piece of the session's upload; the bytes that the answer acknowledges are on stable storage. The row decides
 * after the bytes are stored whether they count: the session may be finished or deleted meanwhile.
 * @throws AppError not_found, session_over, upload_offset, bad_input, too_large, ahead_of_time, workspace_full,
 * wrong_media, unreadable_video, storage_full
 */
export async function receivePiece(
  parts: Pick<Parts, 'db' | 'storage' | 'intake' | 'lastSeen' | 'space'>,
  { sessionId, uploadId, piece }: { sessionId: SessionId; uploadId: UploadId; piece: Piece },
): Promise<UploadState> {
  const upload = await readUploadState(parts, sessionId, uploadId);
  if (upload.over) throw new AppError('session_over');
  if (piece.offset !== upload.offset) throw new AppError('upload_offset');
  const { workspaceId } = upload;
  using lease = await parts.space.admitRunning({ workspaceId, sessionId, address: piece.address });
  const refuse = pieceRule(upload, piece, lease);
  // A piece without bytes, which declares the length, needs no space.
  const refusal = piece.announcedBytes === 0 ? null : refuse(0, piece.announcedBytes ?? 0);
  if (refusal) throw refusal;
  const declared = await declareUploadLength(parts, upload, piece.lengthBytes);
  const body = new PieceBody(piece.source, refuse);
  const video = await append(parts, sessionId, {
    offset: piece.offset,
    source: body.chunks(),
    onStored: (bytes) => body.release(bytes),
  });
  const slot = await notePieces(parts.db, sessionId, video);
  if (!slot) return await refuseLate(parts, sessionId);
  parts.lastSeen.rememberStored(sessionId);
  if (!slot.keepsSlot) await keepForRecording(parts.db, sessionId);
  if (body.refusal) throw body.refusal;
  return { ...declared, offset: video.sizeBytes };
}

/** The bounds of a piece: the declared length, the session's age, and the space that is left. */
function pieceRule(upload: UploadState, piece: Piece, lease: SpaceLease): PieceRule {
  const mostBytes = piece.lengthBytes ?? upload.lengthBytes ?? VIDEO_MAX_BYTES;
  const readAtMs = performance.now();
  return (bytes, bytesBefore) => {
    const totalBytes = piece.offset + bytesBefore + bytes;
    // A declared length before the offset is bad input, which `declareUploadLength` finds.
    if (totalBytes > mostBytes && mostBytes >= piece.offset) return new AppError('too_large');
    const ageMs = upload.ageMs + performance.now() - readAtMs;
    return aheadOfTime(videoBound, { ageMs }, totalBytes) ?? lease.take(bytes);
  };
}

async function append(
  { db, intake }: Pick<Parts, 'db' | 'intake'>,
  sessionId: SessionId,
  piece: IncomingPiece,
): Promise<VideoState> {
  try {
    return await intake.append(videoKey(sessionId), piece);
  } catch (error) {
    const isNoVideo =
      error instanceof AppError && ['wrong_media', 'unreadable_video'].includes(error.code);
    // Nothing of it is stored, so the list must not show it; of a first piece it shows nothing yet.
    if (isNoVideo && piece.offset > 0) {
      await notePieces(db, sessionId, { sizeBytes: 0, durationMs: null });
    }
    throw error;
  }
}

/** Refuses a piece that was stored while its session was finished or deleted. */
async function refuseLate(
  parts: Pick<Parts, 'db' | 'intake'>,
  sessionId: SessionId,
): Promise<never> {
  if (await readUpload(parts.db, sessionId)) throw new AppError('session_over');
  await parts.intake.discard(videoKey(sessionId));
  throw new AppError('not_found');
}
