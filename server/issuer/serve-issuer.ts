// Where people sign in: Google by configuration, else the stand-in issuer on our own address.
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { isLoopback } from '#server/loopback.ts';
import { createStandInIssuer } from './stand-in-issuer.ts';

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
    clientSecret: crypto.randomUUID(),
    redirectUri,
  };
}

/** Serves the stand-in under its path. It has no passwords, so it answers on loopback alone. */
export async function serveStandInIssuer(
  app: FastifyInstance,
  config: IssuerConfig,
): Promise<void> {
  const issuer = createStandInIssuer({
    issuerUrl: config.issuer,
    clientId: config.clientId,
    clientSecret: config.clientSecret,
    redirectUri: config.redirectUri,
  });
  const plugin: FastifyPluginAsync = async (scope) => {
    // The issuer reads its own bodies.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all(`${STAND_IN_PATH}/*`, (request, reply) => {
      if (!isOnThisMachine(request)) return reply.callNotFound();
      reply.hijack();
      issuer.handle(request.raw, reply.raw);
    });
  };
  await app.register(plugin);
}

/** What proxies add to a request that they pass on; also a page that wants to be taken for us. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * A proxy on this machine makes every visitor a loopback one, and a host name that was pointed at
 * 127.0.0.1 makes any web page of the person's own browser one of ours (DNS rebinding).
 */
function isOnThisMachine({ ip, hostname, headers }: FastifyRequest): boolean {
  const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined);
  return isLoopback(ip) && isLoopback(hostname) && !isForwarded;
}
