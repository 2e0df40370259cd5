// Who calls: the sign-in cookie with its cross-site token, or a session's bearer token.
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ADMIN_COOKIE,
  CROSS_SITE_COOKIE,
  CROSS_SITE_HEADER,
  EMAIL_COOKIE,
} from '#contract/cookies.ts';
import { AppError } from '#contract/errors.ts';
import { SIGN_IN_DAYS } from '#contract/limits.ts';
import { findSignIn, type SignIn } from '#server/access/sign-ins.ts';
import type { Parts } from '#server/parts.ts';
import type { Secrets } from '#server/secrets.ts';

export const SIGN_IN_COOKIE = 'tryout-sign-in';

type CredentialParts = Pick<Parts, 'db' | 'secrets' | 'publicUrl'>;

export function cookieOptions(publicUrl: string) {
  return {
    path: '/',
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: SIGN_IN_DAYS * 24 * 3600,
  } as const satisfies CookieSerializeOptions;
}

/** The sign-in's token as the browser sends it. */
export function readSignInToken(
  _parts: Pick<Parts, 'publicUrl'>,
  request: FastifyRequest,
): string | null {
  return request.cookies[SIGN_IN_COOKIE] || null;
}

/** The caller's sign-in, or null; renews its cookies when it was extended, stale ones at any time. */
export async function readSignIn(
  parts: CredentialParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignIn | null> {
  const token = readSignInToken(parts, request);
  if (!token) return null;
  const signIn = await findSignIn(parts.db, token);
  if (signIn?.extended) setSignInCookies(parts, reply, signIn);
  else if (signIn) renewPageCookies(parts, request, { reply, signIn });
  return signIn;
}

/** Cookies of a sign-in that has just begun or was extended: its own, and those the page reads. */
export function setSignInCookies(
  parts: CredentialParts,
  reply: FastifyReply,
  signIn: SignIn,
): void {
  reply.setCookie(SIGN_IN_COOKIE, signIn.token, {
    ...cookieOptions(parts.publicUrl),
    httpOnly: true,
  });
  for (const [name, value] of pageCookies(parts, signIn)) {
    reply.setCookie(name, value, cookieOptions(parts.publicUrl));
  }
}

function renewPageCookies(
  parts: CredentialParts,
  request: FastifyRequest,
  { reply, signIn }: { reply: FastifyReply; signIn: SignIn },
): void {
  for (const [name, value] of pageCookies(parts, signIn)) {
    if (request.cookies[name] !== value) {
      reply.setCookie(name, value, cookieOptions(parts.publicUrl));
    }
  }
}

function pageCookies(parts: CredentialParts, signIn: SignIn): [string, string][] {
  const cookies = {
    [CROSS_SITE_COOKIE]: parts.secrets.sign('cross-site', signIn.token),
    [ADMIN_COOKIE]: String(signIn.role === 'owner'),
    [EMAIL_COOKIE]: signIn.email,
  };
  return Object.entries(cookies);
}

/** Takes every cookie of a sign-in back. */
export function clearSignInCookies(reply: FastifyReply): void {
  for (const name of [SIGN_IN_COOKIE, CROSS_SITE_COOKIE, ADMIN_COOKIE, EMAIL_COOKIE]) {
    reply.clearCookie(name, { path: '/' });
  }
}

const ATTEMPT_COOKIE = 'tryout-sign-in-attempt';
/** Time to type a password and a second factor at the issuer. */
const ATTEMPT_SECONDS = 900;

type SiteParts = Pick<Parts, 'publicUrl'>;

/** Keeps what the browser carries to the issuer and back. */
export function setAttemptCookie(parts: SiteParts, reply: FastifyReply, attempt: string): void {
  reply.setCookie(ATTEMPT_COOKIE, attempt, { ...attemptCookie(parts), maxAge: ATTEMPT_SECONDS });
}

/** Empty when there is none. */
export function readAttempt(_parts: SiteParts, request: FastifyRequest): string {
  return request.cookies[ATTEMPT_COOKIE] ?? '';
}

export function clearAttemptCookie(parts: SiteParts, reply: FastifyReply): void {
  reply.clearCookie(ATTEMPT_COOKIE, attemptCookie(parts));
}

function attemptCookie({ publicUrl }: SiteParts) {
  const { secure, sameSite } = cookieOptions(publicUrl);
  return { secure, sameSite, httpOnly: true, path: '/auth' } as const;
}

/** @throws AppError cross_site_token when the header doesn't carry the sign-in's own token. */
export function requireCrossSiteToken(
  secrets: Secrets,
  request: FastifyRequest,
  signIn: SignIn,
): void {
  const header = request.headers[CROSS_SITE_HEADER];
  if (typeof header !== 'string' || !secrets.verify('cross-site', signIn.token, header)) {
    throw new AppError('cross_site_token');
  }
}
