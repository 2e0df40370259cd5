// The two cookies of a link for viewing. One takes the place of the link's token in the browser that opened it; the other
// lets the calls of an open link in. Browsers send both with calls below the link alone.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VIEW_HOURS, VIEW_LINK_COOKIE_DAYS } from '#contract/limits.ts';
import { viewCallsPath } from '#contract/paths.ts';
import type { Parts } from '#server/parts.ts';
import { isSecure, VIEW_COOKIE_NAME } from '#server/platform/http/credentials.ts';
import type { Purpose, Secrets } from '#server/platform/security/secrets.ts';
import type { ViewLinkRow } from './view-links.db.ts';

interface ViewCookie {
  name: string;
  purpose: Purpose;
  seconds: number;
  /** Another password of the link makes the cookie invalid. */
  isOfPassword: boolean;
}

/** Shows that this browser had the link's token. The link's password is still required. */
export const LINK_COOKIE: ViewCookie = {
  name: 'tryout-view-link',
  purpose: 'view-token',
  seconds: VIEW_LINK_COOKIE_DAYS * 24 * 3600,
  isOfPassword: false,
};

/** Lets calls below the link in: its password, if it has one, was right. */
export const VIEW_COOKIE: ViewCookie = {
  name: VIEW_COOKIE_NAME,
  purpose: 'view-link',
  seconds: VIEW_HOURS * 3600,
  isOfPassword: true,
};

/** The parts of a link that a cookie is bound to. */
export type SignedLink = Pick<ViewLinkRow, 'id' | 'password_hash'>;

/** The text that is signed: another link or a later end needs another signature. */
function signedText({ isOfPassword }: ViewCookie, link: SignedLink, endsAt: string): string {
  return `${link.id}.${endsAt}.${isOfPassword ? (link.password_hash ?? '') : ''}`;
}

/** Value of a cookie: the second at which it ends, since 1970, and the signature. */
export function viewCookieValue(secrets: Secrets, cookie: ViewCookie, link: SignedLink): string {
  const endsAt = String(Math.floor(Date.now() / 1000) + cookie.seconds);
  return `${endsAt}.${secrets.sign(cookie.purpose, signedText(cookie, link, endsAt))}`;
}

/** Returns whether this server signed the value for this cookie and link, and its time has not ended. */
export function isViewCookieValue(
  secrets: Secrets,
  cookie: ViewCookie,
  { link, value }: { link: SignedLink; value: string | undefined },
): boolean {
  const [, endsAt = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(value ?? '') ?? [];
  if (!(Number(endsAt) * 1000 > Date.now())) return false;
  return secrets.verify(cookie.purpose, signedText(cookie, link, endsAt), signature);
}

/** Name that a browser accepts from a secure connection alone, where there is one (RFC 6265bis section 4.1.3.1). */
function nameOf({ name }: ViewCookie, publicUrl: string): string {
  return isSecure(publicUrl) ? `__Secure-${name}` : name;
}

export function hasViewCookie(
  { secrets, publicUrl }: Pick<Parts, 'secrets' | 'publicUrl'>,
  request: FastifyRequest,
  { cookie, link }: { cookie: ViewCookie; link: SignedLink },
): boolean {
  return isViewCookieValue(secrets, cookie, {
    link,
    value: request.cookies[nameOf(cookie, publicUrl)],
  });
}

export function setViewCookie(
  { secrets, publicUrl }: Pick<Parts, 'secrets' | 'publicUrl'>,
  reply: FastifyReply,
  { cookie, link }: { cookie: ViewCookie; link: SignedLink },
): void {
  reply.setCookie(nameOf(cookie, publicUrl), viewCookieValue(secrets, cookie, link), {
    path: viewCallsPath(link.id),
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(publicUrl),
    maxAge: cookie.seconds,
  });
}
