// Reads the API key of the Authorization header, and rejects a call with a key in its address.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import { holdsApiKey, isCalledApiKey } from '#server/platform/security/api-key-text.ts';

/** The key that a request brings as `Authorization: Bearer tryout_…`; null: it brings none of that name. */
export function readApiKey({ headers }: FastifyRequest): string | null {
  const [, credential = ''] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return isCalledApiKey(credential) ? credential : null;
}

/** Addresses are kept by proxies, browsers and logs: one with a key in it is answered by a sentence alone. */
export function refuseKeysInAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (holdsApiKey(raw.url ?? '')) throw new AppError('key_in_address');
  });
}
