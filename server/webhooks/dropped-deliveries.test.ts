// Limits on the deliveries of events: a rate, a number that waits, a record of those that were dropped, and one
// attempt a minute while a webhook fails; on the real app.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { DELIVERIES_WAITING_MAX, WEBHOOK_EVENTS_RATE } from '#contract/limits.ts';
import type { Webhook } from '#contract/webhooks.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { successBody } from '#testing/client.ts';
import { recordSession } from '#testing/participant.ts';
import { WEBHOOKS, WebhookStage } from '#testing/webhook-stage.ts';

const stage = new WebhookStage();

/** Deliveries that are there already; `ageDays` ago, by their ids. */
async function addDeliveries(
  { _id }: Webhook,
  count: number,
  { state, ageDays }: { state: 'waiting' | 'delivered'; ageDays: number },
): Promise<void> {
  const time = Math.floor(Date.now() - ageDays * 24 * 3_600_000)
    .toString(16)
    .padStart(12, '0');
  await sql`INSERT INTO webhook_deliveries (id, webhook_id, event, body, state, next_at)
    SELECT (${time} || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid, ${_id}, 'webhook.test', '{}',
      ${state}, now() + interval '1 hour' FROM generate_series(1, ${count}::int)`.execute(
    stage.app.parts.db,
  );
}

async function readListed({ _id }: Webhook): Promise<Webhook> {
  const all = successBody<Webhook[]>(await stage.owner.get(WEBHOOKS));
  const found = all.find((webhook) => webhook._id === _id);
  if (!found) throw new Error('the webhook is gone');
  return found;
}

const countDeliveries = async ({ _id }: Webhook) =>
  (
    await stage.app.parts.db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('webhook_id', '=', _id)
      .execute()
  ).length;

const record = () => recordSession(stage.app.anyone, stage.test, { name: 'Ada' });

it.each([
  ['so many that wait', DELIVERIES_WAITING_MAX, { state: 'waiting', ageDays: 2 }],
  ['so many in its window', WEBHOOK_EVENTS_RATE.calls, { state: 'delivered', ageDays: 0 }],
] as const)('a webhook has %s; more are dropped, and Settings say when', async (_, most, how) => {
  const { webhook } = await stage.newWebhook(['session.finished']);
  const { webhook: other } = await stage.newWebhook(['session.finished']);
  await addDeliveries(webhook, most - 1, how);
  await record();
  expect(await countDeliveries(webhook)).toBe(most);
  expect((await readListed(webhook)).drops).toEqual([]);
  const before = Date.now();
  for (let count = 0; count < 3; count += 1) await record();
  expect(await countDeliveries(webhook)).toBe(most);
  expect(await countDeliveries(other)).toBe(4);
  const [drop, ...more] = (await readListed(webhook)).drops;
  expect(more).toEqual([]);
  expect(drop?.count).toBe(3);
  expect(Date.parse(drop?.from ?? '')).toBeGreaterThan(before - 5000);
  expect(Date.parse(drop?.to ?? '')).toBeGreaterThan(Date.parse(drop?.from ?? ''));
  expect((await readListed(other)).drops).toEqual([]);
  const test = await stage.owner.post(`${WEBHOOKS}/${webhook._id}/test`);
  expect([test.status, test.body.code]).toEqual([429, 'too_many_requests']);
});

it('what was dropped becomes a row a day, and goes with the log', async () => {
  const { webhook } = await stage.newWebhook();
  const { db } = stage.app.parts;
  await sql`INSERT INTO webhook_drops (webhook_id, from_at, to_at)
    SELECT ${webhook._id}, at, at FROM (
      SELECT date_trunc('day', now(), 'UTC') - days * interval '1 day' + n * interval '1 second' AS at
      FROM generate_series(1, 40) AS n, unnest(ARRAY[1, 40]) AS days) AS times`.execute(db);
  const before = (await readListed(webhook)).drops;
  expect(before.map(({ count }) => count)).toEqual([40, 40]);
  for (let run = 0; run < 2; run += 1) await jobHandlers(stage.app.parts)['webhooks.deliver']({});
  const rows = await db
    .selectFrom('webhook_drops')
    .selectAll()
    .where('webhook_id', '=', webhook._id)
    .execute();
  expect(rows).toHaveLength(2);
  expect((await readListed(webhook)).drops).toEqual(before);
  await jobHandlers(stage.app.parts)['webhooks.clear-log']({});
  expect((await readListed(webhook)).drops).toEqual(before.slice(0, 1));
});

it('a webhook that fails is tried once a minute, however many events and jobs there are', async () => {
  const { webhook } = await stage.newWebhook(['session.finished']);
  stage.receiver.answer = (_, response) => void response.writeHead(500).end();
  await record();
  await stage.run(webhook._id);
  expect(stage.receiver.received).toHaveLength(1);
  const jobs = async () => {
    const { rows } = await sql`SELECT FROM pgboss.job WHERE name = 'webhooks.deliver'
      AND data->>'webhookId' = ${webhook._id}`.execute(stage.app.parts.db);
    return rows.length;
  };
  const queued = await jobs();
  for (let count = 0; count < 3; count += 1) await record();
  expect(await jobs()).toBe(queued);
  for (let count = 0; count < 5; count += 1) await stage.run(webhook._id);
  expect(stage.receiver.received).toHaveLength(1);
  await stage.pass(webhook, 1);
  for (let count = 0; count < 5; count += 1) await stage.run(webhook._id);
  expect(stage.receiver.received).toHaveLength(2);
  // A delivery by hand is tried at once.
  await stage.sendTest(webhook);
  await stage.run(webhook._id);
  expect(stage.receiver.received).toHaveLength(3);
});
