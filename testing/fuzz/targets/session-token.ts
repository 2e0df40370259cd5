// `Authorization` as anything: only what we signed names a session.

import fc from 'fast-check';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import type { SessionId } from '#contract/ids.ts';
import { readSessionToken, sessionToken } from '#server/platform/http/bearer-tokens.ts';
import { createSecrets } from '#server/platform/security/secrets.ts';
import { fuzzTarget } from '../fuzz-target.ts';
import { textOf } from '../odd-values.ts';

const secrets = createSecrets('a secret for fuzzing only');
const others = createSecrets('the secret of another server');
const id = '0198f7a0-0000-7000-8000-000000000001' as SessionId;
const token = sessionToken(secrets, id);

const pieces = [
  ...['Bearer', 'bearer ', 'Basic ', ' ', '.', id, token, sessionToken(others, id)],
  ...['0198f7a0-0000-7000-8000-000000000002', token.slice(-43), 'A'.repeat(43)],
];

/** Schemes are read without case, and blanks may follow them (RFC 9110 section 11.4). */
const OURS = /^bearer +/i;

export const target = fuzzTarget<string>({
  name: 'session-token',
  arbitrary: fc.oneof(textOf(...pieces), fc.constantFrom(`Bearer ${token}`, `bearer   ${token}`)),
  run(authorization) {
    const isOurs = OURS.test(authorization) && authorization.replace(OURS, '') === token;
    try {
      const read = readSessionToken(secrets, { headers: { authorization } } as FastifyRequest);
      if (read !== null && !(isOurs && read === id)) throw new Error(`${read} was not signed`);
      if (read === null && isOurs) throw new Error('a token of ours is not read');
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'session_token_invalid')) throw error;
      if (isOurs) throw new Error('a token of ours is refused');
    }
  },
  allowedSteps: (authorization) => 2000 + authorization.length,
});
