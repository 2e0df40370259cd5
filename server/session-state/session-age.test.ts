// The bytes that a session may have stored at its age: recordings of the measured kinds fit, at every length.
import { expect, it } from 'vitest';
import { RECORDING_MAX_MS, VIDEO_MAX_BYTES } from '#contract/limits.ts';
import { aheadOfTime, eventsBound, imagesBound, videoBound } from './session-age.db.ts';

/** The largest recording that was measured: 20 minutes of VP8 at 1080p. */
const LARGEST_BYTES_PER_SECOND = 540_000_000 / (RECORDING_MAX_MS / 1000);
/** The largest piece that a browser handed over, after 1.9 s. */
const LARGEST_PIECE_BYTES = 900_000;

it.each([0, 1, 5, 60, 1200])('the largest recording fits after %i s', (seconds) => {
  const bytes = LARGEST_BYTES_PER_SECOND * seconds + LARGEST_PIECE_BYTES;
  expect(aheadOfTime(videoBound, { ageMs: seconds * 1000 }, bytes)).toBeNull();
});

it('400 MB after 3.5 s do not, and the refusal says when they would', () => {
  const ageMs = 3500;
  const refusal = aheadOfTime(videoBound, { ageMs }, 400_000_000);
  expect([refusal?.status, refusal?.code]).toEqual([429, 'ahead_of_time']);
  const laterMs = ageMs + (refusal?.detail.retryAfterSeconds ?? 0) * 1000;
  expect(aheadOfTime(videoBound, { ageMs: laterMs }, 400_000_000)).toBeNull();
  expect(aheadOfTime(videoBound, { ageMs: laterMs - 2000 }, 400_000_000)).not.toBeNull();
});

it('a video of any length that is taken fits within an hour', () => {
  expect(aheadOfTime(videoBound, { ageMs: 3_600_000 }, VIDEO_MAX_BYTES)).toBeNull();
});

it('30 heatmaps of 1 MB fit after half a minute, and 16 messages of 800 bytes a second for 20', () => {
  expect(aheadOfTime(imagesBound, { ageMs: 30_000 }, 30_000_000)).toBeNull();
  expect(aheadOfTime(eventsBound, { ageMs: 1_200_000 }, 1200 * 16 * 800)).toBeNull();
});
