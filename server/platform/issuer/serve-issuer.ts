// Where people sign in: Google by configuration, else the stand-in issuer on our own address.
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { api } from '#contract/api.ts';
import { AppError } from '#contract/errors.ts';
import type { Config } from '#server/platform/config/config.ts';
import { randomToken } from '#server/platform/security/secrets.ts';
import { isFromThisMachine } from './local-request.ts';
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

/** Where a sign-in begins and ends: with the stand-in closed to a caller, so are these. */
const signInPaths: ReadonlySet<string> = new Set([
  api.accounts.signIn.path,
  api.accounts.signInReturn.path,
]);

/** With the first sign-in: its library takes 18 MB. */
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
