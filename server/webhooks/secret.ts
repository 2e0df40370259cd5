// Stored secrets of webhooks: sealed, since each request is signed with them, and bound to their webhook, so that
// a row copied to another one signs nothing.

import type { Secrets } from '#server/platform/security/secrets.ts';
import type { WebhookRow } from './webhooks.db.ts';

export function sealSecret(secrets: Secrets, webhookId: string, secret: string): string {
  return secrets.seal('sealed-webhook-secret', `${webhookId} ${secret}`);
}

function openSecret(secrets: Secrets, webhookId: string, sealed: string): string | null {
  const [of, secret] = secrets.open('sealed-webhook-secret', sealed)?.split(' ') ?? [];
  return of === webhookId && secret ? secret : null;
}

/** Those that sign now, the present one first; null: it was sealed by another SESSION_SECRET. */
export function signingSecrets(secrets: Secrets, row: WebhookRow): string[] | null {
  const present = openSecret(secrets, row.id, row.sealed_secret);
  if (present === null) return null;
  const { sealed_old_secret: sealedOld, old_secret_until: until } = row;
  if (sealedOld === null || until === null || until <= new Date()) return [present];
  const old = openSecret(secrets, row.id, sealedOld);
  return old === null ? [present] : [present, old];
}
