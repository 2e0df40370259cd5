// The real recording time of the participant's browser by its own clock, without the delays that the test's driver and
// a busy machine add between two steps.
import type { Page } from 'playwright-core';

/** Records the times of the page's recorders. Call it before the page is opened. */
export async function watchRecorders(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { start, stop } = MediaRecorder.prototype;
    const times = { startedAtMs: 0, stoppedAtMs: 0 };
    MediaRecorder.prototype.start = function (...settings) {
      start.apply(this, settings);
      // A change of quality starts another recorder.
      times.startedAtMs ||= performance.now();
    };
    MediaRecorder.prototype.stop = function () {
      times.stoppedAtMs = performance.now();
      stop.call(this);
    };
    Object.assign(globalThis, { recorded: times });
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
