// Limits that members meet: deliveries of a webhook that were dropped, and a transcript that can't be started yet.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TranscriptState } from '#contract/transcripts.ts';
import { successBody } from '#testing/client.ts';
import { DEAF_RECOGNISER } from '#testing/transcripts.ts';
import { RECEIVER_ENV } from '#testing/webhook-receiver.ts';
import { createRecordedTest, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({}, { TRANSCRIBE_URL: DEAF_RECOGNISER, ...RECEIVER_ENV });
});
afterAll(() => stage?.close());

it('a webhook says how many deliveries were dropped, and when', async () => {
  const { owner, database } = stage;
  const webhookFields = { url: 'http://127.0.0.1:1/hook', events: ['session.finished'] };
  const { webhook } = successBody<{ webhook: { _id: string } }>(
    await owner.post('/api/workspaces/current/webhooks', webhookFields),
  );
  await sql`INSERT INTO webhook_drops (webhook_id, from_at, to_at, count)
    SELECT ${webhook._id}, at, at + interval '10 minutes', 1204 FROM unnest(ARRAY[
      date_trunc('day', now(), 'UTC') - interval '1 hour',
      date_trunc('day', now(), 'UTC') - interval '3 days']) AS at`.execute(database.db);
  const page = await openPage(stage, owner, { viewport: { width: 1000, height: 900 } });
  await page.goto('/settings?tab=integrations');
  const sentence = /1,204 deliveries were dropped between .+ and .+\./;
  const alert = page.getByText(/They will not be sent/);
  await alert.waitFor();
  expect(await alert.textContent()).toMatch(sentence);
  await page.getByText('Deliveries', { exact: true }).click();
  await page.getByText('No deliveries yet').waitFor();
  await expect.poll(() => page.getByText(sentence).count()).toBe(3);
  await page.close();
});

it('a transcript says when it can be started again', async () => {
  const { owner, database } = stage;
  const { recording } = await createRecordedTest(stage, 'Plants');
  const setState = (state: Exclude<TranscriptState, 'none'>, agoMinutes: number) => {
    const startedAt = sql<Date>`now() - ${agoMinutes} * interval '1 minute'`;
    // Another run: the job of the one before, which is tried again meanwhile, changes nothing any more.
    const fields = { state, run_id: randomUUID(), attempts: 3, requested_at: startedAt };
    return database.db.updateTable('transcripts').set(fields).execute();
  };
  await setState('failed', 2);
  const page = await openPage(stage, owner, { viewport: { width: 1440, height: 900 } });
  await page.goto(recording);
  await page.getByRole('button', { name: 'Transcript', exact: true }).click();
  const start = page.getByRole('button', { name: 'Start again' });
  await page.getByText(/You can start it again at \d+:\d+/).waitFor();
  expect(await start.isDisabled()).toBe(true);
  // The pause ends in two seconds, and the page enables the button without a reload.
  await setState('failed', 10 - 2 / 60);
  await page.reload();
  await expect.poll(() => start.isEnabled(), { timeout: 15_000 }).toBe(true);
  await start.click();
  await page.getByText('Waiting in the queue.').waitFor();
  await page.close();
});
