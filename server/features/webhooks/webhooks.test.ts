// webhooks.*: what is sent when, signed with which secret, tried again, and switched off; on the real app.
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { SessionId, WebhookId } from '#contract/ids.ts';
import { DELIVERY_PAUSES_MINUTES, WEBHOOKS_MAX } from '#contract/limits.ts';
import type { Test } from '#contract/tests.ts';
import { type Delivery, type Webhook, webhookPayload } from '#contract/webhooks.ts';
import { emit } from '#server/domain/webhooks/emit.ts';
import { signedHeaders } from '#server/domain/webhooks/signature.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { made, type TestClient } from '#testing/client.ts';
import { bearer, recordSession, sendPiece, sentVideo, startSession } from '#testing/participant.ts';
import {
  RECEIVER_ENV,
  type ReceivedWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
} from '#testing/webhook-receiver.ts';

const ADDRESS = '/api/workspaces/current/webhooks';
let app: TestApp;
let receiver: WebhookReceiver;
let owner: TestClient;
let test: Test;

beforeAll(async () => {
  app = await startTestApp({ sample: true, env: RECEIVER_ENV });
});
afterAll(() => app.close());
beforeEach(async () => {
  receiver?.close();
  receiver = await startWebhookReceiver();
  owner = await app.signIn(`${crypto.randomUUID()}@example.com`, { company: 'Acme' });
  test = made<Test>(await owner.post('/api/tests', input()));
});
afterAll(() => receiver.close());

const input = () => ({ name: 'Shop', task: 'Buy', figmaUrl: app.parts.samplePrototypeUrl });
const ALL = ['session.finished', 'test.closed', 'transcript.ready'];

async function newWebhook(events = ALL) {
  const asked = { url: receiver.url, events };
  return made<{ secret: string; webhook: Webhook }>(await owner.post(ADDRESS, asked));
}
const run = (webhookId?: string, on = app) =>
  jobHandlers(on.parts)['webhooks.deliver'](webhookId ? { webhookId: webhookId as WebhookId } : {});
const logOf = async ({ _id }: Webhook) =>
  made<{ items: Delivery[]; more: boolean }>(await owner.get(`${ADDRESS}/${_id}/deliveries`));
const types = () => receiver.received.map(({ body }) => body.type);
const save = async (settings: object) =>
  made(await owner.put(`/api/tests/${test._id}/settings`, settings));

function isSignedBy(secret: string, { headers, text }: ReceivedWebhook): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signed = signedHeaders([secret], { id: headers['webhook-id'] ?? '', at, body: text });
  const signatures = headers['webhook-signature']?.split(' ') ?? [];
  return signatures.includes(signed['webhook-signature'] ?? '');
}

/** As if so much time had passed for what waits. */
async function pass(webhook: Webhook, minutes: number): Promise<void> {
  await sql`UPDATE webhook_deliveries SET next_at = next_at - ${minutes} * interval '1 minute'
    WHERE webhook_id = ${webhook._id}`.execute(app.parts.db);
}

describe('events', () => {
  it('session.finished has ids and links alone, and an API key reads more', async () => {
    const { webhook, secret } = await newWebhook();
    const session = await recordSession(app.anyone, test, { name: 'Grace Hopper' });
    await run(webhook._id);
    const [told] = receiver.received;
    expect(webhookPayload.parse(told?.body)).toEqual(told?.body);
    expect(told?.body).toMatchObject({
      type: 'session.finished',
      data: { testId: test._id, sessionId: session._id, number: 1, endedEarly: false },
    });
    expect(told?.text).not.toMatch(/Grace|Hopper|Acme|Shop/);
    expect(told && isSignedBy(secret, told)).toBe(true);
    const asked = { name: 'k', scope: 'read', days: 1 };
    const { key } = made<{ key: string }>(
      await owner.post('/api/workspaces/current/api-keys', asked),
    );
    const { links } = told?.body.data ?? {};
    const { recording } = z.object({ recording: z.string() }).parse(links);
    const read = await app.anyone.get(recording.slice(app.origin.length), {
      authorization: `Bearer ${key}`,
    });
    expect(read.body.items).toMatchObject([{ id: session._id }]);
  });

  it('of a participant who vanished says so', async () => {
    const { webhook } = await newWebhook();
    const session = await startSession(app.anyone, test);
    made(await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo }));
    made(
      await app.anyone.send(`/api/sessions/${session._id}/abandon`, {
        method: 'POST',
        headers: bearer(session),
      }),
    );
    await run(webhook._id);
    expect(receiver.received[0]?.body.data.endedEarly).toBe(true);
  });

  it('transcript.ready comes from where transcripts are stored', async () => {
    const { webhook } = await newWebhook(['transcript.ready']);
    const { _id } = await recordSession(app.anyone, test, { name: 'Any' });
    const event = {
      type: 'transcript.ready' as const,
      ...{ sessionId: _id as SessionId, state: 'ready' as const },
    };
    await app.parts.db.transaction().execute((db) => emit(app.parts, db, event));
    await run(webhook._id);
    expect(types()).toEqual(['transcript.ready']);
  });

  it('are not told when what makes them true is rolled back', async () => {
    const { webhook } = await newWebhook();
    const event = { type: 'test.closed' as const, testId: test._id, because: 'hand' as const };
    const undone = app.parts.db.transaction().execute(async (db) => {
      await emit(app.parts, db, event);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect((await logOf(webhook)).items).toEqual([]);
  });

  it('go to those that ask for them, of this workspace', async () => {
    const { webhook } = await newWebhook(['test.closed']);
    const stranger = await app.signIn(`${crypto.randomUUID()}@example.com`, { company: 'B' });
    const theirs = made<Test>(await stranger.post('/api/tests', input()));
    await recordSession(app.anyone, test, { name: 'Any' });
    made(await stranger.put(`/api/tests/${theirs._id}/settings`, { isClose_test: true }));
    await run(webhook._id);
    expect(receiver.received).toEqual([]);
  });
});

describe('test.closed', () => {
  const closings = () =>
    receiver.received
      .filter(({ body }) => body.type === 'test.closed')
      .map(({ body }) => body.data.because);

  it('by hand: once, and again after it was open', async () => {
    const { webhook } = await newWebhook();
    await save({ isClose_test: true });
    await save({ isClose_test: true, duplicate: false });
    await save({ isClose_test: false });
    await save({ isClose_test: true });
    await run(webhook._id);
    expect(closings()).toEqual(['hand', 'hand']);
  });

  it('by its date, which comes without a call', async () => {
    const { webhook } = await newWebhook();
    await sql`UPDATE tests SET close_date = now() - interval '1 minute' WHERE id = ${test._id}`.execute(
      app.parts.db,
    );
    const settle = jobHandlers(app.parts)['tests.settle-closed'];
    await Promise.all([settle({}), settle({})]);
    await settle({});
    await run(webhook._id);
    expect(closings()).toEqual(['date']);
  });

  it('by its limit, once the last session is finished', async () => {
    const { webhook } = await newWebhook();
    await save({ number_of_submission: 2 });
    const waiting = await startSession(app.anyone, test);
    await recordSession(app.anyone, test, { name: 'First' });
    await run(webhook._id);
    expect(closings()).toEqual([]);
    made(await sendPiece(app.anyone, waiting, { offset: 0, bytes: sentVideo }));
    made(
      await app.anyone.send(`/api/sessions/${waiting._id}/abandon`, {
        method: 'POST',
        headers: bearer(waiting),
      }),
    );
    await run(webhook._id);
    expect(closings()).toEqual(['limit']);
  });

  it('by its limit, when the last two finish at once', async () => {
    const { webhook } = await newWebhook();
    await save({ number_of_submission: 2 });
    await Promise.all([1, 2].map((name) => recordSession(app.anyone, test, { name: `P${name}` })));
    await run(webhook._id);
    expect(closings()).toEqual(['limit']);
  });
});

describe('a delivery', () => {
  it('is tried again with its pauses under the same id, then it has failed', async () => {
    const { webhook } = await newWebhook();
    receiver.answer = (_, response) => void response.writeHead(500).end();
    await save({ isClose_test: true });
    await run(webhook._id);
    await run(webhook._id);
    expect(receiver.received).toHaveLength(1);
    for (const minutes of DELIVERY_PAUSES_MINUTES) {
      await pass(webhook, minutes);
      await run(webhook._id);
    }
    await pass(webhook, 100_000);
    await run(webhook._id);
    expect(receiver.received).toHaveLength(1 + DELIVERY_PAUSES_MINUTES.length);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const [entry] = (await logOf(webhook)).items;
    expect(entry).toMatchObject({ state: 'failed', status: 500, problem: 'status', nextAt: null });
  });

  it('arrives after a failure, and is sent again by hand', async () => {
    const { webhook } = await newWebhook();
    receiver.answer = (_, response) => void response.writeHead(503).end();
    await save({ isClose_test: true });
    await run(webhook._id);
    expect((await owner.get(ADDRESS)).body[0].failingSince).toEqual(expect.any(String));
    receiver.answer = (_, response) => void response.writeHead(200).end('{}');
    await pass(webhook, 1);
    await run(webhook._id);
    const [entry] = (await logOf(webhook)).items;
    expect(entry).toMatchObject({ state: 'delivered', attempts: 2, status: 200, problem: null });
    expect((await owner.get(ADDRESS)).body[0].failingSince).toBeNull();
    made(await owner.post(`${ADDRESS}/${webhook._id}/deliveries/${entry?._id}/again`));
    await run(webhook._id);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
  });

  it('is sent by one of several servers, and by another one when that was killed', async () => {
    const other = await startTestApp({ beside: app, env: RECEIVER_ENV });
    const { webhook } = await newWebhook();
    await Promise.all(
      Array.from({ length: 5 }, () => owner.post(`${ADDRESS}/${webhook._id}/test`)),
    );
    await Promise.all([run(webhook._id), run(webhook._id, other), run(webhook._id)]);
    expect(types()).toEqual(Array(5).fill('webhook.test'));
    // Taken, and never heard of again.
    await sql`UPDATE webhook_deliveries SET state = 'waiting', next_at = now() + interval '60 seconds'
      WHERE id = (SELECT max(id::text)::uuid FROM webhook_deliveries)`.execute(app.parts.db);
    await run(webhook._id, other);
    expect(receiver.received).toHaveLength(5);
    await pass(webhook, 1);
    await run(webhook._id, other);
    expect(receiver.received).toHaveLength(6);
    await other.close();
  });

  it('that fails holds back those behind it, and a backlog is worked off', async () => {
    const { webhook } = await newWebhook();
    for (let count = 0; count < 3; count += 1) await owner.post(`${ADDRESS}/${webhook._id}/test`);
    receiver.answer = (request) => request.socket.destroy();
    await run(webhook._id);
    expect(receiver.received).toHaveLength(1);
    receiver.answer = (_, response) => void response.writeHead(204).end();
    await run(webhook._id);
    expect(receiver.received).toHaveLength(3);
  });

  it('is found by the job of every minute', async () => {
    const { webhook } = await newWebhook();
    await owner.post(`${ADDRESS}/${webhook._id}/test`);
    const sent: unknown[] = [];
    const jobs = {
      ...app.parts.jobs,
      send: async (_: string, data: unknown) => void sent.push(data),
    };
    await jobHandlers({ ...app.parts, jobs })['webhooks.deliver']({});
    expect(sent).toContainEqual({ webhookId: webhook._id });
  });
});

describe('a webhook', () => {
  it('whose secret changes is signed by both for a day', async () => {
    const { webhook, secret } = await newWebhook();
    const renewed = made<{ secret: string; webhook: Webhook }>(
      await owner.post(`${ADDRESS}/${webhook._id}/secret`),
    );
    expect(renewed.webhook.oldSecretUntil).toEqual(expect.any(String));
    await owner.post(`${ADDRESS}/${webhook._id}/test`);
    await run(webhook._id);
    await sql`UPDATE webhooks SET old_secret_until = now() - interval '1 second'
      WHERE id = ${webhook._id}`.execute(app.parts.db);
    await owner.post(`${ADDRESS}/${webhook._id}/test`);
    await run(webhook._id);
    const signed = receiver.received.map((told) =>
      [secret, renewed.secret].map((each) => isSignedBy(each, told)),
    );
    expect(signed).toEqual([
      [true, true],
      [false, true],
    ]);
    const rows = await app.parts.db.selectFrom('webhooks').selectAll().execute();
    const answers = [rows, (await owner.get(ADDRESS)).body];
    expect(JSON.stringify(answers)).not.toContain(secret.slice(6, 20));
  });

  it('is switched off after days of failures, with a mail to the owner, and on again', async () => {
    const { webhook } = await newWebhook();
    receiver.answer = (_, response) => void response.writeHead(500).end();
    await owner.post(`${ADDRESS}/${webhook._id}/test`);
    await run(webhook._id);
    await sql`UPDATE webhooks SET failing_since = now() - interval '6 days'
      WHERE id = ${webhook._id}`.execute(app.parts.db);
    await owner.post(`${ADDRESS}/${webhook._id}/test`);
    await run(webhook._id);
    const [off] = (await owner.get(ADDRESS)).body;
    expect(off.off.because).toBe('failing');
    const { items } = await logOf(webhook);
    expect(items.map(({ state, problem }) => [state, problem])).toEqual(
      Array(2).fill(['failed', 'off']),
    );
    const mails = await sql<{ count: number }>`SELECT count(*)::int AS count FROM pgboss.job
      WHERE name = 'mail.send'`.execute(app.parts.db);
    expect(mails.rows[0]?.count).toBe(1);
    expect((await owner.post(`${ADDRESS}/${webhook._id}/test`)).body.code).toBe('webhook_off');
    const again = `${ADDRESS}/${webhook._id}/deliveries/${items[0]?._id}/again`;
    expect((await owner.post(again)).body.code).toBe('webhook_off');
    await save({ isClose_test: true });
    expect((await logOf(webhook)).items).toHaveLength(2);
    const on = { url: receiver.url, events: ALL, on: true };
    expect((await owner.put(`${ADDRESS}/${webhook._id}`, on)).body).toMatchObject({
      off: null,
      failingSince: null,
    });
    receiver.answer = (_, response) => void response.writeHead(200).end();
    expect((await owner.post(again)).status).toBe(200);
    await run(webhook._id);
    expect((await logOf(webhook)).items.filter(({ state }) => state === 'delivered')).toHaveLength(
      1,
    );
  });

  it('whose secret another installation sealed says so', async () => {
    const { webhook } = await newWebhook();
    await sql`UPDATE webhooks SET sealed_secret = 'x' WHERE id = ${webhook._id}`.execute(
      app.parts.db,
    );
    await owner.post(`${ADDRESS}/${webhook._id}/test`);
    await run(webhook._id);
    expect((await owner.get(ADDRESS)).body[0].readable).toBe(false);
    expect((await logOf(webhook)).items[0]?.problem).toBe('secret');
  });

  it('is one of so many', async () => {
    for (let count = 0; count < WEBHOOKS_MAX; count += 1) await newWebhook();
    const refused = await owner.post(ADDRESS, { url: receiver.url, events: ALL });
    expect([refused.status, refused.body.code]).toEqual([409, 'list_full']);
  });

  it('keeps a log of thirty days', async () => {
    const { webhook } = await newWebhook();
    for (let count = 0; count < 3; count += 1) await owner.post(`${ADDRESS}/${webhook._id}/test`);
    await run(webhook._id);
    const [first] = (await logOf(webhook)).items;
    const days = (count: number) =>
      Math.floor(Date.now() - count * 24 * 3_600_000)
        .toString(16)
        .padStart(12, '0');
    await sql`UPDATE webhook_deliveries SET id = (${days(31)} || substr(replace(id::text, '-', ''), 13))::uuid
      WHERE webhook_id = ${webhook._id} AND id <> ${first?._id}`.execute(app.parts.db);
    expect((await logOf(webhook)).items).toHaveLength(3);
    await jobHandlers(app.parts)['webhooks.clear-log']({});
    expect((await logOf(webhook)).items).toEqual([first]);
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
    const { status, body } = await other.post(ADDRESS, { url, events: ALL });
    expect([status, body.code]).toEqual([400, 'bad_input']);
    expect(body.fields.url).toMatch(sentence);
  });
});

it('the example of the documentation verifies what is sent, and nothing else', async () => {
  const page = await readFile('docs/api-and-webhooks.md', 'utf8');
  const code = page.split('```js\n')[1]?.split('```')[0] ?? '';
  const { verified } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const { webhook, secret } = await newWebhook();
  await owner.post(`${ADDRESS}/${webhook._id}/test`);
  await run(webhook._id);
  const [{ headers, text, body } = { headers: {}, text: '', body: null }] = receiver.received;
  expect(verified(secret, headers, text)).toEqual(body);
  expect(verified(secret, headers, `${text} `)).toBeNull();
  expect(verified(secret, { ...headers, 'webhook-id': 'msg_other' }, text)).toBeNull();
  expect(verified(secret, { ...headers, 'webhook-timestamp': '1614265330' }, text)).toBeNull();
  expect(verified((await newWebhook()).secret, headers, text)).toBeNull();
});
