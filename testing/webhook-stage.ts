// The stage of webhook tests: the real app, an owner with a test, and a server that receives webhooks.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { WebhookId } from '#contract/ids.ts';
import type { Test } from '#contract/tests.ts';
import type { Delivery, Webhook } from '#contract/webhooks.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { signedHeaders } from '#server/webhooks/signature.ts';
import { startTestApp, type TestApp } from './app.ts';
import { successBody, type TestClient } from './client.ts';
import {
  RECEIVER_ENV,
  type ReceivedWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
} from './webhook-receiver.ts';

export const WEBHOOKS = '/api/workspaces/current/webhooks';
export const ALL_EVENTS = ['session.finished', 'test.closed', 'transcript.ready'];

/** Each test has an owner, a test and a receiver of its own; call it once, outside of tests. */
export class WebhookStage {
  declare app: TestApp;
  declare receiver: WebhookReceiver;
  declare owner: TestClient;
  declare test: Test;

  constructor() {
    beforeAll(async () => {
      this.app = await startTestApp({ sample: true, env: RECEIVER_ENV });
    });
    beforeEach(async () => {
      this.receiver = await startWebhookReceiver();
      this.owner = await this.app.signIn(`${crypto.randomUUID()}@example.com`, { company: 'Acme' });
      this.test = successBody<Test>(await this.owner.post('/api/tests', this.form()));
      return () => this.receiver.close();
    });
    afterAll(() => this.app.close());
  }

  form() {
    return { name: 'Shop', task: 'Buy', figmaUrl: this.app.parts.samplePrototypeUrl };
  }

  async newWebhook(events = ALL_EVENTS) {
    const webhookFields = { url: this.receiver.url, events };
    return successBody<{ secret: string; webhook: Webhook }>(
      await this.owner.post(WEBHOOKS, webhookFields),
    );
  }

  /** Sends the deliveries whose time has come, as the job does. */
  async run(webhookId: string, on = this.app): Promise<void> {
    await jobHandlers(on.parts)['webhooks.deliver']({ webhookId: webhookId as WebhookId });
  }

  async sendTest({ _id }: Webhook): Promise<void> {
    successBody(await this.owner.post(`${WEBHOOKS}/${_id}/test`));
  }

  async logOf({ _id }: Webhook, query = '') {
    const answer = await this.owner.get(`${WEBHOOKS}/${_id}/deliveries${query}`);
    return successBody<{ items: Delivery[]; more: boolean }>(answer);
  }

  types(): string[] {
    return this.receiver.received.map(({ body }) => body.type);
  }

  async save(settings: object): Promise<void> {
    successBody(await this.owner.put(`/api/tests/${this.test._id}/settings`, settings));
  }

  /** Moves waiting deliveries back by this time. */
  async pass(webhook: Webhook, minutes: number): Promise<void> {
    const { db } = this.app.parts;
    await sql`UPDATE webhook_deliveries SET next_at = next_at - ${minutes} * interval '1 minute'
      WHERE webhook_id = ${webhook._id}`.execute(db);
    await sql`UPDATE webhooks SET retry_at = retry_at - ${minutes} * interval '1 minute'
      WHERE id = ${webhook._id}`.execute(db);
  }
}

export function isSignedBy(secret: string, { headers, text }: ReceivedWebhook): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signed = signedHeaders([secret], { id: headers['webhook-id'] ?? '', at, body: text });
  const signatures = headers['webhook-signature']?.split(' ') ?? [];
  return signatures.includes(signed['webhook-signature'] ?? '');
}
