// One place shapes every refusal: expected ones by their code, unexpected ones logged once.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '#contract/errors.ts';

/** Fastify's own refusals, by their status, in our words. */
const frameworkCodes: Record<number, ErrorCode> = {
  400: 'malformed_body',
  404: 'not_found',
  413: 'too_large',
  415: 'wrong_media',
  429: 'too_many_requests',
};

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
}

function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error);
  if (refusal.code === 'internal') request.log.error({ err: error }, 'unexpected error');
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return reply;
  }
  const { retryAfterSeconds } = refusal.detail;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(retryAfterSeconds));
  else if (refusal.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
  return reply.status(refusal.status).type('application/json').send(refusal.body);
}

/** What a 503 asks for when nothing better is known. */
const RETRY_AFTER_SECONDS = 5;

function asRefusal(error: Error): AppError {
  if (error instanceof AppError) return error;
  const { statusCode, code } = error as FastifyError;
  if (isConnectionProblem(code)) return new AppError('unavailable');
  const known = statusCode === undefined ? undefined : frameworkCodes[statusCode];
  return new AppError(known ?? (isClientFault(statusCode) ? 'bad_input' : 'internal'));
}

function isClientFault(statusCode: number | undefined): boolean {
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500;
}

/** The database is away: PostgreSQL class 57P (operator intervention) or a refused connection. */
function isConnectionProblem(code: string | undefined): boolean {
  return code !== undefined && (code.startsWith('57P') || code === 'ECONNREFUSED');
}
