// Deliveries of webhooks in the database: taken by one server at a time, retried later, and stored for their log.
import { sql } from 'kysely';
import type { DeliveryId, WebhookId } from '#contract/ids.ts';
import {
  DELIVERIES_KEPT_DAYS,
  DELIVERIES_KEPT_MAX,
  DELIVERIES_PAGE,
  DELIVERY_PAUSES_MINUTES,
} from '#contract/limits.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Attempt } from './request.ts';
import { isRetryDue } from './webhooks.db.ts';

/** Longer than an attempt: one whose server was killed is tried again after it. */
const TAKEN_SECONDS = 60;

export interface ClaimedDelivery {
  id: DeliveryId;
  body: string;
  /** Number of attempts, including the one that begins. */
  attempts: number;
}

/**
 * Takes the next delivery of a webhook whose time has come, so no other server takes it, or returns null if there
 * is none.
 */
export async function takeDelivery(
  db: Database,
  webhookId: WebhookId,
): Promise<ClaimedDelivery | null> {
  const { rows } = await sql<ClaimedDelivery>`
    UPDATE webhook_deliveries SET attempts = attempts + 1, attempted_at = now(),
      next_at = now() + ${TAKEN_SECONDS} * interval '1 second'
    WHERE id = (
      SELECT id FROM webhook_deliveries
      WHERE webhook_id = ${webhookId} AND state = 'waiting' AND next_at <= now()
      ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, body, attempts`.execute(db);
  return rows[0] ?? null;
}

/** Writes an attempt down: delivered, to be tried again after its pause, or failed for good. */
export async function noteAttempt(
  db: Database,
  { id, attempts }: ClaimedDelivery,
  { status, problem, durationMs }: Attempt,
): Promise<void> {
  const pause = DELIVERY_PAUSES_MINUTES[attempts - 1];
  const waits = problem !== null && pause !== undefined;
  await db
    .updateTable('webhook_deliveries')
    .set({
      status,
      problem,
      duration_ms: durationMs,
      state: problem === null ? 'delivered' : waits ? 'waiting' : 'failed',
      next_at: sql<Date>`now() + ${pause ?? 0} * interval '1 minute'`,
    })
    .where('id', '=', id)
    .execute();
}

/** Fails the waiting deliveries of a webhook that is off. */
export async function failWaiting(db: Database, webhookId: WebhookId): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', problem: 'off' })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', sql.lit('waiting' as const))
    .execute();
}

/** Lets a delivery be sent at once, with all its attempts. @returns whether there is one */
export async function sendOnceMore(
  db: Database,
  { webhookId, deliveryId }: { webhookId: WebhookId; deliveryId: DeliveryId },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0, next_at: sql<Date>`now()` })
    .where('id', '=', deliveryId)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The newest first, one more than a page has. */
export async function listDeliveries(
  db: Database,
  webhookId: WebhookId,
  which: { before?: DeliveryId | undefined; only?: DeliveryId },
) {
  let query = db.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhookId);
  if (which.before) query = query.where('id', '<', which.before);
  if (which.only) query = query.where('id', '=', which.only);
  return await query
    .orderBy('id', 'desc')
    .limit(DELIVERIES_PAGE + 1)
    .execute();
}

/** Webhooks that are on and have something due: after a pause, or left by a server that was killed. */
export async function dueWebhooks(db: Database): Promise<WebhookId[]> {
  const { rows } = await sql<{
    id: WebhookId;
  }>`SELECT id FROM webhooks WHERE off_since IS NULL AND ${isRetryDue} AND EXISTS (
      SELECT FROM webhook_deliveries
      WHERE webhook_id = webhooks.id AND state = 'waiting' AND next_at <= now())`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ids begin with 48 bits of milliseconds (RFC 9562, section 5.7): what is older is found by the index of them. */
export function firstIdOf(atMs: number): string {
  const digits = atMs.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

/** Removes what is too old, and of a webhook the oldest of too many. */
export async function clearDeliveries(db: Database): Promise<void> {
  const oldest = firstIdOf(Date.now() - DELIVERIES_KEPT_DAYS * 24 * 3_600_000);
  await sql`DELETE FROM webhook_deliveries USING webhooks WHERE webhook_deliveries.webhook_id = webhooks.id
    AND webhook_deliveries.id < ${oldest} AND state <> 'waiting'`.execute(db);
  await sql`DELETE FROM webhook_deliveries USING (
      SELECT webhooks.id AS webhook_id, kept.id FROM webhooks, LATERAL (
        SELECT id FROM webhook_deliveries WHERE webhook_id = webhooks.id
        ORDER BY id DESC OFFSET ${DELIVERIES_KEPT_MAX} LIMIT 1) AS kept) AS oldest
    WHERE webhook_deliveries.webhook_id = oldest.webhook_id AND webhook_deliveries.id <= oldest.id
      AND state <> 'waiting'`.execute(db);
}
