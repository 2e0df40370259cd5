// Deliveries of webhooks: retried after pauses, by any server, and stored in a log; on the real app.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DELIVERIES_PAGE, DELIVERY_PAUSES_MINUTES } from '#contract/limits.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { startTestApp } from '#testing/app.ts';
import { successBody } from '#testing/client.ts';
import { RECEIVER_ENV } from '#testing/webhook-receiver.ts';
import { WEBHOOKS, WebhookStage } from '#testing/webhook-stage.ts';
import { takeDelivery } from './deliveries.db.ts';

const stage = new WebhookStage();

describe('a delivery', () => {
  it('is tried again with its pauses under the same id, then it has failed', async () => {
    const { webhook } = await stage.newWebhook();
    stage.receiver.answer = (_, response) => void response.writeHead(500).end();
    await stage.save({ isClose_test: true });
    await stage.run(webhook._id);
    await stage.run(webhook._id);
    expect(stage.receiver.received).toHaveLength(1);
    for (const minutes of DELIVERY_PAUSES_MINUTES) {
      await stage.pass(webhook, minutes);
      await stage.run(webhook._id);
    }
    await stage.pass(webhook, 100_000);
    await stage.run(webhook._id);
    expect(stage.receiver.received).toHaveLength(1 + DELIVERY_PAUSES_MINUTES.length);
    expect(new Set(stage.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(
      1,
    );
    const [entry] = (await stage.logOf(webhook)).items;
    expect(entry).toMatchObject({ state: 'failed', status: 500, problem: 'status', nextAt: null });
  });

  it('arrives after a failure, and is sent again by hand', async () => {
    const { webhook } = await stage.newWebhook();
    stage.receiver.answer = (_, response) => void response.writeHead(503).end();
    await stage.save({ isClose_test: true });
    await stage.run(webhook._id);
    expect((await stage.owner.get(WEBHOOKS)).body[0].failingSince).toEqual(expect.any(String));
    stage.receiver.answer = (_, response) => void response.writeHead(200).end('{}');
    await stage.pass(webhook, 1);
    await stage.run(webhook._id);
    const [entry] = (await stage.logOf(webhook)).items;
    expect(entry).toMatchObject({ state: 'delivered', attempts: 2, status: 200, problem: null });
    expect((await stage.owner.get(WEBHOOKS)).body[0].failingSince).toBeNull();
    successBody(
      await stage.owner.post(`${WEBHOOKS}/${webhook._id}/deliveries/${entry?._id}/again`),
    );
    await stage.run(webhook._id);
    const ids = stage.receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
  });

  it('is sent by one of several servers, and by another one when that was killed', async () => {
    const other = await startTestApp({ beside: stage.app, env: RECEIVER_ENV });
    const { webhook } = await stage.newWebhook();
    await Promise.all(
      Array.from({ length: 5 }, () => stage.owner.post(`${WEBHOOKS}/${webhook._id}/test`)),
    );
    await Promise.all([
      stage.run(webhook._id),
      stage.run(webhook._id, other),
      stage.run(webhook._id),
    ]);
    expect(stage.types()).toEqual(Array(5).fill('webhook.test'));
    await stage.sendTest(webhook);
    // The delivery is taken, and its server never reports a result.
    await takeDelivery(stage.app.parts.db, webhook._id);
    await stage.run(webhook._id, other);
    expect(stage.receiver.received).toHaveLength(5);
    await stage.pass(webhook, 1);
    await stage.run(webhook._id, other);
    expect(stage.receiver.received).toHaveLength(6);
    await other.close();
  });

  it('is taken by one of two that take at once', async () => {
    const { webhook } = await stage.newWebhook();
    const { db } = stage.app.parts;
    for (let count = 0; count < 2; count += 1) await stage.sendTest(webhook);
    const taken = await db.transaction().execute(async (one) => {
      const first = await takeDelivery(one, webhook._id);
      const second = await db.transaction().execute(async (two) => {
        await sql`SET LOCAL lock_timeout = '2s'`.execute(two);
        return await takeDelivery(two, webhook._id);
      });
      return [first?.id, second?.id];
    });
    expect(new Set(taken).size).toBe(2);
    expect(await takeDelivery(db, webhook._id)).toBeNull();
  });

  it('that fails holds back those behind it, and a backlog is worked off', async () => {
    const { webhook } = await stage.newWebhook();
    for (let count = 0; count < 3; count += 1) await stage.sendTest(webhook);
    stage.receiver.answer = (request) => request.socket.destroy();
    await stage.run(webhook._id);
    expect(stage.receiver.received).toHaveLength(1);
    stage.receiver.answer = (_, response) => void response.writeHead(204).end();
    await stage.run(webhook._id);
    expect(stage.receiver.received).toHaveLength(1);
    await stage.pass(webhook, 1);
    await stage.run(webhook._id);
    expect(stage.receiver.received).toHaveLength(4);
  });

  it('is found by the job of every minute', async () => {
    const { webhook } = await stage.newWebhook();
    await stage.sendTest(webhook);
    const sent: unknown[] = [];
    const jobs = {
      ...stage.app.parts.jobs,
      send: async (_: string, data: unknown) => void sent.push(data),
    };
    await jobHandlers({ ...stage.app.parts, jobs })['webhooks.deliver']({});
    expect(sent).toContainEqual({ webhookId: webhook._id });
  });
});

describe('the log', () => {
  it('keeps thirty days', async () => {
    const { webhook } = await stage.newWebhook();
    for (let count = 0; count < 3; count += 1) await stage.sendTest(webhook);
    await stage.run(webhook._id);
    const [first] = (await stage.logOf(webhook)).items;
    const days = (count: number) =>
      Math.floor(Date.now() - count * 24 * 3_600_000)
        .toString(16)
        .padStart(12, '0');
    await sql`UPDATE webhook_deliveries SET id = (${days(31)} || substr(replace(id::text, '-', ''), 13))::uuid
      WHERE webhook_id = ${webhook._id} AND id <> ${first?._id}`.execute(stage.app.parts.db);
    expect((await stage.logOf(webhook)).items).toHaveLength(3);
    await jobHandlers(stage.app.parts)['webhooks.clear-log']({});
    expect((await stage.logOf(webhook)).items).toEqual([first]);
  });

  it('is read page by page, the newest first', async () => {
    const { webhook } = await stage.newWebhook();
    await stage.sendTest(webhook);
    await stage.run(webhook._id);
    await sql`INSERT INTO webhook_deliveries SELECT (jsonb_populate_record(one, jsonb_build_object('id',
        substr(one.id::text, 1, 24) || lpad(n::text, 12, '0')))).*
      FROM webhook_deliveries AS one, generate_series(1, ${DELIVERIES_PAGE}::int) AS n
      WHERE webhook_id = ${webhook._id}`.execute(stage.app.parts.db);
    const first = await stage.logOf(webhook);
    expect([first.items.length, first.more]).toEqual([DELIVERIES_PAGE, true]);
    const rest = await stage.logOf(webhook, `?before=${first.items.at(-1)?._id}`);
    expect([rest.items.length, rest.more]).toEqual([1, false]);
    const ids = [...first.items, ...rest.items].map(({ _id }) => _id);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
  });
});
