// The clock of a sound file: times of the recording after pauses, at a cost that pauses hardly raise.
import { afterAll, expect, it } from 'vitest';
import { startStepMeter } from '#testing/fuzz/step-meter.ts';

const meter = startStepMeter();
// Imported after the meter, because it only counts the blocks of modules that are loaded later.
const { FileClock } = await import('./file-clock.ts');
afterAll(() => meter.stop());

/** Places packets of 20 ms after each of these pauses, in seconds. */
function clockOf(pauses: readonly number[]) {
  const clock = new FileClock();
  let recordedS = 0;
  for (const pause of pauses) {
    clock.place(recordedS + pause, 0.02);
    recordedS += pause + 0.02;
  }
  return clock;
}

it.each([
  [[], 70, 70],
  [[0, 0], 30, 30],
  [[1, 0], 0, 1000],
  [[1, 0], -20, 980],
  [[0, 5, 0, 5], 10, 10],
  [[0, 5, 0, 5], 20, 5020],
  [[0, 5, 0, 5], 59, 5059],
  [[0, 5, 0, 5], 60, 10_060],
  [[0, 5, 0, 5], 1000, 11_000],
])('after pauses %o the moment %i of the file was at %i', (pauses, fileMs, recordedMs) => {
  expect(clockOf(pauses).recordedAt(fileMs)).toBe(recordedMs);
});

it('finds a moment among 30,000 pauses by a few steps', () => {
  const clock = clockOf(Array(30_000).fill(1));
  meter.take();
  for (let fileMs = 0; fileMs < 2000; fileMs += 1) clock.recordedAt(fileMs);
  expect(meter.take()).toBeLessThan(2000 * 100);
});
