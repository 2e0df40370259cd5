// Section 4 of the specification: the participant's steps, the recording and its upload.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '#testing/chromium.ts';
import type { TestIds } from '#testing/participant.ts';
import { startRecording, stopAndUpload } from '../participant.ts';
import { createTest, freeze, openPage, openStage, type Stage } from '../stage.ts';

let stage: Stage;
let page: Page;
let test: TestIds;
let shared: Browser | null = null;

beforeAll(async () => {
  stage = await openStage();
});
afterEach(() => page.context().close());
afterAll(async () => {
  await shared?.close();
  await stage?.close();
});

/** The browser's grants to a page: streams in order, and the number of requests. */
interface Given {
  screens: MediaStream[];
  devices: MediaStream[];
  requestCount: number;
}
declare global {
  var given: Given;
}

async function open(browser: Browser = stage.browser): Promise<void> {
  test = await createTest(stage, 'Plants');
  page = await openPage({ browser, origin: stage.origin }, null);
  await page.context().grantPermissions(['camera', 'microphone'], { origin: stage.origin });
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    globalThis.given = { screens: [], devices: [], requestCount: 0 };
    const devices = mediaDevices.getUserMedia.bind(mediaDevices);
    const screens = mediaDevices.getDisplayMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (options) => {
      const stream = await devices(options);
      globalThis.given.devices.push(stream);
      return stream;
    };
    mediaDevices.getDisplayMedia = async (options) => {
      globalThis.given.requestCount += 1;
      const stream = await screens(options);
      globalThis.given.screens.push(stream);
      return stream;
    };
  });
}

const begin = () => startRecording(page, `/tryout/${test.uniqueId}`, 'Grace');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const stored = async () => (await stage.owner.get(`/api/tests/${test._id}`)).body.recordings_info;
const liveTracks = () =>
  page.evaluate(() => {
    const tracks = [...globalThis.given.screens, ...globalThis.given.devices].flatMap((stream) =>
      stream.getTracks(),
    );
    return tracks.filter(({ readyState }) => readyState === 'live').length;
  });
const uploaded = () =>
  page
    .getByText('Files Uploaded Successfully! ✅. Safe to close now.')
    .waitFor({ timeout: 30_000 });

/** Through steps 0 and 1. */
async function toShareStep(): Promise<void> {
  await page.goto(`/tryout/${test.uniqueId}`);
  await page.getByLabel('Name').fill('Grace');
  await button('Continue').click();
  await button('Allow microphone and camera').click();
  await button('Continue').click();
}

describe('section 4: the participant', () => {
  it('4.6 goes from step 0 to 3: devices, screen, countdown, recording', async () => {
    await open();
    await page.goto(`/tryout/${test.uniqueId}`);
    const active = page.locator('[aria-current=step]');
    expect(await active.textContent()).toContain('User Details');
    await page.getByLabel('Name').fill('Grace');
    await button('Continue').click();
    await expect.poll(() => active.textContent()).toContain('Camera Permissions');
    expect(await button('Continue').count()).toBe(0);
    await button('Allow microphone and camera').click();
    await button('Continue').click();
    await expect.poll(() => active.textContent()).toContain('Screen Sharing');
    expect(await button('Continue').count()).toBe(0);
    await button('Share screen').click();
    for (const count of ['5', '4', '3', '2', '1', 'Go!']) {
      await page.getByRole('timer').getByText(count, { exact: true }).waitFor();
      expect(await stored()).toEqual([]);
    }
    await button('Stop & Upload').waitFor();
    expect(await active.count()).toBe(0);
    await stopAndUpload(page);
  });

  it('4.7 stops by Stop & Upload: tracks end, heatmaps are made, then it uploads', async () => {
    await open();
    const order: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/api/take-screenshot') order.push('heatmap');
      if (pathname.startsWith('/api/link/upload/')) order.push('upload');
    });
    await begin();
    await page
      .frameLocator('iframe')
      .locator('.screen')
      .first()
      .click({ position: { x: 40, y: 40 } });
    expect(await liveTracks()).toBeGreaterThan(0);
    await page.waitForTimeout(1000);
    await stopAndUpload(page);
    expect(await liveTracks()).toBe(0);
    expect(order).toEqual(['heatmap', 'upload']);
    expect(await stored()).toMatchObject([{ state: 'ready', endedEarly: false }]);
  });

  it('4.7 stops when the share ends by the browser', async () => {
    shared = await launchChromium({ media: 'titled-tab', tabTitle: 'A shared window' });
    await open(shared);
    const tab = await page.context().newPage();
    await tab.setContent('<title>A shared window</title><h1>Shared</h1>');
    await page.bringToFront();
    await toShareStep();
    await button('Share screen').click();
    // Asked about first: the prototype is not in that picture.
    await page.getByText('You chose another tab.').waitFor();
    await page.waitForTimeout(500);
    await button('Choose again').click();
    await page.waitForTimeout(500);
    await button('Record that tab anyway').click();
    await button('Stop & Upload').waitFor({ timeout: 20_000 });
    await page.waitForTimeout(1500);
    await tab.close();
    await page.getByText('The screen is no longer shared, so the recording stopped.').waitFor();
    await uploaded();
    expect(await liveTracks()).toBe(0);
    expect(await stored()).toMatchObject([{ state: 'ready' }]);
  });

  it('9.2 counts down from 5 and stops after 1,200,000 ms', async () => {
    await open();
    await toShareStep();
    await button('Share screen').click();
    await page.getByRole('timer').getByText('5', { exact: true }).waitFor();
    await page.getByText('Recording in Progress').waitFor({ timeout: 20_000 });
    await page.waitForTimeout(1500);
    await page.evaluate(() => {
      const now = performance.now.bind(performance);
      performance.now = () => now() + 1_200_000;
    });
    await page
      .getByText('A recording can take at most twenty minutes, so it stopped automatically.')
      .waitFor();
    await uploaded();
    expect(await stored()).toHaveLength(1);
  });

  it("4.8 tells the upload's status, and uploads once however often it is asked to", async () => {
    await open();
    let calls = 0;
    let answer: 'refuse' | 'break' | 'lose' | 'pass' = 'refuse';
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.route('**/api/link/upload/**', async (route) => {
      calls += 1;
      if (answer === 'refuse') {
        return route.fulfill({ status: 422, json: { code: 'unreadable_video', message: 'No.' } });
      }
      if (answer === 'break') {
        return route.fulfill({ status: 500, json: { code: 'internal', message: 'Our fault.' } });
      }
      if (answer === 'lose') return route.abort('connectionrefused');
      return route.fallback();
    });
    await page.clock.install();
    await begin();
    await page.waitForTimeout(1500);
    await button('Stop & Upload').dblclick();
    await page.getByText('Upload Failed ❌').waitFor({ timeout: 20_000 });
    expect(calls).toBe(1);
    answer = 'break';
    await button('Try again now').click();
    await page.getByText('Our fault. Your recording is kept in this browser').waitFor();
    await page.getByText('Upload Failed ❌').waitFor();
    expect(logged.filter((text) => text.includes('"message":"Our fault."'))).toHaveLength(1);
    // No automatic try comes before this one, nor before the next.
    await freeze(page);
    answer = 'lose';
    await button('Try again now').click();
    await page.clock.resume();
    await page.getByText('Uploading...').waitFor();
    await page.getByText('The connection is lost for the moment.').waitFor();
    await page.clock.fastForward(25_000);
    await page.getByText('Upload Error ❌').waitFor();
    await freeze(page);
    answer = 'pass';
    await button('Try again now').click();
    await page.clock.resume();
    await uploaded();
    expect(await stored()).toHaveLength(1);
  });

  it('4.9 asks for one screen at a time, and resets when a stream is missing at the start', async () => {
    await open();
    await toShareStep();
    await button('Share screen').dblclick();
    await page.getByRole('timer').waitFor();
    expect(await page.evaluate(() => globalThis.given.requestCount)).toBe(1);
    await page.evaluate(() => {
      for (const stream of globalThis.given.devices) {
        for (const track of stream.getAudioTracks()) track.stop();
      }
    });
    await page.getByText('Failed to start recording. Please try again.').waitFor();
    const screens = await page.evaluate(() =>
      globalThis.given.screens.flatMap((stream) =>
        stream.getTracks().map(({ readyState }) => readyState),
      ),
    );
    expect(screens).toEqual(['ended']);
    expect(await page.getByText('Recording in Progress').count()).toBe(0);
    await button('Share screen').click();
    await button('Stop & Upload').waitFor({ timeout: 15_000 });
    await page.waitForTimeout(1000);
    await stopAndUpload(page);
  });
});
