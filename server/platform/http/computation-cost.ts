// Counts the cost of computed answers against the rate of the caller: a visitor of a link, an API key, or a person.
import type { FastifyRequest } from 'fastify';
import type { CallCost, Endpoint } from '#contract/endpoint.ts';
import {
  COMPUTING_RATE,
  COMPUTING_RATE_OF_PERSON,
  COMPUTING_RATE_OF_VISITOR,
} from '#contract/limits.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import type { Rates } from '#server/platform/security/rates.ts';
import { countedAddress } from './client-address.ts';

/** So much at most for a test's size: one of a million recordings can be looked at too, some pages a minute. */
const POINTS_MAX = COMPUTING_RATE.calls / 6;

/** Charges a call whose cost does not depend on its test. @throws AppError too_many_requests */
export async function chargeCall(
  parts: { rates: Rates },
  { cost }: Endpoint,
  call: { caller: unknown; request: FastifyRequest },
): Promise<void> {
  if (!cost || cost.perThousand !== undefined) return;
  await chargeComputation(parts, { ...call, caller: call.caller as SignIn }, { cost });
}

/**
 * @param recordings of the test that the answer is about
 * @throws AppError too_many_requests
 */
export async function chargeComputation(
  { rates }: { rates: Rates },
  { caller, request }: { caller: SignIn; request: FastifyRequest },
  { cost, recordings = 0 }: { cost: CallCost; recordings?: number },
): Promise<void> {
  const measured = Math.ceil(cost.points + ((cost.perThousand ?? 0) * recordings) / 1000);
  const points = Math.max(cost.points, Math.min(measured, POINTS_MAX));
  const { view, apiKeyId, userId } = caller;
  if (view) {
    const visitor = `${view.id} ${countedAddress(request.ip)}`;
    await rates.count('computing of visitor', visitor, { ...COMPUTING_RATE_OF_VISITOR, points });
  } else if (apiKeyId) {
    await rates.count('computing of key', apiKeyId, { ...COMPUTING_RATE, points });
  } else {
    await rates.count('computing', userId, { ...COMPUTING_RATE_OF_PERSON, points });
  }
}
