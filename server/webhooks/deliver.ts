// Sends deliveries to webhooks, one delivery of a webhook after the other, until one fails: a server that is away
// or hangs delays no other webhook for longer than one attempt.
import type { WebhookId } from '#contract/ids.ts';
import { WEBHOOK_FAILING_DAYS } from '#contract/limits.ts';
import type { Parts } from '#server/parts.ts';
import { type Mail, writeLetter } from '#server/platform/mail/letter.ts';
import { queueMail } from '#server/platform/mail/queued-mail.ts';
import {
  type ClaimedDelivery,
  clearDeliveries,
  dueWebhooks,
  failWaiting,
  noteAttempt,
  takeDelivery,
} from './deliveries.db.ts';
import { clearDrops, foldDrops } from './drops.db.ts';
import { type Attempt, postWebhook } from './request.ts';
import { signedHeaders, signingSecrets } from './signature.ts';
import { livingWebhook, noteArrival, noteFailure, type WebhookRow } from './webhooks.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<
  Parts,
  'config' | 'publicUrl' | 'log' | 'securityLog' | 'db' | 'secrets' | 'jobs'
>;

/** Deliveries of one job. Another job sends the next ones, so that a server's stop waits for no backlog. */
const DELIVERIES_PER_JOB = 50;

/** The job: of one webhook, or of all that have something due. A webhook that fails is tried once a minute. */
export async function deliver(
  parts: Needs,
  { webhookId }: { webhookId?: WebhookId | undefined },
): Promise<void> {
  if (webhookId !== undefined) return await deliverTo(parts, webhookId);
  await foldDrops(parts.db);
  for (const due of await dueWebhooks(parts.db)) {
    await parts.jobs.send('webhooks.deliver', { webhookId: due });
  }
}

async function deliverTo(parts: Needs, webhookId: WebhookId): Promise<void> {
  for (let count = 0; count < DELIVERIES_PER_JOB; count += 1) {
    const webhook = await livingWebhook(parts.db, webhookId);
    const delivery = webhook && (await takeDelivery(parts.db, webhookId));
    if (!delivery) return;
    const attempt = await attemptIt(parts, webhook, delivery);
    await noteAttempt(parts.db, delivery, attempt);
    if (attempt.cause) {
      parts.log.info({ err: attempt.cause, webhookId }, 'a webhook could not be reached');
    }
    if (attempt.problem !== null) return await noteFailed(parts, webhook);
    await noteArrival(parts.db, webhookId);
  }
  await parts.jobs.send('webhooks.deliver', { webhookId });
}

async function attemptIt(
  { secrets, config }: Pick<Parts, 'config' | 'secrets'>,
  webhook: WebhookRow,
  { id, body }: ClaimedDelivery,
): Promise<Attempt> {
  const signing = signingSecrets(secrets, webhook);
  if (signing === null) return { status: null, problem: 'secret', durationMs: null, cause: null };
  const headers = signedHeaders(signing, { id: `msg_${id}`, at: new Date(), body });
  return await postWebhook(webhook.url, { headers, body }, { bounds: config.webhooks });
}

async function noteFailed(parts: Needs, { id, workspace_id: workspaceId, url }: WebhookRow) {
  const owner = await parts.db.transaction().execute(async (db) => {
    const found = await noteFailure(db, id);
    if (!found) return null;
    await failWaiting(db, id);
    await queueMail(parts, switchedOffMail(parts, { to: found.email, url }), db);
    return found;
  });
  if (!owner) return;
  parts.securityLog.write({ event: 'webhook.switched-off', webhookId: id, workspaceId });
}

function switchedOffMail(
  { publicUrl }: Pick<Parts, 'publicUrl'>,
  { to, url }: { to: string; url: string },
): Mail {
  return writeLetter({
    to,
    subject: 'A webhook was switched off',
    heading: 'A webhook was switched off',
    paragraphs: [
      `For ${WEBHOOK_FAILING_DAYS} days nothing has arrived at ${new URL(url).host}, to which Tryout sends events of your workspace. The webhook is off now.`,
      'Its log says what went wrong. Once the address works again, switch the webhook on, and send again what is missing.',
    ],
    action: { label: 'Look at the webhook', link: `${publicUrl}/settings?tab=integrations` },
  });
}

/** The job that limits the size of the log. */
export async function clearDeliveryLog({ db }: Pick<Parts, 'db'>): Promise<void> {
  await clearDrops(db);
  await clearDeliveries(db);
}
