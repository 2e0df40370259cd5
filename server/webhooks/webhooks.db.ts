// Webhooks in the database: the address of each, the events that it subscribes to, and whether it is on.

import { sql } from 'kysely';
import type { WebhookId, WorkspaceId } from '#contract/ids.ts';
import {
  OLD_SECRET_HOURS,
  WEBHOOK_FAILING_DAYS,
  WEBHOOK_RETRY_SECONDS,
  WEBHOOKS_MAX,
} from '#contract/limits.ts';
import type { WebhookEvent } from '#contract/webhooks.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/new-id.ts';
import { addUpTo } from '#server/workspaces/add-up-to.db.ts';

export type WebhookRow = Awaited<ReturnType<typeof listWebhooks>>[number];

/** A condition: a webhook may be tried, because enough time has passed since a failure. */
export const isRetryDue = sql<boolean>`(webhooks.retry_at IS NULL OR webhooks.retry_at <= now())`;

/** The newest first; with an id that one alone, if it is the workspace's. */
export async function listWebhooks(db: Database, workspaceId: WorkspaceId, only?: WebhookId) {
  const query = db
    .selectFrom('webhooks')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('id', 'desc')
    .limit(WEBHOOKS_MAX);
  return await (only ? query.where('id', '=', only) : query).execute();
}

/** A webhook that may be tried, or null if it is off or gone, failed a moment ago, or its workspace is deleted. */
export async function livingWebhook(db: Database, id: WebhookId): Promise<WebhookRow | null> {
  const row = await db
    .selectFrom('webhooks')
    .innerJoin('workspaces', 'workspaces.id', 'webhooks.workspace_id')
    .selectAll('webhooks')
    .where('webhooks.id', '=', id)
    .where('off_since', 'is', null)
    .where(isRetryDue)
    .executeTakeFirst();
  return row ?? null;
}

/** @param seal of the secret, for the id. @returns null when the workspace has as many as it may. */
export async function addWebhook(
  db: Database,
  workspaceId: WorkspaceId,
  { url, events, seal }: { url: string; events: WebhookEvent[]; seal: (id: WebhookId) => string },
): Promise<WebhookId | null> {
  return await addUpTo(db, workspaceId, {
    most: WEBHOOKS_MAX,
    count: async (transaction) => (await listWebhooks(transaction, workspaceId)).length,
    add: async (transaction) => {
      const id = newId<WebhookId>();
      await transaction
        .insertInto('webhooks')
        .values({ id, workspace_id: workspaceId, url, events, sealed_secret: seal(id) })
        .execute();
      return id;
    },
  });
}

/** Switched on it begins afresh. */
export async function changeWebhook(
  db: Database,
  { id, off_since: offSince, off_because: offBecause }: WebhookRow,
  { url, events, on }: { url: string; events: WebhookEvent[]; on: boolean },
): Promise<void> {
  const switched = on
    ? { off_since: null, off_because: null, ...(offSince === null ? {} : { failing_since: null }) }
    : { off_since: offSince ?? new Date(), off_because: offBecause ?? ('by_hand' as const) };
  await db
    .updateTable('webhooks')
    .set({ url, events, retry_at: null, ...switched })
    .where('id', '=', id)
    .execute();
}

/** The present secret becomes the old one, and signs for OLD_SECRET_HOURS more. */
export async function replaceSecret(db: Database, id: WebhookId, sealed: string): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({
      sealed_old_secret: sql<string>`sealed_secret`,
      old_secret_until: sql<Date>`now() + ${OLD_SECRET_HOURS} * interval '1 hour'`,
      sealed_secret: sealed,
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteWebhook(db: Database, id: WebhookId): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute();
}

/** Lets a webhook that fails be tried at once. */
export async function endRetryPause(db: Database, id: WebhookId): Promise<void> {
  await db.updateTable('webhooks').set({ retry_at: null }).where('id', '=', id).execute();
}

/** Something arrived. */
export async function noteArrival(db: Database, id: WebhookId): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ failing_since: null, retry_at: null })
    .where('id', '=', id)
    .where('failing_since', 'is not', null)
    .execute();
}

/**
 * Nothing arrived: notes since when, and switches it off after WEBHOOK_FAILING_DAYS.
 * @returns the owner's address when this switched it off; else null
 */
export async function noteFailure(db: Database, id: WebhookId): Promise<{ email: string } | null> {
  await db
    .updateTable('webhooks')
    .set({
      failing_since: sql<Date>`coalesce(failing_since, now())`,
      retry_at: sql<Date>`now() + ${WEBHOOK_RETRY_SECONDS} * interval '1 second'`,
    })
    .where('id', '=', id)
    .execute();
  const { rows } = await sql<{ email: string }>`
    UPDATE webhooks SET off_since = now(), off_because = 'failing' FROM workspaces, users
    WHERE webhooks.id = ${id} AND off_since IS NULL
      AND failing_since < now() - ${WEBHOOK_FAILING_DAYS} * interval '1 day'
      AND workspaces.id = webhooks.workspace_id AND users.id = workspaces.owner_id
    RETURNING users.email`.execute(db);
  return rows[0] ?? null;
}
