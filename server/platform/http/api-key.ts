// Reads the API key of the Authorization header, and rejects a call with a key in its address.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import { holdsApiKey, isCalledApiKey } from '#server/platform/security/api-key-text.ts';

/** The key in the request's header `Authorization: Bearer tryout_…`, or null if there is none of that name. */
export function readApiKey({ headers }: FastifyRequest): string | null {
  const [, credential = ''] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return isCalledApiKey(credential) ? credential : null;
}

/** Proxies, browsers and logs store addresses, so an address that contains a key gets an error message only. */
export function refuseKeysInAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (holdsApiKey(raw.url ?? '')) throw new AppError('key_in_address');
  });
}
