// Runs a call for the security log: its lines contain the caller's ids, and a refusal is logged.
import type { FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import type { SecurityIds } from '#server/platform/log/security-events.ts';
import type { SecurityLog } from '#server/platform/log/security-log.ts';
import { shortAddress } from './client-address.ts';

/**
 * @param key of the endpoint, as in `tests.delete`.
 * @param ids of the call, if it was logged before.
 * @param run gets the ids of the call, and adds who makes it.
 */
export async function logCall<T>(
  log: SecurityLog,
  { key, request, ids = idsOf(key, request) }: LoggedCall,
  run: (ids: SecurityIds) => Promise<T>,
): Promise<T> {
  return await log.during(ids, async () => {
    try {
      return await run(ids);
    } catch (error) {
      if (error instanceof AppError) logRefusal(log, ids, { key, error });
      throw error;
    }
  });
}

interface LoggedCall {
  key: string;
  request: FastifyRequest;
  ids?: SecurityIds | undefined;
}

function idsOf(key: string, { ip }: FastifyRequest): SecurityIds {
  return { endpoint: key, address: shortAddress(ip) };
}

/** Logs a refusal. A 404 is logged for known callers only, who get it for things of others. */
function logRefusal(
  log: SecurityLog,
  { userId, sessionId, apiKeyId }: SecurityIds,
  { key, error }: { key: string; error: AppError },
): void {
  const isKnown = [userId, sessionId, apiKeyId].some((id) => id !== undefined);
  const isRefusal = [401, 403].includes(error.status) || (error.status === 404 && isKnown);
  if (isRefusal) log.write({ event: 'access.refused', endpoint: key, code: error.code });
  if (error.status === 429) log.write({ event: 'rate.exceeded', endpoint: key });
}
