// Receives a session's video: returns the offset of its upload, appends pieces, and stores the declared length.
import { AppError } from '#contract/errors.ts';
import type { SessionId, UploadId, WorkspaceId } from '#contract/ids.ts';
import { VIDEO_MAX_BYTES } from '#contract/limits.ts';
import type { IncomingPiece, VideoState } from '#server/media/intake.ts';
import { videoKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import { requireLivingToken } from '#server/platform/access/authorized.ts';
import { declareLength, notePieces, readUpload } from '#server/recordings/uploads.db.ts';
import { aheadOfTime, videoBound } from '#server/session-state/session-age.db.ts';
import { keepForRecording } from '#server/sessions/slots.db.ts';
import type { ByteSource } from '#server/storage/storage.ts';
import type { SpaceLease } from '#server/workspaces/storage-space.db.ts';
import { PieceBody, type PieceRule } from './piece-body.ts';

/** An upload as the tus protocol shows it. */
export interface UploadState {
  uploadId: UploadId;
  sessionId: SessionId;
  /** Number of stored bytes. */
  offset: number;
  /** Length of the upload, or null until the client declares it. */
  lengthBytes: number | null;
  /** True after the participant has finished the session; no piece is accepted then. */
  over: boolean;
  workspaceId: WorkspaceId;
  /** Milliseconds since the session's start. */
  ageMs: number;
}

/**
 * Returns the state of the session's one upload.
 * @throws AppError not_found if the session is deleted or the id belongs to another upload; session_token_invalid some
 * minutes after the participant has finished the session
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

/** Stores the declared length. @throws AppError bad_input if it differs from an earlier one or is below the offset */
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
  /** The client's address, in the form by which calls are counted. */
  address: string;
  offset: number;
  /** Length of the whole upload that the piece declares. It is stored only if the piece is the next one. */
  lengthBytes: number | null;
  /** Length of the piece, or null if its request is chunked. */
  announcedBytes: number | null;
  source: ByteSource;
}

/**
 * Receives a piece of the session's upload. The bytes that the answer acknowledges are on stable storage. After they are
 * stored, the recording's row decides whether they count, because the session may have been finished or deleted.
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
  // An empty piece only declares the length, so it needs no space.
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

/** Returns the check of each chunk of a piece against the declared length, the session's age and the free space. */
function pieceRule(upload: UploadState, piece: Piece, lease: SpaceLease): PieceRule {
  const mostBytes = piece.lengthBytes ?? upload.lengthBytes ?? VIDEO_MAX_BYTES;
  const readAtMs = performance.now();
  return (bytes, bytesBefore) => {
    const totalBytes = piece.offset + bytesBefore + bytes;
    // `declareUploadLength` rejects a declared length below the offset.
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
    // The intake has discarded the video, so the list must not show it. Before the first piece the list shows nothing.
    if (isNoVideo && piece.offset > 0) {
      await notePieces(db, sessionId, { sizeBytes: 0, durationMs: null });
    }
    throw error;
  }
}

/** Rejects a piece that was stored while its session was finished or deleted. */
async function refuseLate(
  parts: Pick<Parts, 'db' | 'intake'>,
  sessionId: SessionId,
): Promise<never> {
  if (await readUpload(parts.db, sessionId)) throw new AppError('session_over');
  await parts.intake.discard(videoKey(sessionId));
  throw new AppError('not_found');
}
