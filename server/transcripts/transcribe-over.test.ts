// Notifications at the end of a transcription. A transcription stores and sends nothing of a session that was
// deleted while the recogniser worked.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { createTest } from '#testing/create-test.ts';
import { bearer, recordSession } from '#testing/participant.ts';
import { startRecogniser, type TestRecogniser } from '#testing/recogniser.ts';
import {
  RECEIVER_ENV,
  startWebhookReceiver,
  type WebhookReceiver,
} from '#testing/webhook-receiver.ts';

const SPEECH = { text: 'Hello there', language: 'english' };

let app: TestApp;
let recogniser: TestRecogniser;
let receiver: WebhookReceiver;
let owner: TestClient;
let test: Test;

beforeAll(async () => {
  recogniser = await startRecogniser(() => SPEECH);
  receiver = await startWebhookReceiver();
  app = await startTestApp({
    sample: true,
    env: { ...RECEIVER_ENV, TRANSCRIBE_URL: recogniser.url },
  });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  test = await createTest(app, owner);
  const webhook = { url: receiver.url, events: ['transcript.ready'] };
  successBody(await owner.post('/api/workspaces/current/webhooks', webhook));
});
afterAll(async () => {
  await app?.close();
  await recogniser?.stop();
  receiver?.close();
});
beforeEach(async () => {
  await app.parts.db.deleteFrom('webhook_deliveries').execute();
});

const record = () => recordSession(app.anyone, test, { name: 'Ada' });
type Recorded = Awaited<ReturnType<typeof record>>;
const rowOf = ({ _id }: Recorded) =>
  app.parts.db
    .selectFrom('transcripts')
    .selectAll()
    .where('session_id', '=', _id)
    .executeTakeFirstOrThrow();

async function run(session: Recorded): Promise<void> {
  const { run_id: runId } = await rowOf(session);
  const job = { sessionId: session._id, runId, part: 0 };
  await jobHandlers(app.parts)['transcripts.make'](job);
}

async function readNotifications(): Promise<object[]> {
  const { rows } = await sql<{ data: object }>`
    SELECT body::jsonb -> 'data' AS data FROM webhook_deliveries`.execute(app.parts.db);
  return rows.map(({ data }) => data);
}

it.each([
  ['ready', SPEECH],
  ['no_words', { text: '' }],
])('tells webhooks when it is over: %s', async (state, answer) => {
  recogniser.answer = () => answer;
  const session = await record();
  await run(session);
  expect(await readNotifications()).toMatchObject([{ sessionId: session._id, state }]);
});

const withdraw = (session: Recorded) =>
  app.anyone.send('/api/my-recording', {
    method: 'DELETE',
    headers: bearer({ token: session.privateToken }),
  });
const deleteOne = async ({ _id }: Recorded) => {
  const { items } = (await owner.get(`/api/tests/${test._id}/recordings?ids=${_id}`)).body;
  const name = encodeURIComponent(items[0].userTimestamp);
  return await owner.delete(`/api/tests/${test._id}/recording/x/y/${name}`);
};

it.each([
  ['withdrawn', 'heard', withdraw],
  ['deleted', 'heard', deleteOne],
  ['withdrawn', 'failed', withdraw],
] as const)('%s meanwhile, nothing is stored or told of what was %s', async (_how, what, end) => {
  const session = await record();
  let before: unknown;
  recogniser.answer = async (_asked, response) => {
    successBody(await end(session));
    before = await rowOf(session);
    return what === 'heard' ? SPEECH : void response.end('<html>');
  };
  await run(session);
  expect(before).toMatchObject({ state: 'running', segments: [] });
  expect(await rowOf(session)).toEqual(before);
  expect(await readNotifications()).toEqual([]);
  const requestCount = recogniser.requests.length;
  await run(session);
  expect(recogniser.requests).toHaveLength(requestCount);
  await jobHandlers(app.parts)['deleted.remove']({});
  await expect(rowOf(session)).rejects.toThrow('no result');
});
