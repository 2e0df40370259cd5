// Cookies of links for viewing as anything: only what this server signed, for this cookie and link and until its end, is taken.
import fastifyCookie from '@fastify/cookie';
import fc from 'fast-check';
import Fastify from 'fastify';
import { viewLinkId } from '#contract/ids.ts';
import { createSecrets } from '#server/platform/security/secrets.ts';
import {
  isViewCookieValue,
  LINK_COOKIE,
  VIEW_COOKIE,
  viewCookieValue,
} from '#server/view-links/view-cookies.ts';
import { fuzzTarget } from '../fuzz-target.ts';
import { textOf } from '../odd-values.ts';

const app = Fastify();
await app.register(fastifyCookie);
await app.ready();
const secrets = createSecrets('a secret for fuzzing only');
const link = {
  id: viewLinkId.parse('0198f7a0-0000-7000-8000-000000000001'),
  password_hash: 'scrypt$1$1$1$a$b',
};
const OVER = { ...VIEW_COOKIE, seconds: -60 };
/** Returns a cookie's settings with another end: a signature that omits the end would be valid for our cookie too. */
const later = (seconds: number) => ({ ...VIEW_COOKIE, seconds: VIEW_COOKIE.seconds + seconds });

const own = {
  [VIEW_COOKIE.name]: viewCookieValue(secrets, VIEW_COOKIE, link),
  [LINK_COOKIE.name]: viewCookieValue(secrets, LINK_COOKIE, link),
};
/** Values that are signed for something else. */
const others = [
  viewCookieValue(createSecrets('the secret of another server'), later(1), link),
  viewCookieValue(secrets, later(2), { ...link, id: viewLinkId.parse(link.id.replace('1', '2')) }),
  viewCookieValue(secrets, later(3), { ...link, password_hash: null }),
  viewCookieValue(secrets, OVER, link),
];
const [end = '', signature = ''] = (own[VIEW_COOKIE.name] ?? '').split('.');
const pieces = [
  ...[`${VIEW_COOKIE.name}=`, `${LINK_COOKIE.name}=`, '; ', ';', '=', '.', '"', '%2E', ' ', ','],
  ...[...Object.values(own), ...others, end, signature, String(Number(end) + 1), '9'.repeat(12)],
  ...['NaN', 'Infinity', '1e12', '-1', '0x7fffffff', signature.slice(1), `${signature}A`],
];

/** A header that holds one value for both cookies. */
const header = fc
  .tuple(fc.constantFrom(VIEW_COOKIE.name, LINK_COOKIE.name), textOf(...pieces))
  .map(([name, value]) => `${name}=${value}`);
const written = fc.constantFrom(...Object.entries(own).map(([name, value]) => `${name}=${value}`));

export const target = fuzzTarget<string>({
  name: 'view-cookie',
  arbitrary: fc.oneof(
    { weight: 3, arbitrary: header },
    { weight: 2, arbitrary: textOf(...pieces) },
    { weight: 1, arbitrary: written },
  ),
  run(text) {
    const cookies = app.parseCookie(text);
    for (const cookie of [VIEW_COOKIE, LINK_COOKIE]) {
      const value = cookies[cookie.name];
      const isTaken = isViewCookieValue(secrets, cookie, { link, value });
      if (isTaken !== (value === own[cookie.name])) {
        throw new Error(`${cookie.name} is ${isTaken ? 'taken' : 'refused'}: ${value}`);
      }
    }
  },
  allowedSteps: (text) => 2000 + 10 * text.length,
});
