// Where people sign in: Google by configuration, else the stand-in issuer on our own address.
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { api } from '#contract/api.ts';
import { AppError } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import { isFromThisMachine } from './local-request.ts';
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

/** Where a sign-in begins and ends: with the stand-in closed to a caller, so are these. */
const signInPaths: ReadonlySet<string> = new Set([
  api.accounts.signIn.path,
  api.accounts.signInReturn.path,
]);

/** Serves the stand-in under its path. It has no passwords, so it answers this machine alone. */
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
      if (!isFromThisMachine(request.raw)) return reply.callNotFound();
      reply.hijack();
      issuer.handle(request.raw, reply.raw);
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
