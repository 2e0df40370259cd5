// A tab that crashes while it records, on the product's own page: opening the link again sends what the
// browser kept, and says so.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '#testing/chromium.ts';
import { createTestByHand, onlyTest, signInByHand } from './creator.ts';
import { startRecording } from './participant.ts';
import { type RunningServer, runServer } from './server.ts';

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  server = await runServer();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

it('reads that the earlier recording is being sent, and that it has arrived', async () => {
  const creator = await (await browser.newContext()).newPage();
  await signInByHand(creator, server.origin, 'ada@example.com');
  const link = { name: 'Kept', task: 'Stay.', link: server.prototypeUrl, company: 'Acme' };
  await createTestByHand(creator, server.origin, link);
  const test = await onlyTest(creator);
  const context = await browser.newContext();
  const page = await context.newPage();
  await startRecording(page, test.link, 'Grace Hopper');
  await page.waitForTimeout(3000);
  // Bytes recorded from now on are on the participant's disk only.
  await server.stop('SIGKILL');
  await page.waitForTimeout(4000);
  const crashed = page.waitForEvent('crash');
  const cdp = await context.newCDPSession(page);
  cdp.send('Page.crash').catch(() => 'the tab is gone');
  await crashed;
  await server.start();

  const returned = await context.newPage();
  // Slow enough to be read: the server is asked for its offset again and again.
  let isHeld = true;
  await returned.route('**/api/uploads/**', (route) =>
    isHeld ? route.abort('connectionreset') : route.fallback(),
  );
  await returned.goto(test.link);
  await returned.getByText('Uploading an interrupted recording').waitFor({ timeout: 30_000 });
  isHeld = false;
  await returned.getByText('An interrupted recording is uploaded').waitFor({ timeout: 60_000 });
  const { recordings_info } = await creator.evaluate(
    async (id) =>
      (await fetch(`/api/tests/${id}`, { headers: { accept: 'application/json' } })).json(),
    test._id,
  );
  expect(recordings_info).toMatchObject([{ state: 'ready', participantName: 'Grace Hopper' }]);
  expect(recordings_info[0].durationMs).toBeGreaterThan(3000);
});
