// Webhooks of a workspace: made with a secret that is shown once, changed, tried, and their log.
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import type { DeliveryId, WebhookId } from '#contract/ids.ts';
import { DELIVERIES_PAGE, WEBHOOK_EVENTS_RATE } from '#contract/limits.ts';
import {
  type Delivery,
  deliveryProblem,
  type Webhook,
  type WebhookEvent,
  webhookEvents,
} from '#contract/webhooks.ts';
import type { Parts } from '#server/parts.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import { listDeliveries, sendOnceMore } from './deliveries.db.ts';
import { hasRoom, readDrops } from './drops.db.ts';
import { storeDelivery } from './emit.flow.ts';
import { isOpenUrl } from './request.ts';
import { newSecret, sealSecret, signingSecrets } from './signature.ts';
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  endRetryPause,
  listWebhooks,
  replaceSecret,
  type WebhookRow,
} from './webhooks.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'config' | 'securityLog' | 'db' | 'secrets'>;

export async function webhooksOf(
  parts: Pick<Parts, 'db' | 'secrets'>,
  { workspaceId }: SignIn,
): Promise<Webhook[]> {
  const rows = await listWebhooks(parts.db, workspaceId);
  return await answersOf(parts, rows);
}

/** @throws AppError bad_input for an address that webhooks may not go to, list_full */
export async function createWebhook(
  parts: Needs,
  who: SignIn,
  input: { url: string; events: WebhookEvent[] },
): Promise<{ secret: string; webhook: Webhook }> {
  requireOpen(parts, input.url);
  const secret = newSecret();
  const seal = (id: WebhookId) => sealSecret(parts.secrets, id, secret);
  const id = await addWebhook(parts.db, who.workspaceId, { ...input, seal });
  if (id === null) throw new AppError('list_full');
  parts.securityLog.write({ event: 'webhook.made', webhookId: id });
  return { secret, webhook: await webhookFromRow(parts, await ownWebhook(parts, who, id)) };
}

/** @throws AppError not_found, bad_input */
export async function updateWebhook(
  parts: Needs,
  who: SignIn,
  { id, ...input }: { id: WebhookId; url: string; events: WebhookEvent[]; on: boolean },
): Promise<Webhook> {
  const row = await ownWebhook(parts, who, id);
  requireOpen(parts, input.url);
  await changeWebhook(parts.db, row, input);
  parts.securityLog.write({ event: 'webhook.changed', webhookId: id });
  return await webhookFromRow(parts, await ownWebhook(parts, who, id));
}

/** @throws AppError not_found */
export async function removeWebhook(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  who: SignIn,
  id: WebhookId,
): Promise<void> {
  await ownWebhook(parts, who, id);
  await deleteWebhook(parts.db, id);
  parts.securityLog.write({ event: 'webhook.removed', webhookId: id });
}

/** @throws AppError not_found */
export async function renewSecret(
  parts: Needs,
  who: SignIn,
  id: WebhookId,
): Promise<{ secret: string; webhook: Webhook }> {
  await ownWebhook(parts, who, id);
  const secret = newSecret();
  await replaceSecret(parts.db, id, sealSecret(parts.secrets, id, secret));
  parts.securityLog.write({ event: 'webhook.changed', webhookId: id });
  return { secret, webhook: await webhookFromRow(parts, await ownWebhook(parts, who, id)) };
}

/** @throws AppError not_found */
export async function deliveriesOf(
  parts: Pick<Parts, 'db'>,
  who: SignIn,
  { id, before }: { id: WebhookId; before: DeliveryId | undefined },
): Promise<{ items: Delivery[]; more: boolean }> {
  await ownWebhook(parts, who, id);
  const rows = await listDeliveries(parts.db, id, { before });
  const items = rows.slice(0, DELIVERIES_PAGE).map(deliveryFromRow);
  return { items, more: rows.length > DELIVERIES_PAGE };
}

/** @throws AppError not_found, webhook_off, too_many_requests */
export async function sendTest(
  parts: Pick<Parts, 'db' | 'jobs'>,
  who: SignIn,
  id: WebhookId,
): Promise<Delivery> {
  requireOn(await ownWebhook(parts, who, id));
  const timestamp = new Date().toISOString();
  const body = { type: 'webhook.test' as const, timestamp, data: { webhookId: id } };
  const only = await parts.db.transaction().execute(async (db) => {
    await requireRoom(db, id);
    const stored = await storeDelivery(db, { webhookId: id, body });
    await sendNow(parts, db, id);
    return stored;
  });
  return await deliveryOf(parts, id, only);
}

/** @throws AppError not_found, webhook_off, too_many_requests */
export async function sendAgain(
  parts: Pick<Parts, 'db' | 'jobs'>,
  who: SignIn,
  { webhookId, deliveryId }: { webhookId: WebhookId; deliveryId: DeliveryId },
): Promise<Delivery> {
  requireOn(await ownWebhook(parts, who, webhookId));
  await parts.db.transaction().execute(async (db) => {
    await requireRoom(db, webhookId);
    if (!(await sendOnceMore(db, { webhookId, deliveryId }))) throw new AppError('not_found');
    await sendNow(parts, db, webhookId);
  });
  return await deliveryOf(parts, webhookId, deliveryId);
}

/** A delivery that a member sends by hand is tried at once, also while the webhook fails. */
async function sendNow(
  { jobs }: Pick<Parts, 'jobs'>,
  db: Parts['db'],
  webhookId: WebhookId,
): Promise<void> {
  await endRetryPause(db, webhookId);
  await jobs.send('webhooks.deliver', { webhookId }, db);
}

async function requireRoom(db: Parts['db'], webhookId: WebhookId): Promise<void> {
  if (await hasRoom(db, webhookId)) return;
  throw new AppError('too_many_requests', {
    message:
      'Too many deliveries of this webhook wait or were sent lately. Please try again later.',
    retryAfterSeconds: WEBHOOK_EVENTS_RATE.perSeconds,
  });
}

async function ownWebhook(
  { db }: Pick<Parts, 'db'>,
  { workspaceId }: SignIn,
  id: WebhookId,
): Promise<WebhookRow> {
  const [row] = await listWebhooks(db, workspaceId, id);
  if (!row) throw new AppError('not_found');
  return row;
}

/** Rejects a closed address. A name may still lead to one, which the delivery then reports. */
function requireOpen({ config }: Pick<Parts, 'config'>, address: string): void {
  const url = new URL(address);
  if (isOpenUrl(url, config.webhooks)) return;
  const sentence =
    url.protocol === 'http:' && !config.webhooks.allowPlain
      ? 'The address must begin with https://.'
      : 'Webhooks can’t be sent to this address, because it belongs to a private network.';
  throw new AppError('bad_input', { fields: { url: sentence } });
}

function requireOn({ off_since: offSince }: WebhookRow): void {
  if (offSince !== null) throw new AppError('webhook_off');
}

async function webhookFromRow(
  parts: Pick<Parts, 'db' | 'secrets'>,
  row: WebhookRow,
): Promise<Webhook> {
  const [answer] = await answersOf(parts, [row]);
  if (!answer) throw new AppError('not_found');
  return answer;
}

async function answersOf(
  { db, secrets }: Pick<Parts, 'db' | 'secrets'>,
  rows: readonly WebhookRow[],
): Promise<Webhook[]> {
  const dropped = await readDrops(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const { off_since: offSince, off_because: because, old_secret_until: oldUntil } = row;
    return {
      _id: row.id,
      url: row.url,
      events: webhookEvents.filter((event) => row.events.includes(event)),
      createdAt: row.created_at.toISOString(),
      failingSince: row.failing_since?.toISOString() ?? null,
      off: offSince && because ? { since: offSince.toISOString(), because } : null,
      oldSecretUntil: oldUntil !== null && oldUntil > new Date() ? oldUntil.toISOString() : null,
      readable: signingSecrets(secrets, row) !== null,
      drops: dropped
        .filter(({ webhookId }) => webhookId === row.id)
        .map(({ count, from, to }) => ({
          count,
          from: from.toISOString(),
          to: to.toISOString(),
        })),
    };
  });
}

type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number];

async function deliveryOf(
  { db }: Pick<Parts, 'db'>,
  webhookId: WebhookId,
  only: DeliveryId,
): Promise<Delivery> {
  const [row] = await listDeliveries(db, webhookId, { only });
  if (!row) throw new AppError('not_found');
  return deliveryFromRow(row);
}

function deliveryFromRow(row: DeliveryRow): Delivery {
  return {
    _id: row.id,
    event: row.event,
    createdAt: row.created_at.toISOString(),
    state: row.state,
    attempts: row.attempts,
    attemptedAt: row.attempted_at?.toISOString() ?? null,
    nextAt: row.state === 'waiting' ? row.next_at.toISOString() : null,
    status: row.status,
    problem: z.nullable(deliveryProblem).catch(null).parse(row.problem),
    durationMs: row.duration_ms,
    body: row.body,
  };
}
