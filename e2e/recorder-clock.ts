// How long the participant's browser really recorded, by its own clock: what the test's driver and a
// busy machine add between two steps is not in it.
import type { Page } from 'playwright-core';

/** To be called before the page is opened. */
export async function watchRecorders(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { start, stop } = MediaRecorder.prototype;
    const noted = { startedAtMs: 0, stoppedAtMs: 0 };
    MediaRecorder.prototype.start = function (...settings) {
      start.apply(this, settings);
      // A change of quality starts another recorder.
      noted.startedAtMs ||= performance.now();
    };
    MediaRecorder.prototype.stop = function () {
      noted.stoppedAtMs = performance.now();
      stop.call(this);
    };
    Object.assign(globalThis, { recorded: noted });
  });
}

/** Milliseconds from the first recorder's start to the last one's stop. */
export async function readRecordedMs(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const { recorded } = globalThis as unknown as {
      recorded: { startedAtMs: number; stoppedAtMs: number };
    };
    return recorded.stoppedAtMs - recorded.startedAtMs;
  });
}
