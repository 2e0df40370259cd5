// Credentials of callers: the sign-in cookie with its cross-site token, or a session's bearer token.
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
import type { SignIn } from '#server/platform/access/authorized.ts';
import type { RouteParts } from './callers.ts';

/**
 * The cookie's name on plain http, which only loopback has, and behind https until the update that introduced
 * `__Host-`.
 */
export const SIGN_IN_COOKIE = 'tryout-sign-in';
const ATTEMPT_COOKIE = 'tryout-sign-in-attempt';

/** Name of the cookie that admits the calls of an open link for viewing (server/view-links/view-cookies.ts). */
export const VIEW_COOKIE_NAME = 'tryout-view';

export function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

export function signInCookie(publicUrl: string): string {
  return hostName(SIGN_IN_COOKIE, publicUrl);
}

export function attemptCookie(publicUrl: string): string {
  return hostName(ATTEMPT_COOKIE, publicUrl);
}

function hostName(name: string, publicUrl: string): string {
  return isSecure(publicUrl) ? `__Host-${name}` : name;
}

/** The parts that cookies need. */
type CookieParts = Pick<RouteParts, 'publicUrl' | 'secrets'>;

function cookieOptions({ publicUrl }: Pick<CookieParts, 'publicUrl'>) {
  return {
    path: '/',
    sameSite: 'lax',
    secure: isSecure(publicUrl),
    maxAge: SIGN_IN_DAYS * 24 * 3600,
  } as const satisfies CookieSerializeOptions;
}

/** The sign-in's token as the browser sends it. */
export function readSignInToken(
  { publicUrl }: CookieParts,
  request: FastifyRequest,
): string | null {
  return request.cookies[signInCookie(publicUrl)] || null;
}

/** The caller's sign-in, or null; renews its cookies when it was extended, stale ones at any time. */
export async function readSignIn(
  parts: CookieParts & Pick<RouteParts, 'callers'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignIn | null> {
  const token = readSignInToken(parts, request);
  const signIn = token ? await parts.callers.findSignIn(token) : null;
  if (!signIn) return null;
  if (signIn.extended) setSignInCookies(parts, reply, signIn);
  else renewPageCookies(parts, request, { reply, signIn });
  return signIn;
}

/** Cookies of a sign-in that has just begun or was extended: its own, and those the page reads. */
export function setSignInCookies(parts: CookieParts, reply: FastifyReply, signIn: SignIn): void {
  reply.setCookie(signInCookie(parts.publicUrl), signIn.token, {
    ...cookieOptions(parts),
    httpOnly: true,
  });
  for (const [name, value] of pageCookies(parts, signIn)) {
    reply.setCookie(name, value, cookieOptions(parts));
  }
}

function renewPageCookies(
  parts: CookieParts,
  request: FastifyRequest,
  { reply, signIn }: { reply: FastifyReply; signIn: SignIn },
): void {
  for (const [name, value] of pageCookies(parts, signIn)) {
    if (request.cookies[name] !== value) {
      reply.setCookie(name, value, cookieOptions(parts));
    }
  }
}

function pageCookies(parts: CookieParts, signIn: SignIn): [string, string][] {
  const cookies = {
    [CROSS_SITE_COOKIE]: parts.secrets.sign('cross-site', signIn.token),
    [ADMIN_COOKIE]: String(signIn.role === 'owner'),
    [EMAIL_COOKIE]: signIn.email,
  };
  return Object.entries(cookies);
}

/**
 * Clears every cookie of a sign-in and the browser's cache of pictures and recordings. It never clears the browser's
 * storage, because a participant's recording waits there until it has arrived.
 */
export function clearSignIn(parts: Pick<CookieParts, 'publicUrl'>, reply: FastifyReply): void {
  const { secure } = cookieOptions(parts);
  const own = signInCookie(parts.publicUrl);
  for (const name of [own, CROSS_SITE_COOKIE, ADMIN_COOKIE, EMAIL_COOKIE]) {
    reply.clearCookie(name, { path: '/', secure });
  }
  reply.header('clear-site-data', '"cache"');
}

/** Seconds to type a password and a second factor at the issuer. */
const ATTEMPT_SECONDS = 900;

/** Stores in a cookie what the browser must bring back from the issuer. */
export function setAttemptCookie(
  parts: Pick<CookieParts, 'publicUrl'>,
  reply: FastifyReply,
  attempt: string,
): void {
  reply.setCookie(attemptCookie(parts.publicUrl), attempt, {
    ...cookieOptions(parts),
    httpOnly: true,
    maxAge: ATTEMPT_SECONDS,
  });
}

/** Empty when there is none. */
export function readAttempt(
  { publicUrl }: Pick<CookieParts, 'publicUrl'>,
  request: FastifyRequest,
): string {
  return request.cookies[attemptCookie(publicUrl)] ?? '';
}

export function clearAttemptCookie(
  parts: Pick<CookieParts, 'publicUrl'>,
  reply: FastifyReply,
): void {
  const { secure } = cookieOptions(parts);
  reply.clearCookie(attemptCookie(parts.publicUrl), { path: '/', secure });
}

/** @throws AppError cross_site_token if the header doesn't contain the sign-in's own token. */
export function requireCrossSiteToken(
  secrets: RouteParts['secrets'],
  request: FastifyRequest,
  signIn: SignIn,
): void {
  const header = request.headers[CROSS_SITE_HEADER];
  if (typeof header !== 'string' || !secrets.verify('cross-site', signIn.token, header)) {
    throw new AppError('cross_site_token');
  }
}
