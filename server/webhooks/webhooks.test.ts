// webhooks.*: a webhook's secrets, its end after failures, how many there are and where they may go; on the real app.
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WEBHOOKS_MAX } from '#contract/limits.ts';
import type { Webhook } from '#contract/webhooks.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { ALL_EVENTS, isSignedBy, WEBHOOKS, WebhookStage } from '#testing/webhook-stage.ts';

const stage = new WebhookStage();

describe('a webhook', () => {
  it('whose secret changes is signed by both for a day', async () => {
    const { webhook, secret } = await stage.newWebhook();
    const renewed = successBody<{ secret: string; webhook: Webhook }>(
      await stage.owner.post(`${WEBHOOKS}/${webhook._id}/secret`),
    );
    expect(renewed.webhook.oldSecretUntil).toEqual(expect.any(String));
    await stage.sendTest(webhook);
    await stage.run(webhook._id);
    await sql`UPDATE webhooks SET old_secret_until = now() - interval '1 second'
      WHERE id = ${webhook._id}`.execute(stage.app.parts.db);
    await stage.sendTest(webhook);
    await stage.run(webhook._id);
    const signed = stage.receiver.received.map((delivery) =>
      [secret, renewed.secret].map((each) => isSignedBy(each, delivery)),
    );
    expect(signed).toEqual([
      [true, true],
      [false, true],
    ]);
    const rows = await stage.app.parts.db.selectFrom('webhooks').selectAll().execute();
    const answers = [rows, (await stage.owner.get(WEBHOOKS)).body];
    expect(JSON.stringify(answers)).not.toContain(secret.slice(6, 20));
  });

  it('is switched off after days of failures, with a mail to the owner, and on again', async () => {
    const { webhook } = await stage.newWebhook();
    stage.receiver.answer = (_, response) => void response.writeHead(500).end();
    await stage.sendTest(webhook);
    await stage.run(webhook._id);
    await sql`UPDATE webhooks SET failing_since = now() - interval '6 days'
      WHERE id = ${webhook._id}`.execute(stage.app.parts.db);
    await stage.sendTest(webhook);
    await stage.run(webhook._id);
    const [off] = (await stage.owner.get(WEBHOOKS)).body;
    expect(off.off.because).toBe('failing');
    const { items } = await stage.logOf(webhook);
    expect(items.map(({ state, problem }) => [state, problem])).toEqual(
      Array(2).fill(['failed', 'off']),
    );
    const mails = await sql<{ count: number }>`SELECT count(*)::int AS count FROM pgboss.job
      WHERE name = 'mail.send'`.execute(stage.app.parts.db);
    expect(mails.rows[0]?.count).toBe(1);
    expect((await stage.owner.post(`${WEBHOOKS}/${webhook._id}/test`)).body.code).toBe(
      'webhook_off',
    );
    const again = `${WEBHOOKS}/${webhook._id}/deliveries/${items[0]?._id}/again`;
    expect((await stage.owner.post(again)).body.code).toBe('webhook_off');
    await stage.save({ isClose_test: true });
    expect((await stage.logOf(webhook)).items).toHaveLength(2);
    const on = { url: stage.receiver.url, events: ALL_EVENTS, on: true };
    expect((await stage.owner.put(`${WEBHOOKS}/${webhook._id}`, on)).body).toMatchObject({
      off: null,
      failingSince: null,
    });
    stage.receiver.answer = (_, response) => void response.writeHead(200).end();
    expect((await stage.owner.post(again)).status).toBe(200);
    await stage.run(webhook._id);
    expect(
      (await stage.logOf(webhook)).items.filter(({ state }) => state === 'delivered'),
    ).toHaveLength(1);
  });

  it('whose secret another installation sealed says so', async () => {
    const { webhook } = await stage.newWebhook();
    await sql`UPDATE webhooks SET sealed_secret = 'x' WHERE id = ${webhook._id}`.execute(
      stage.app.parts.db,
    );
    await stage.sendTest(webhook);
    await stage.run(webhook._id);
    expect((await stage.owner.get(WEBHOOKS)).body[0].readable).toBe(false);
    expect((await stage.logOf(webhook)).items[0]?.problem).toBe('secret');
  });

  it('is one of so many, also when the last two are made at once', async () => {
    for (let count = 0; count < WEBHOOKS_MAX - 1; count += 1) await stage.newWebhook();
    const input = { url: stage.receiver.url, events: ALL_EVENTS };
    const both = [stage.owner.post(WEBHOOKS, input), stage.owner.post(WEBHOOKS, input)];
    const refused = (await Promise.all(both)).filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([[409, 'list_full']]);
  });
});

describe('where a webhook may not go', () => {
  let closed: TestApp;
  let other: TestClient;
  beforeAll(async () => {
    closed = await startTestApp();
    other = await closed.signIn('owner@example.com', { company: 'C' });
  });
  afterAll(() => closed.close());

  it.each([
    ['http://hooks.example.org/', /https/],
    ['https://127.0.0.1/', /private network/],
    ['https://10.0.0.1/', /private network/],
    ['https://[::1]/', /private network/],
    ['https://169.254.169.254/latest', /private network/],
    ['https://2130706433/', /private network/],
    ['https://ada:secret@hooks.example.org/', /web address/],
    ['https://hooks.example.org/#x', /web address/],
    ['ftp://hooks.example.org/', /web address/],
    ['hooks', /web address/],
  ])('%s', async (url, sentence) => {
    const { status, body } = await other.post(WEBHOOKS, { url, events: ALL_EVENTS });
    expect([status, body.code]).toEqual([400, 'bad_input']);
    expect(body.fields.url).toMatch(sentence);
  });
});

it('the example of the documentation verifies what is sent, and nothing else', async () => {
  const page = await readFile('docs/api-and-webhooks.md', 'utf8');
  const code = page.split('```js\n')[1]?.split('```')[0] ?? '';
  const { verified } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const { webhook, secret } = await stage.newWebhook();
  await stage.sendTest(webhook);
  await stage.run(webhook._id);
  const [{ headers, text, body } = { headers: {}, text: '', body: null }] = stage.receiver.received;
  expect(verified(secret, headers, text)).toEqual(body);
  expect(verified(secret, headers, `${text} `)).toBeNull();
  expect(verified(secret, { ...headers, 'webhook-id': 'msg_other' }, text)).toBeNull();
  expect(verified(secret, { ...headers, 'webhook-timestamp': '1614265330' }, text)).toBeNull();
  expect(verified((await stage.newWebhook()).secret, headers, text)).toBeNull();
});
