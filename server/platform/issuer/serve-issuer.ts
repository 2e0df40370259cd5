// The issuer of sign-ins: Google by configuration, else the stand-in issuer on our own address.

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { api } from '#contract/api.ts';
import { AppError } from '#contract/errors.ts';
import type { Config } from '#server/platform/config/config.ts';
import { isLoopback } from '#server/platform/machine/network.ts';
import { randomToken } from '#server/platform/security/secrets.ts';
import type { StandInIssuer } from './stand-in-issuer.ts';

const STAND_IN_PATH = '/stand-in-issuer';

/** The issuer that sign-in trusts, with our credentials there. */
export interface IssuerConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

export function issuerOf(config: Pick<Config, 'google'>, publicUrl: string): IssuerConfig {
  const redirectUri = `${publicUrl}/auth/google/callback`;
  if (config.google) return { ...config.google, redirectUri };
  return {
    issuer: `${publicUrl}${STAND_IN_PATH}`,
    clientId: 'tryout',
    clientSecret: randomToken(),
    redirectUri,
  };
}

/** Paths where a sign-in begins and ends. They are closed to a caller if the stand-in is. */
const signInPaths: ReadonlySet<string> = new Set([
  api.accounts.signIn.path,
  api.accounts.signInReturn.path,
]);

/** Opens the issuer at the first sign-in, because its library takes 18 MB. */
async function openIssuer(config: IssuerConfig): Promise<StandInIssuer> {
  const { createStandInIssuer } = await import('./stand-in-issuer.ts');
  const { issuer, ...client } = config;
  return createStandInIssuer({ issuerUrl: issuer, ...client });
}

/** Serves the stand-in under its path. It has no passwords, so it answers this machine alone. */
export async function serveStandInIssuer(
  app: FastifyInstance,
  config: IssuerConfig,
): Promise<void> {
  let opened: Promise<StandInIssuer> | undefined;
  const issuer = () => {
    opened ??= openIssuer(config);
    return opened;
  };
  const plugin: FastifyPluginAsync = async (scope) => {
    // The issuer reads its own bodies.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all(`${STAND_IN_PATH}/*`, async (request, reply) => {
      if (!isFromThisMachine(request.raw)) return reply.callNotFound();
      const { handle } = await issuer();
      reply.hijack();
      handle(request.raw, reply.raw);
    });
  };
  await app.register(plugin);
  app.addHook('onRequest', async (request) => {
    if (!signInPaths.has(request.routeOptions.url ?? '')) return;
    if (isFromThisMachine(request.raw)) return;
    const message = 'Sign-in works on the server’s own machine alone until Google is configured.';
    throw new AppError('not_found', { message });
  });
}

// Detects, as far as a request allows it, whether it comes from this machine's own browser. The stand-in issuer has
// no passwords, so a proxied request must never reach it.

/** Headers that proxies, load balancers and content networks add to a request. Browsers send none of these. */
const forwardingHeaders: ReadonlySet<string> = new Set([
  ...['via', 'surrogate-capability', 'front-end-https', 'disguised-host'],
  ...['client-ip', 'true-client-ip', 'proxy-client-ip', 'wl-proxy-client-ip', 'incap-client-ip'],
  ...['ali-cdn-real-ip', 'remote-addr', 'x-client-ip', 'x-proxyuser-ip', 'x-source-ip'],
  ...['x-host', 'x-scheme', 'x-url-scheme', 'x-rewrite-url', 'x-request-start', 'x-user-ip'],
  ...['x-cloud-trace-context', 'x-varnish'],
]);
const forwardingPrefixes = [
  ...['forwarded', 'x-forward', 'x-original-', 'x-real-', 'x-remote-', 'x-cluster-'],
  ...['akamai-', 'cdn-', 'cf-', 'cloudfront-', 'fastly-', 'fly-', 'tailscale-'],
  ...['x-akamai-', 'x-amz-', 'x-amzn-', 'x-appengine-', 'x-arr-', 'x-azure-', 'x-envoy-'],
  ...['x-nf-', 'x-nginx-', 'x-vercel-'],
];

/**
 * A proxy on this machine makes every visitor a loopback one, and a host name that was pointed at 127.0.0.1 makes any
 * web page of the person's own browser one of ours (DNS rebinding). A proxy that adds nothing, puts our own address
 * into Host and speaks HTTP/1.1 is still detected by the headers in which the visitor's browser names the page it
 * comes from. A program that sends no such header is not detected.
 */
function isFromThisMachine(request: IncomingMessage): boolean {
  const { headers, socket, httpVersion } = request;
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    // No browser has used HTTP/1.0 for decades; proxies do unless configured otherwise.
    httpVersion !== '1.0' &&
    isLoopbackUrl(`http://${headers.host}`) &&
    !Object.keys(headers).some(isForwarding) &&
    isLocalPage(headers)
  );
}

function isForwarding(name: string): boolean {
  return (
    forwardingHeaders.has(name) || forwardingPrefixes.some((prefix) => name.startsWith(prefix))
  );
}

/** A link on another site may lead here; a page that the browser takes for ours must be ours. */
function isLocalPage({ origin, referer, ...rest }: IncomingMessage['headers']): boolean {
  if (origin !== undefined && !isLoopbackUrl(origin)) return false;
  if (rest['sec-fetch-site'] === 'cross-site') return rest['sec-fetch-mode'] === 'navigate';
  return referer === undefined || isLoopbackUrl(referer);
}

function isLoopbackUrl(text: string): boolean {
  return URL.canParse(text) && isLoopback(new URL(text).hostname);
}
