// Sends an image that not everybody may see: a browser may keep it, but shows it again only after asking.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnown } from './if-none-match.ts';

export interface PrivateImage {
  /** RFC 9110 section 8.8.3, with its quotes. */
  etag: string;
  /** Called only for a client that does not have the image yet. @throws ObjectMissing */
  read(): Promise<{ type: string; bytes: Uint8Array }>;
}

/**
 * `no-cache`: stored, but never used without asking (RFC 9111 section 5.2.2.4). So a sign-out, a deletion
 * or a removal from the team counts at the next look, and an image that is still there costs a 304.
 */
export const PRIVATE_CACHE = 'private, no-cache';

/** Call it after the caller's permission was checked. */
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
