// Headers that deny the browser everything that no page of ours needs (OWASP Secure Headers Project). Every answer
// has them, from the first byte the server reads to refusals that no route ever sees.
import type { FastifyInstance } from 'fastify';

/** Everything from our own origin; recordings and canvases need blob:, previews data:. */
const pageSources = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'img-src': ["'self'", 'blob:', 'data:'],
  'media-src': ["'self'", 'blob:'],
  'worker-src': ["'self'", 'blob:'],
  'style-src': ["'self'", "'unsafe-inline'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
};

/** Policy of answers that are no page: if a browser shows one as a page all the same, it can do nothing. */
const NOTHING =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/** Policy of a page; it may frame these origins and nothing else. */
export function pagePolicy(frameSources: readonly string[]): string {
  const frames = frameSources.length > 0 ? frameSources : ["'none'"];
  return [...Object.entries(pageSources), ['frame-src', frames] as const]
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/** The share id if the address is a participant page, or null. */
export function participantPageId(url: string): string | null {
  return /^\/tryout\/([A-Za-z0-9_-]{22})\/?(?:\?|$)/.exec(url)?.[1] ?? null;
}

/**
 * Features that browsers allow a page by default (Chromium's list of policy-controlled features). Those that a
 * prototype in a frame may use without a prompt are not in it: fullscreen, gamepad, picture-in-picture,
 * storage-access, sync-xhr and unload.
 */
const unused = [
  ...['accelerometer', 'browsing-topics', 'captured-surface-control'],
  ...['compute-pressure', 'encrypted-media', 'geolocation', 'gyroscope', 'hid'],
  ...['identity-credentials-get', 'idle-detection', 'keyboard-map', 'local-fonts'],
  ...['magnetometer', 'midi', 'otp-credentials', 'payment', 'publickey-credentials-create'],
  ...['publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb', 'window-management'],
  'xr-spatial-tracking',
];
/** Features that record a participant. Pages of creators never need them. */
const recording = ['camera', 'microphone', 'display-capture'];
/**
 * Features of our own pages: playing a recording, copying a link, and reading it back, for which the browser prompts.
 */
const own = ['autoplay', 'clipboard-write', 'clipboard-read'];

/** Permissions Policy, section 6.1. @param records on the participant page. */
export function permissionsPolicy({ records }: { records: boolean }): string {
  const [self, none] = records
    ? [[...own, ...recording], unused]
    : [own, [...unused, ...recording]];
  return [...self.map((name) => `${name}=(self)`), ...none.map((name) => `${name}=()`)].join(', ');
}

/** A year, which is the shortest time that lists of preloaded hosts accept. */
const HTTPS_SECONDS = 31_536_000;

/** Headers of every answer that does not set its own by these names. */
export function safeHeaders({
  publicUrl,
  hstsSubdomains,
}: {
  publicUrl: string;
  hstsSubdomains: boolean;
}): Readonly<Record<string, string>> {
  return {
    'content-security-policy': NOTHING,
    'permissions-policy': permissionsPolicy({ records: false }),
    // Paths contain share links and tokens of mails. Other sites receive our origin, which a prototype's host needs
    // to identify its embedder, but no path; an http site receives nothing from an https page.
    'referrer-policy': 'strict-origin',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    // This header is for browsers without frame-ancestors.
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(publicUrl.startsWith('https:')
      ? { 'strict-transport-security': hstsPolicy(hstsSubdomains) }
      : {}),
  };
}

/** Strict-Transport-Security (RFC 6797 section 6.1). Subdomains may be other people's servers without TLS. */
function hstsPolicy(hstsSubdomains: boolean): string {
  return `max-age=${HTTPS_SECONDS}${hstsSubdomains ? '; includeSubDomains' : ''}`;
}

/** Adds the headers. Call it before other hooks, so that their refusals have the headers too. */
export function addSecurityHeaders(
  app: FastifyInstance,
  headers: Readonly<Record<string, string>>,
): void {
  const all = Object.entries(headers);
  app.addHook('onRequest', (_request, { raw }, done) => {
    // The headers are set on the bare answer because a handler may write it without the framework, as the stand-in
    // issuer does. A reply's own headers take their place.
    for (const [name, value] of all) raw.setHeader(name, value);
    done();
  });
  // Node would refuse what a client expects beyond "100-continue" without any of this; a server may as well
  // pass over it (RFC 9110 section 10.1.1).
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
}
