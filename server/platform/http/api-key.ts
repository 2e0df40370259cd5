// The wall for programs: an API key in the Authorization header, held against what the call is open to; and the refusal
// of one in an address.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Endpoint, keyScopeOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { signInId } from '#contract/ids.ts';
import { API_KEY_RATE } from '#contract/limits.ts';
import { findKey, type KeyRow } from '#server/api-keys/api-keys.db.ts';
import type { Parts } from '#server/parts.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import type { SecurityIds } from '#server/platform/log/security-events.ts';
import { holdsApiKey, isApiKey, isCalledApiKey } from '#server/platform/security/api-key-text.ts';

/** The key that a request brings as `Authorization: Bearer tryout_…`; null: it brings none of that name. */
export function readApiKey({ headers }: FastifyRequest): string | null {
  const [, credential = ''] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return isCalledApiKey(credential) ? credential : null;
}

/**
 * Lets a key in by the call's row; cookies that came with it count for nothing.
 * @param ids get the key's.
 * @throws AppError api_key_invalid, key_refused, key_reads_only, too_many_requests
 */
export async function permitKey(
  parts: Parts,
  row: Endpoint,
  { key, ids }: { key: string; ids: SecurityIds },
): Promise<SignIn> {
  const found = isApiKey(key) ? await findKey(parts.db, key) : null;
  if (!found) throw new AppError('api_key_invalid');
  ids.apiKeyId = found.id;
  ids.workspaceId = found.workspaceId;
  await parts.rates.count('api-key', found.id, API_KEY_RATE);
  const scope = keyScopeOf(row);
  if (scope === null) throw new AppError('key_refused');
  if (scope === 'write' && found.scope === 'read') throw new AppError('key_reads_only');
  return signInFromRow(found);
}

/** What a key does is its maker's, with the rights of a member; never what asks for a person's own sign-in. */
function signInFromRow({ id, userId, workspaceId, company }: KeyRow): SignIn {
  return {
    userId,
    workspaceId,
    company,
    apiKeyId: id,
    role: 'member',
    id: signInId.parse(id),
    token: '',
    email: '',
    verifiedEmail: null,
    authenticatedAt: new Date(0),
    extended: false,
  };
}

/** Addresses are kept by proxies, browsers and logs: one with a key in it is answered by a sentence alone. */
export function refuseKeysInAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (holdsApiKey(raw.url ?? '')) throw new AppError('key_in_address');
  });
}
