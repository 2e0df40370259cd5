// Signatures of webhooks as Standard Webhooks has them: HMAC-SHA-256 over id, time and body, so that a request can
// neither be made up, changed nor sent again later (https://github.com/standard-webhooks/standard-webhooks).
import { createHmac, randomBytes } from 'node:crypto';
import type { Secrets } from '#server/platform/security/secrets.ts';
import type { WebhookRow } from './webhooks.db.ts';

const PREFIX = 'whsec_';
/** Length of a secret; the specification requires 24 to 64. */
const SECRET_BYTES = 32;

/** A new secret: `whsec_` and 256 random bits in base64. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/**
 * Headers of a request with this body.
 * @param secrets each signs: two while one is changed for another.
 * @param id the same at each attempt, by which a receiver recognises a repetition.
 */
export function signedHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}

/**
 * Stored secrets of webhooks: sealed, since each request is signed with them, and bound to their webhook, so that a
 * row copied to another one signs nothing.
 */
export function sealSecret(secrets: Secrets, webhookId: string, secret: string): string {
  return secrets.seal('sealed-webhook-secret', `${webhookId} ${secret}`);
}

function openSecret(secrets: Secrets, webhookId: string, sealed: string): string | null {
  const [of, secret] = secrets.open('sealed-webhook-secret', sealed)?.split(' ') ?? [];
  return of === webhookId && secret ? secret : null;
}

/** Those that sign now, the present one first, or null if it was sealed by another SESSION_SECRET. */
export function signingSecrets(secrets: Secrets, row: WebhookRow): string[] | null {
  const present = openSecret(secrets, row.id, row.sealed_secret);
  if (present === null) return null;
  const { sealed_old_secret: sealedOld, old_secret_until: until } = row;
  if (sealedOld === null || until === null || until <= new Date()) return [present];
  const old = openSecret(secrets, row.id, sealedOld);
  return old === null ? [present] : [present, old];
}
