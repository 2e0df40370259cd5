// The wall for programs: an API key is held against what the call is open to.
import { type Endpoint, keyScopeOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { signInId } from '#contract/ids.ts';
import { API_KEY_RATE } from '#contract/limits.ts';
import type { Parts } from '#server/parts.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import type { CallInProgress } from '#server/platform/http/callers.ts';
import { isApiKey } from '#server/platform/security/api-key-text.ts';
import { findKey, type KeyRow } from './api-keys.db.ts';

/**
 * Lets a key in by the call's row; cookies that came with it count for nothing. The answer is cut if the key ends.
 * @throws AppError api_key_invalid, key_refused, key_reads_only, too_many_requests
 */
export async function permitKey(
  { db, rates, keyAnswers }: Pick<Parts, 'db' | 'rates' | 'keyAnswers'>,
  { row, key }: { row: Endpoint; key: string },
  { ids, reply }: Pick<CallInProgress, 'ids' | 'reply'>,
): Promise<SignIn> {
  const found = isApiKey(key) ? await findKey(db, key) : null;
  if (!found) throw new AppError('api_key_invalid');
  ids.apiKeyId = found.id;
  ids.workspaceId = found.workspaceId;
  await rates.count('api-key', found.id, API_KEY_RATE);
  const scope = keyScopeOf(row);
  if (scope === null) throw new AppError('key_refused');
  if (scope === 'write' && found.scope === 'read') throw new AppError('key_reads_only');
  const caller = signInFromRow(found);
  keyAnswers.watch(caller, reply.raw);
  return caller;
}

/** A key acts for its maker with the rights of a member, but never in calls that need a person's own sign-in. */
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
