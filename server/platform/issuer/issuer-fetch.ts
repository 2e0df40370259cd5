// Requests to the issuer of sign-ins. Its library parses the answers, so their size and shape are checked first.
import type { CustomFetch } from 'openid-client';
import { findJsonExcess, type JsonBounds } from '#server/platform/security/json-shape.ts';
import { readAtMost } from '#server/platform/security/read-at-most.ts';

/** Maximum size of an answer. Google's longest one, its keys, has 3 kB. */
const ANSWER_MAX_BYTES = 512 * 1024;
const ANSWER_BOUNDS: JsonBounds = { depth: 64, values: 10_000 };

/** @throws Error for an answer that is too large, nests too deep, or has too many values */
export const fetchFromIssuer: CustomFetch = async (address, options) => {
  const answer = await fetch(address, options as RequestInit);
  const bytes = await readAtMost(answer.body ?? [], ANSWER_MAX_BYTES);
  if (bytes === null || findJsonExcess(bytes.toString('utf8'), ANSWER_BOUNDS) !== null) {
    throw new Error(`${new URL(address).host} answered more than an issuer does`);
  }
  const { status, statusText, headers } = answer;
  return new Response(bytes.length === 0 ? null : bytes, { status, statusText, headers });
};
