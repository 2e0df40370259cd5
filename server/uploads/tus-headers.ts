// The headers of the tus resumable upload protocol 1.0.0, read by schema and written.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { VIDEO_MAX_BYTES } from '#contract/limits.ts';
import { TUS_CONTENT_TYPE, TUS_VERSION } from '#contract/uploads.api.ts';

/** "a non-negative integer": Number() would also read '', '0x10' and '1e3'. */
const size = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** "The Tus-Resumable header MUST be included in every request …"; answers get theirs in http/routes.ts. */
export function requireTusVersion(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers['tus-resumable'] !== TUS_VERSION) {
    reply.header('tus-version', TUS_VERSION);
    throw new AppError('tus_version');
  }
}

/**
 * "A successful response … MUST contain the Tus-Version header. It MAY include the Tus-Extension and
 * Tus-Max-Size headers." The client needs no Tus-Resumable header here.
 */
export function describeServer(reply: FastifyReply): void {
  reply
    .header('tus-version', TUS_VERSION)
    .header('tus-extension', 'creation,creation-defer-length')
    .header('tus-max-size', VIDEO_MAX_BYTES)
    .header('cache-control', 'no-store');
}

/**
 * Creation and creation-defer-length: "The request MUST include one of the following headers: a)
 * Upload-Length … b) Upload-Defer-Length: 1."
 */
export function readCreationLength(request: FastifyRequest): number | null {
  const deferred = request.headers['upload-defer-length'];
  const length = readLength(request);
  if ((deferred === '1') === (length !== null)) throw new AppError('bad_input');
  return length;
}

/** Upload-Length; null when it is absent. */
export function readLength(request: FastifyRequest): number | null {
  const header = request.headers['upload-length'];
  if (header === undefined) return null;
  const length = size.safeParse(header);
  if (!length.success) throw new AppError('bad_input');
  if (length.data > VIDEO_MAX_BYTES) throw new AppError('too_large');
  return length.data;
}

/** "All PATCH requests MUST use Content-Type: application/offset+octet-stream." */
export function readOffset(request: FastifyRequest): number {
  if (request.headers['content-type'] !== TUS_CONTENT_TYPE) throw new AppError('wrong_media');
  const offset = size.safeParse(request.headers['upload-offset']);
  if (!offset.success) throw new AppError('bad_input');
  return offset.data;
}

/** Bytes of the piece by Content-Length; null for one sent in chunks. */
export function readPieceSize(request: FastifyRequest): number | null {
  const length = size.safeParse(request.headers['content-length']);
  return length.success ? length.data : null;
}

/** Offset and length of an upload; "The Server MUST prevent the client from caching the response". */
export function writeOffset(
  reply: FastifyReply,
  upload: { offset: number; lengthBytes: number | null },
): void {
  reply.header('upload-offset', upload.offset).header('cache-control', 'no-store');
  if (upload.lengthBytes === null) reply.header('upload-defer-length', '1');
  else reply.header('upload-length', upload.lengthBytes);
}
