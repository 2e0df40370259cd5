// Clicks whose screens have no image yet: their creator asks for it, and reads why there is none.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRecordedTest, openPage, openStage, type Stage } from './stage.ts';

let stage: Stage;
let page: Page;
beforeAll(async () => {
  stage = await openStage();
  page = await openPage(stage, stage.owner);
});
afterAll(() => stage?.close());

it('asks the design tool again, and tells how long it wants to be left alone', async () => {
  const { recording } = await createRecordedTest(stage, 'Pictures');
  // This is the state after a session in which the tool returned no images.
  const isRecordingCall = ({ pathname }: URL) => pathname === recording;
  await page.route(isRecordingCall, async (route) => {
    if (route.request().resourceType() === 'document') return await route.continue();
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), screens: [] } });
  });
  const message = 'The tool allows no more requests for now.';
  await page.route(/take-screenshot/, (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '720' },
      json: { code: 'prototype_unavailable', message },
    }),
  );
  await page.goto(`${recording}?tab=heatmaps`);
  const missing = page.getByText('The picture of one screen is missing');
  await missing.waitFor();
  await page.getByRole('button', { name: 'Get pictures' }).click();
  await page.getByText(`${message} You can try again in 12 minutes.`).waitFor();

  // An answer that is under way would come after the pictures, without them.
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('img', { name: '1 · Home with 1 click' }).waitFor();
  expect(await missing.count()).toBe(0);
});
