// Sends an image that not everyone may see: a browser may cache it, but must revalidate before it shows it again.
import type { FastifyReply, FastifyRequest } from 'fastify';

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
