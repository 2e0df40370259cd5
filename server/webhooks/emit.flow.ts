// Tells a workspace's webhooks of an event: a delivery each, in the transaction that makes it true, and a job that sends
// it. Every event of `contract/webhooks.ts` comes by here.

import { sql } from 'kysely';
import { addressOf } from '#contract/endpoint.ts';
import type { DeliveryId, SessionId, TestId, WebhookId, WorkspaceId } from '#contract/ids.ts';
import { recordings } from '#contract/recordings.api.ts';
import { tests } from '#contract/tests.api.ts';
import type { TranscriptionResult } from '#contract/transcripts.ts';
import type { WebhookPayload } from '#contract/webhooks.ts';
import type { Parts } from '#server/parts.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/new-id.ts';
import { addDrops, isFull } from './drops.db.ts';

export type EventToSend =
  | { type: 'session.finished'; sessionId: SessionId; endedEarly: boolean }
  | { type: 'transcript.ready'; sessionId: SessionId; state: TranscriptionResult }
  | { type: 'test.closed'; testId: TestId; because: 'hand' | 'date' | 'limit' };

/**
 * @param db the transaction that makes the event true; the event is sent exactly if it commits. Nothing is sent
 * about deleted things and pilots, or if no webhook subscribes to the event. A webhook that has too many deliveries does not
 * get it, and its log records that.
 */
export async function emit(
  { jobs, publicUrl }: Pick<Parts, 'jobs' | 'publicUrl'>,
  db: Database,
  event: EventToSend,
): Promise<void> {
  const about = event.type === 'test.closed' ? ofTest(event.testId) : ofSession(event.sessionId);
  const { rows } = await sql<Asking>`SELECT webhooks.id AS "webhookId", ${isFull()} AS "isFull",
      webhooks.failing_since IS NOT NULL AS "isFailing", about.*
    FROM ${about} AS about JOIN webhooks ON webhooks.workspace_id = about."workspaceId"
    WHERE webhooks.off_since IS NULL AND ${event.type} = ANY(webhooks.events)`.execute(db);
  await addDrops(
    db,
    rows.filter((asking) => asking.isFull).map(({ webhookId }) => webhookId),
  );
  for (const asking of rows.filter(({ isFull: full }) => !full)) {
    const { webhookId, isFailing } = asking;
    const body = payloadOf(event, asking, publicUrl);
    await storeDelivery(db, { webhookId, body });
    // A job of every minute tries those that fail: events do not add attempts.
    if (!isFailing) await jobs.send('webhooks.deliver', { webhookId }, db);
  }
}

interface Asking {
  webhookId: WebhookId;
  isFull: boolean;
  isFailing: boolean;
  workspaceId: WorkspaceId;
  testId: TestId;
  number: number;
}

const ofTest = (
  id: TestId,
) => sql`(SELECT workspace_id AS "workspaceId", id AS "testId", 0 AS number
  FROM tests WHERE id = ${id})`;
const ofSession = (
  id: SessionId,
) => sql`(SELECT workspace_id AS "workspaceId", test_id AS "testId", number
  FROM sessions JOIN tests ON tests.id = sessions.test_id WHERE sessions.id = ${id} AND NOT is_pilot)`;

function payloadOf(
  event: EventToSend,
  { testId, number }: Asking,
  publicUrl: string,
): WebhookPayload {
  const timestamp = new Date().toISOString();
  // A page has its call's address (decision 15).
  const page = `${publicUrl}${addressOf(tests.get, { params: { id: testId } })}`;
  if (event.type === 'test.closed') {
    const test = `${publicUrl}${addressOf(tests.overview, { params: { id: testId } })}`;
    const data = { testId, because: event.because, links: { test, page } };
    return { type: event.type, timestamp, data };
  }
  const { sessionId } = event;
  const row = addressOf(recordings.list, { params: { id: testId }, query: { ids: sessionId } });
  const data = { testId, sessionId, number, links: { recording: `${publicUrl}${row}`, page } };
  if (event.type === 'transcript.ready') {
    return { type: event.type, timestamp, data: { ...data, state: event.state } };
  }
  return { type: event.type, timestamp, data: { ...data, endedEarly: event.endedEarly } };
}

/** Stores a delivery that waits. @returns its id */
export async function storeDelivery(
  db: Database,
  { webhookId, body }: { webhookId: WebhookId; body: WebhookPayload },
): Promise<DeliveryId> {
  const id = newId<DeliveryId>();
  await db
    .insertInto('webhook_deliveries')
    .values({ id, webhook_id: webhookId, event: body.type, body: JSON.stringify(body) })
    .execute();
  return id;
}
