// Refuses requests by their headers before anything reads them: no header may be too long, and exactly one host must
// be named (RFC 9112 section 3.2).

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#contract/errors.ts';

/**
 * Maximum number of characters of each header. Browsers send 200 of `Accept` and 100 of `Range`; cookies may be those
 * of other sites on the same host, and a proxy may pass its own `Authorization` on.
 */
const MOST_CHARACTERS: Readonly<Record<string, number>> = {
  accept: 2048,
  'accept-encoding': 1024,
  'accept-language': 1024,
  authorization: 16_384,
  'content-type': 512,
  cookie: 16_384,
  'if-none-match': 2048,
  'if-range': 512,
  range: 512,
};

/** Adds the limits. Register it first, so that it refuses before anything reads a header. */
export function boundHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    for (const [name, most] of Object.entries(MOST_CHARACTERS)) {
      if ((headers[name]?.length ?? 0) > most) throw new AppError('header_too_large');
    }
  });
}

/** A host and perhaps a port (RFC 3986 sections 3.2.2 and 3.2.3), and nothing else. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w\-.~%!$&'()*+,;=]+)(?::\d*)?$/i;

/**
 * Requires a host. Node refuses requests without Host in words of its own, so it must leave them to us
 * (`requireHostHeader`).
 */
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (namesOneHost(raw)) return;
    throw new AppError('bad_input', { message: 'The request must name exactly one host.' });
  });
}

/** Returns whether the request names one host. HTTP/1.0 may name none. */
export function namesOneHost({ headersDistinct, httpVersion, url = '' }: IncomingMessage): boolean {
  const [host, ...more] = headersDistinct.host ?? [];
  if (host === undefined) return httpVersion === '1.0';
  if (more.length > 0 || !HOST.test(host)) return false;
  return url.startsWith('/') || url === '*' || isTargetAt(host, url);
}

/** Returns whether a target in absolute form is at that host. */
function isTargetAt(host: string, target: string): boolean {
  const url = URL.parse(target);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return false;
  return URL.parse(`${url.protocol}//${host}`)?.host === url.host;
}
