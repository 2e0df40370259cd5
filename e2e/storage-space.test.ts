// Room for recordings as people see it: places that are kept while someone gets ready, a crowd, full storage.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { SLOT_SIGN_MS, WAITING_PER_ADDRESS_MAX } from '#contract/limits.ts';
import { TestClient } from '#testing/client.ts';
import { sendPiece, sentVideo, startSession } from '#testing/participant.ts';
import { createTest, openPage, openStage, type Stage } from './stage.ts';

/** The sample's screen images and some fifty beginnings of recordings. */
const QUOTA_BYTES = 2_000_000;

let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage({ media: 'tab' }, { WORKSPACE_QUOTA_BYTES: String(QUOTA_BYTES) });
});
afterEach(() => page.context().close());
afterAll(() => stage?.close());

async function typeName(uniqueId: string): Promise<void> {
  await page.goto(`/tryout/${uniqueId}`);
  await page.getByLabel('Name').fill('Grace');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

it('the page keeps its place while the devices are checked, and after it was hidden', async () => {
  const { uniqueId } = await createTest(stage, 'Kept');
  page = await openPage(stage, null);
  await page.clock.install();
  await typeName(uniqueId);
  await page.getByRole('button', { name: 'Allow microphone and camera' }).waitFor();
  const beat = () => page.waitForRequest((sent) => sent.url().endsWith('/slot'));
  const byTime = beat();
  await page.clock.runFor(SLOT_SIGN_MS);
  expect((await (await byTime).response())?.status()).toBe(200);
  const byLook = beat();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  expect((await (await byLook).response())?.status()).toBe(200);
});

it('one too many who get ready at a time is asked to come back', async () => {
  const test = await createTest(stage, 'Crowd');
  const anyone = new TestClient(stage.origin);
  const starts = Array.from({ length: WAITING_PER_ADDRESS_MAX }, () => startSession(anyone, test));
  await Promise.all(starts);
  page = await openPage(stage, null);
  await typeName(test.uniqueId);
  await page.getByRole('heading', { name: 'This test is busy right now' }).waitFor();
});

it('a full workspace says so to its participants, on its tests and in its settings', async () => {
  const test = await createTest(stage, 'Full');
  const anyone = new TestClient(stage.origin);
  const fill = async () => {
    const session = await startSession(anyone, test);
    await sendPiece(anyone, session, { offset: 0, bytes: sentVideo });
  };
  const count = Math.ceil(QUOTA_BYTES / sentVideo.length);
  await Promise.all(Array.from({ length: count }, fill));
  page = await openPage(stage, stage.owner);
  const refused = page.getByRole('heading', { name: 'This test can’t take recordings right now' });
  await expect
    .poll(
      async () => {
        await page.goto(`/tryout/${test.uniqueId}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        return await refused.count();
      },
      // The server adds up the stored bytes every five seconds.
      { timeout: 20_000, interval: 1000 },
    )
    .toBe(1);
  await page.getByText('Please tell the person who sent you the link.').waitFor();
  for (const path of ['/dashboard', `/api/tests/${test._id}`]) {
    await page.goto(path);
    await page.getByText('This workspace’s storage is full').waitFor();
  }
  await page.getByRole('link', { name: 'See what is used' }).click();
  await page.getByText('of 2 MB used').waitFor();
});
