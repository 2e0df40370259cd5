// Deliveries that a webhook does not get because it has too many: whether it has, and a record of those that were dropped.
import { sql } from 'kysely';
import type { WebhookId } from '#contract/ids.ts';
import {
  DELIVERIES_KEPT_DAYS,
  DELIVERIES_WAITING_MAX,
  WEBHOOK_EVENTS_RATE,
} from '#contract/limits.ts';
import type { Database } from '#server/platform/db/database.ts';
import { firstIdOf } from './deliveries.db.ts';

/**
 * A condition: a row of `webhooks` has the maximum number of waiting deliveries, or of deliveries stored in a
 * window.
 */
export function isFull() {
  const { calls, perSeconds } = WEBHOOK_EVENTS_RATE;
  const windowBegin = firstIdOf(Date.now() - perSeconds * 1000);
  return sql<boolean>`(EXISTS (SELECT FROM webhook_deliveries
      WHERE webhook_id = webhooks.id AND state = 'waiting' OFFSET ${DELIVERIES_WAITING_MAX - 1})
    OR EXISTS (SELECT FROM webhook_deliveries
      WHERE webhook_id = webhooks.id AND id > ${windowBegin} OFFSET ${calls - 1}))`;
}

/** Returns whether one more delivery of a webhook may be stored. */
export async function hasRoom(db: Database, webhookId: WebhookId): Promise<boolean> {
  const { rows } = await sql<{
    full: boolean;
  }>`SELECT ${isFull()} AS full FROM webhooks WHERE id = ${webhookId}`.execute(db);
  return rows[0]?.full === false;
}

/** Records a dropped delivery of each of these webhooks. Adds rows, because a counter would make sessions wait for each other. */
export async function addDrops(db: Database, webhookIds: readonly WebhookId[]): Promise<void> {
  if (webhookIds.length === 0) return;
  const rows = webhookIds.map((id) => ({ webhook_id: id }));
  await db.insertInto('webhook_drops').values(rows).execute();
}

export interface DroppedDeliveries {
  webhookId: WebhookId;
  count: number;
  from: Date;
  to: Date;
}

const day = sql`date_trunc('day', from_at, 'UTC')`;

/** Returns the dropped deliveries of these webhooks, a row for each day, the newest first. */
export async function readDrops(
  db: Database,
  webhookIds: readonly string[],
): Promise<DroppedDeliveries[]> {
  if (webhookIds.length === 0) return [];
  const { rows } =
    await sql<DroppedDeliveries>`SELECT webhook_id AS "webhookId", sum(count)::int AS count,
      min(from_at) AS from, max(to_at) AS to
    FROM webhook_drops WHERE webhook_id IN (${sql.join(webhookIds)})
    GROUP BY webhook_id, ${day} ORDER BY 3 DESC`.execute(db);
  return rows;
}

/** Makes one row of all of a webhook and day, for those with new rows. */
export async function foldDrops(db: Database): Promise<void> {
  await sql`WITH new AS (
      SELECT DISTINCT webhook_id, ${day} AS day FROM webhook_drops WHERE NOT folded
    ), removed AS (
      DELETE FROM webhook_drops AS drops USING new
      WHERE drops.webhook_id = new.webhook_id AND from_at >= new.day AND from_at < new.day + interval '1 day'
      RETURNING drops.*
    )
    INSERT INTO webhook_drops (webhook_id, from_at, to_at, count, folded)
    SELECT webhook_id, min(from_at), max(to_at), sum(count), true FROM removed GROUP BY webhook_id, ${day}`.execute(
    db,
  );
}

/** Removes records that are as old as the oldest deliveries. */
export async function clearDrops(db: Database): Promise<void> {
  await sql`DELETE FROM webhook_drops
    WHERE to_at < now() - ${DELIVERIES_KEPT_DAYS} * interval '1 day'`.execute(db);
}
