// A connection that becomes slow and quick again, in a real Chromium against the real server: the bytes
// really fall, one file comes of it, and every moment is shown at its time.
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CLOCK_STEP_MS } from './clock.ts';
import { expectWhole, inPage, type Rig, startRig } from './run.fixture.ts';

const LIMIT_MS = 240_000;
/** Judging takes six seconds and calm twenty. */
const eventually = { timeout: 90_000, interval: 250 };
const SLOW_BITS_PER_SECOND = 300_000;
const BEST_BITS_PER_SECOND = 2_500_000;
/**
 * Longest time from the page's paint to a captured frame. The error of a wrongly joined take is far
 * larger.
 */
const TOLERANCE_MS = 500;
let rig: Rig;

beforeAll(async () => {
  rig = await startRig({ media: 'titled-tab', tabTitle: 'Module under test' });
  await rig.context.grantPermissions(['camera', 'microphone']);
});
afterAll(() => rig?.close());

async function limitConnection(cdp: CDPSession, bitsPerSecond: number | null): Promise<void> {
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bitsPerSecond === null ? -1 : bitsPerSecond / 8,
  });
}

const quality = async (page: Page) => (await inPage(page, 'runState'))?.quality;

/** Bytes recorded a second, over some seconds. */
async function bytesPerSecond(page: Page): Promise<number> {
  const recorded = async () => (await inPage(page, 'runState'))?.upload.spooledBytes ?? 0;
  const before = { bytes: await recorded(), atMs: performance.now() };
  await page.waitForTimeout(6000);
  return ((await recorded()) - before.bytes) / ((performance.now() - before.atMs) / 1000);
}

it(
  'records fewer bytes on a slow connection and more again on a quick one, into one seekable file',
  async () => {
    const page = await rig.open();
    await page.setViewportSize({ width: 1280, height: 900 });
    const cdp = await rig.context.newCDPSession(page);
    await cdp.send('Network.enable');
    const session = await rig.session();
    expect(await inPage(page, 'startRun', session)).toBe(true);
    await inPage(page, 'showClock');
    await page.waitForTimeout(2000);
    expect(await quality(page)).toMatchObject({
      videoBitsPerSecond: BEST_BITS_PER_SECOND,
      frameRate: 60,
    });
    const best = await bytesPerSecond(page);
    await limitConnection(cdp, SLOW_BITS_PER_SECOND);
    await expect
      .poll(() => quality(page), eventually)
      .toMatchObject({ videoBitsPerSecond: 300_000, frameRate: 10, maxHeight: 540 });
    // The last pieces of the take before are stored first.
    await page.waitForTimeout(2000);
    const slow = await bytesPerSecond(page);
    await limitConnection(cdp, null);
    await expect
      .poll(() => quality(page), eventually)
      .toMatchObject({ videoBitsPerSecond: 600_000, frameRate: 15 });
    await page.waitForTimeout(3000);
    console.info(
      `bytes a second: ${Math.round(best)} before, ${Math.round(slow)} on a slow connection`,
    );
    // Held against what the best quality may take: a machine with other work makes few frames of that too.
    expect(slow).toBeLessThan(BEST_BITS_PER_SECOND / 8 / 3);
    const state = await inPage(page, 'stopRun');
    expect(state?.upload).toMatchObject({ phase: 'done', problem: null });
    await expectWhole(rig, page, session);
    const video = await rig.watch(session);
    const paintsMs = await inPage(page, 'clockPaints');
    const heights: number[] = [];
    for (const share of [0.1, 0.35, 0.55, 0.75, 0.95]) {
      const { frameMs, clockMs, height } = await video.frameAt(share);
      heights.push(height);
      // A busy machine paints the clock late: its picture stays until the next paint.
      const nextMs = paintsMs.find((paintMs) => paintMs >= clockMs + CLOCK_STEP_MS) ?? Infinity;
      const description = `clock ${clockMs} to ${nextMs} in the frame of ${frameMs} ms`;
      expect(clockMs - frameMs, description).toBeLessThan(TOLERANCE_MS);
      expect(frameMs - nextMs, description).toBeLessThan(TOLERANCE_MS);
    }
    expect(heights).toEqual(expect.arrayContaining([900, 540]));
  },
  LIMIT_MS,
);
