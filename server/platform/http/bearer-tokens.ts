// Tokens of the Authorization header: of a session's own calls (its id, its end, and our signature of both), API keys,
// and the private link to a recording.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { privateToken, type SessionId, sessionId } from '#contract/ids.ts';
import { OWN_VIDEO_HOURS, SESSION_TOKEN_DAYS } from '#contract/limits.ts';
import { myRecording } from '#contract/my-recording.api.ts';
import type { PrivateLink } from '#server/platform/access/authorized.ts';
import { holdsApiKey, isCalledApiKey } from '#server/platform/security/api-key-text.ts';
import { hashToken, type Secrets } from '#server/platform/security/secrets.ts';

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

// Reads the API key of the Authorization header, and rejects a call with a key in its address.

/** The key in the request's header `Authorization: Bearer tryout_…`, or null if there is none of that name. */
export function readApiKey({ headers }: FastifyRequest): string | null {
  const [, credential = ''] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return isCalledApiKey(credential) ? credential : null;
}

/** Proxies, browsers and logs store addresses, so an address that contains a key gets an error message only. */
export function refuseKeysInAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (holdsApiKey(raw.url ?? '')) throw new AppError('key_in_address');
  });
}

// The token of a participant's private link to their recording, and the signed address of its video.

/** @throws AppError session_token_invalid when the header holds no token of a private link */
export function readPrivateLink({ headers }: FastifyRequest): PrivateLink {
  const [, text] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const token = privateToken.safeParse(text);
  if (!token.success) throw new AppError('session_token_invalid');
  return { tokenHash: hashToken(token.data) };
}

/** Same-origin path for a player, which sends no headers. It shows one video and nothing else. */
export function ownVideoAddress(secrets: Secrets, sessionId: SessionId): string {
  const expires = Date.now() + OWN_VIDEO_HOURS * 3_600_000;
  const signature = secrets.sign('own-video', `${sessionId}:${expires}`);
  return addressOf(myRecording.video, { params: { sessionId }, query: { expires, signature } });
}

/** Returns whether an address is one of ours and not too old. */
export function isOwnVideoAddress(
  secrets: Secrets,
  sessionId: SessionId,
  { expires, signature }: { expires: number; signature: string },
): boolean {
  return expires > Date.now() && secrets.verify('own-video', `${sessionId}:${expires}`, signature);
}
