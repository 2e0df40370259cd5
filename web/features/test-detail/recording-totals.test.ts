// Sums, the average of known lengths, and silence when a part is missing.
import { expect, test } from 'vitest';
import type { RecordingInfo } from '#contract/recordings.ts';
import { recordingTotals } from './recording-totals.ts';

function recording(durationMs: number | null, clicks: number, misclicks = 0) {
  return { durationMs, clicks, misclicks } as RecordingInfo;
}

test('sums clicks and lengths; an unknown length is left out of the average', () => {
  const recordings_info = [recording(60_000, 4, 2), recording(null, 1, 1), recording(30_000, 0)];
  expect(recordingTotals({ count_of_recordings: 3, recordings_info })).toEqual({
    clicks: 5,
    misclicks: 3,
    durationMs: 90_000,
    averageMs: 45_000,
  });
});

test('a session that still runs counts once it has ended', () => {
  const running = { ...recording(2000, 3, 1), state: 'receiving' } as RecordingInfo;
  const recordings_info = [recording(60_000, 4), running];
  expect(recordingTotals({ count_of_recordings: 2, recordings_info })).toEqual({
    clicks: 4,
    misclicks: 0,
    durationMs: 60_000,
    averageMs: 60_000,
  });
});

test('nothing recorded', () => {
  expect(recordingTotals({ count_of_recordings: 0, recordings_info: [] })).toEqual({
    clicks: 0,
    misclicks: 0,
    durationMs: 0,
    averageMs: null,
  });
});

test('more recordings than the answer carries', () => {
  const recordings_info = [recording(1000, 1)];
  expect(recordingTotals({ count_of_recordings: 501, recordings_info })).toBeNull();
});
