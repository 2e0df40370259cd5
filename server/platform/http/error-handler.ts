// All refusals get their form here: expected ones by their code, unexpected ones logged once.
import type { OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import { isDatabaseAway } from '#server/platform/db/database-away.ts';
import { ObjectMissing, StorageFull } from '#server/storage/storage.ts';
import { namesOneHost } from './header-checks.ts';
import { prefersHtml } from './pages.ts';
import { readableAddress } from './readable-address.ts';
import { RefusedBodies } from './refused-bodies.ts';

/** Fastify's own refusals, by their status, in our words. */
const frameworkCodes: Record<number, ErrorCode> = {
  400: 'malformed_body',
  404: 'not_found',
  413: 'too_large',
  415: 'wrong_media',
  429: 'too_many_requests',
};

declare module 'fastify' {
  interface FastifyInstance {
    refusedBodies: RefusedBodies;
  }
}

export function handleErrors(app: FastifyInstance, refused = new RefusedBodies()): void {
  app.decorate('refusedBodies', refused);
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
}

/**
 * Refuses addresses for which no route can be found: a stray '%', a name of thousands of characters. A person is
 * redirected to the readable form, if there is one: ids decide, not the names in its address.
 * @param headers of every answer (security-headers.ts)
 */
export function refuseAddress(
  headers: Readonly<Record<string, string>>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // No hook has processed this request.
  reply.headers(headers);
  const readable = readableAddress(request.url);
  const isPage = request.method === 'GET' && prefersHtml(request.headers.accept);
  if (isPage && readable !== request.url && namesOneHost(request.raw)) {
    reply.redirect(readable);
    return;
  }
  const refusal = new AppError('bad_input', { message: 'This address cannot be read.' });
  void answerError(refusal, request, reply);
}

/** Errors of the HTTP parser by code → status line and our code. */
const brokenRequests: Record<string, [string, ErrorCode]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'unavailable'],
};

/** Refuses connections that speak no HTTP. There is no request to answer, only the socket. */
export function refuseConnection(
  headers: OutgoingHttpHeaders,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (socket.writable && error.code !== 'ECONNRESET') {
    const [status, code] = brokenRequests[error.code ?? ''] ?? ['400 Bad Request', 'bad_input'];
    const body = JSON.stringify(new AppError(code).body);
    const head = [
      `HTTP/1.1 ${status}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}

async function answerError(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refusal = asRefusal(error);
  if (refusal.code === 'internal' || isSystemShort(error)) {
    request.log.error({ err: error }, 'unexpected error');
  }
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return reply;
  }
  drain(request);
  if (endsConnection(request, reply)) await request.server.refusedBodies.arrived(request.raw);
  const { retryAfterSeconds } = refusal.detail;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(retryAfterSeconds));
  else if (refusal.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
  return reply.status(refusal.status).type('application/json').send(refusal.body);
}

/** Reads the rest of a body, because a client that is still sending it would not read our answer. */
function drain({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/**
 * Returns true if the client requested the end (proxies do), or the framework does, which doesn't read bodies that
 * are too large.
 */
function endsConnection({ headers, raw }: FastifyRequest, reply: FastifyReply): boolean {
  const connection = `${headers.connection ?? ''},${reply.getHeader('connection') ?? ''}`;
  return raw.httpVersion === '1.0' || /\bclose\b/i.test(connection);
}

/** Default wait of a 503 in seconds. */
const RETRY_AFTER_SECONDS = 2;

function asRefusal(error: Error): AppError {
  if (error instanceof AppError) return error;
  // The object was deleted by another request between the look-up and the read.
  if (error instanceof ObjectMissing) return new AppError('not_found');
  if (error instanceof StorageFull) return new AppError('storage_full');
  if (isAway(error) || isSystemShort(error)) return new AppError('unavailable');
  const { statusCode, code } = error as FastifyError;
  const refused = databaseRefusals[code ?? ''];
  if (refused) return new AppError(refused);
  const known = statusCode === undefined ? undefined : frameworkCodes[statusCode];
  return new AppError(known ?? (isClientFault(statusCode) ? 'bad_input' : 'internal'));
}

function isClientFault(statusCode: number | undefined): boolean {
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500;
}

/** SQLSTATE (PostgreSQL, appendix A) → refusal. */
const databaseRefusals: Record<string, ErrorCode> = {
  // A text with U+0000, which PostgreSQL has no place for.
  '22021': 'bad_input',
  // The row that the new row refers to was deleted by another request.
  '23503': 'not_found',
};

/** Errors for which a later try may succeed: no file may be opened any more, or the disk is read-only. */
const shortages: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EROFS']);

function isSystemShort(error: Error & { code?: string }): boolean {
  const { code = '' } = (error.cause instanceof Error ? error.cause : error) as { code?: string };
  return shortages.has(code);
}

/** Returns true if the database is away, or another service that refuses connections. */
function isAway(error: Error & { syscall?: string }): boolean {
  return error.syscall === 'connect' || isDatabaseAway(error);
}
