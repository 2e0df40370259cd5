// The token that authorizes a session's own calls: its id, its end, and our signature of both.
import type { FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import { type SessionId, sessionId } from '#contract/ids.ts';
import { SESSION_TOKEN_DAYS } from '#contract/limits.ts';
import type { Secrets } from '#server/platform/security/secrets.ts';
import { readApiKey } from './api-key.ts';

const LIFETIME_SECONDS = SESSION_TOKEN_DAYS * 24 * 3600;

/** @param id of a session that starts now. @returns `{sessionId}.{seconds since 1970}.{signature}` */
export function sessionToken(secrets: Secrets, id: SessionId): string {
  const endsAt = nowSeconds() + LIFETIME_SECONDS;
  return `${id}.${endsAt}.${secrets.sign('session-token', `${id}.${endsAt}`)}`;
}

/**
 * The session of a bearer token, or null if there is no such header. Other schemes are for others: a browser sends a
 * proxy's own `Basic` with every request, a program its API key.
 * @throws AppError session_token_invalid if there is a token that we did not sign, or that has ended.
 */
export function readSessionToken(secrets: Secrets, request: FastifyRequest): SessionId | null {
  const header = request.headers.authorization;
  if (header === undefined || !/^bearer\b/i.test(header) || readApiKey(request)) return null;
  const match = /^bearer +([0-9a-f-]{36})\.(\d{10})\.([A-Za-z0-9_-]{43})$/i.exec(header);
  const [, idText, endsText, signature = ''] = match ?? [];
  const id = sessionId.safeParse(idText);
  if (!id.success) throw new AppError('session_token_invalid');
  const isOurs = secrets.verify('session-token', `${id.data}.${endsText}`, signature);
  if (!isOurs || nowSeconds() >= Number(endsText)) {
    throw new AppError('session_token_invalid');
  }
  return id.data;
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
