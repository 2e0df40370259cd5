// The content of a session's token, and its lifetime.
import type { FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, test, vi } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import { SESSION_TOKEN_DAYS } from '#contract/limits.ts';
import { createSecrets } from '#server/platform/security/secrets.ts';
import { readSessionToken, sessionToken } from './bearer-tokens.ts';

const secrets = createSecrets('a secret for tests only');
const DAY_MS = 24 * 3_600_000;

afterEach(() => vi.useRealTimers());

const idOf = (startedMs: number) => uuidv7({ msecs: startedMs }) as SessionId;
const read = (token: string) =>
  readSessionToken(secrets, { headers: { authorization: `Bearer ${token}` } } as FastifyRequest);

/** Sets the clock to that time after now. */
function later(ms: number): void {
  vi.useFakeTimers({ now: Date.now() + ms });
}

test('counts until its days are over [9.2.1]', () => {
  const id = idOf(Date.now());
  const token = sessionToken(secrets, id);
  expect(read(token)).toBe(id);
  later(SESSION_TOKEN_DAYS * DAY_MS - 60_000);
  expect(read(token)).toBe(id);
  later(120_000);
  expect(() => read(token)).toThrow('This session token is not valid.');
});

test('its end can’t be moved, left out or taken from another [9.1.1]', () => {
  const [id, other] = [idOf(Date.now()), idOf(Date.now())];
  const [, endsAt, signature] = sessionToken(secrets, id).split('.');
  for (const forged of [
    `${id}.${Number(endsAt) + 1}.${signature}`,
    `${id}.9999999999.${signature}`,
    `${id}.${signature}`,
    `${id}.${secrets.sign('session-token', id)}`,
    `${other}.${endsAt}.${signature}`,
    `${id}.${endsAt}.${secrets.sign('session-token', id)}`,
    `${id}.${endsAt}0.${signature}`,
    `${id}.-${endsAt}.${signature}`,
    `${id}..${signature}`,
    `${id}.${endsAt}.`,
  ]) {
    expect(() => read(forged)).toThrow('This session token is not valid.');
  }
});
