// Sends a video or an archive as browsers request it: whole, a range, or its head alone (RFC 9110 section 14).

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import rangeParser from 'range-parser';
import { AppError } from '#contract/errors.ts';
import { ChunkBody } from './chunk-body.ts';

/** First and last byte, both included, as HTTP counts; storage and virtual files exclude the end. */
export interface InclusiveRange {
  start: number;
  end: number;
}

/** A file that is laid out before it is sent. */
export interface SentFile {
  layout: { sizeBytes: number };
  contentType: string;
  /** RFC 9110 section 8.8.3. */
  etag: string;
  /** Each chunk is valid until the next is requested. */
  chunks(range: InclusiveRange): AsyncIterable<Uint8Array>;
}

/** Sends the file. Call it after the check of the caller's permission. */
export async function sendFile(
  file: SentFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { sizeBytes } = file.layout;
  reply.type(file.contentType).header('accept-ranges', 'bytes').header('etag', file.etag);
  // A closed file never changes, but its address must be checked for permission each time.
  reply.header('cache-control', PRIVATE_CACHE);
  if (isKnown(file.etag, request.headers['if-none-match'])) return reply.status(304).send();
  const range = rangeOf(file, request, reply);
  if (range) {
    reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
  }
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  reply.header('content-length', end - start + 1);
  // The stream is empty because the framework retains the header's length only beside a stream.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  return reply.send(new ChunkBody(file.chunks({ start, end })));
}

/**
 * Sets the file's length in the header of a 416 (RFC 9110 section 15.5.17). "A server MUST ignore a Range header
 * field received with a request method … for which range handling is not defined": GET only (section 14.2).
 */
function rangeOf(file: SentFile, request: FastifyRequest, reply: FastifyReply) {
  if (request.method !== 'GET') return null;
  try {
    const { range, 'if-range': ifRange } = request.headers;
    return requestedRange({ range, ifRange: ifRange?.toString() }, file);
  } catch (error) {
    reply.header('content-range', `bytes */${file.layout.sizeBytes}`);
    throw error;
  }
}

/**
 * The range of a request (RFC 9110 section 14.2), or null for the whole file and for several ranges, which a server
 * may answer with everything. If-Range must name this very file.
 * @throws AppError range_not_satisfiable
 */
export function requestedRange(
  headers: { range?: string | undefined; ifRange?: string | undefined },
  file: SentFile,
): InclusiveRange | null {
  if (headers.range === undefined) return null;
  if (headers.ifRange !== undefined && headers.ifRange !== file.etag) return null;
  const { sizeBytes } = file.layout;
  const ranges = rangeParser(sizeBytes, asParsed(headers.range, sizeBytes));
  if (ranges === -1) throw new AppError('range_not_satisfiable');
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}

/**
 * A Range header as the parser reads it: the parser accepts the unit in lower case only, and takes a suffix that is
 * longer than the file for unsatisfiable, although it means the whole file (RFC 9110 section 14.1.2).
 */
function asParsed(range: string, sizeBytes: number): string {
  const equals = range.indexOf('=');
  if (range.slice(0, equals).toLowerCase() !== 'bytes') return range;
  const specs = range.slice(equals + 1).split(',');
  return `bytes=${specs.map((spec) => withinFile(spec.trim(), sizeBytes)).join(',')}`;
}

function withinFile(spec: string, sizeBytes: number): string {
  return /^-\d+$/.test(spec) ? `-${Math.min(Number(spec.slice(1)), sizeBytes)}` : spec;
}

// The header of an answer that is saved as a file, with a name in any script.

/**
 * The name in ASCII for old clients, and unchanged (RFC 6266 section 4.3).
 * @param fileName letters, digits, `_`, `-` and `.`; of any script
 */
export function attachment(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]/gu, '_');
  if (ascii === fileName) return `attachment; filename="${fileName}"`;
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
}

// Sends an image that not everyone may see: a browser may cache it, but must revalidate before it shows it again.

export interface PrivateImage {
  /** RFC 9110 section 8.8.3, with its quotes. */
  etag: string;
  /** Reads the image. It is called only for a client that does not have the image yet. @throws ObjectMissing */
  read(): Promise<{ type: string; bytes: Uint8Array }>;
}

/**
 * `no-cache`: stored, but never used without a request (RFC 9111 section 5.2.2.4). So a sign-out, a deletion or a
 * removal from the team counts at the next view, and an image that is still there costs a 304.
 */
export const PRIVATE_CACHE = 'private, no-cache';

/** Sends the image. Call it after the check of the caller's permission. */
export async function sendPrivateImage(
  { etag, read }: PrivateImage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('etag', etag).header('cache-control', PRIVATE_CACHE);
  if (isKnown(etag, request.headers['if-none-match'])) return reply.status(304).send();
  const { type, bytes } = await read();
  return reply.type(type).send(bytes);
}

/** Returns whether `If-None-Match` lists this validator, weak or strong, or any (RFC 9110 section 13.1.2). */
export function isKnown(etag: string, header: string | undefined): boolean {
  const listed = header?.split(',').map((item) => item.trim().replace(/^W\//, '')) ?? [];
  return listed.includes(etag) || listed.includes('*');
}
