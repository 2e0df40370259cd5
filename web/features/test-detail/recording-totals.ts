// Sums over a test's recordings that have ended.
import type { Test } from '#contract/tests.ts';

interface RecordingTotals {
  clicks: number;
  durationMs: number;
  /** Null without an ended recording whose length is known. */
  averageMs: number | null;
}

/** Null when the answer does not carry every recording: a sum of a part would mislead. */
export function recordingTotals(
  test: Pick<Test, 'count_of_recordings' | 'recordings_info'>,
): RecordingTotals | null {
  const { recordings_info: recordings } = test;
  if (recordings.length < test.count_of_recordings) return null;
  // One that still runs would pull the average down until it ends.
  const ended = recordings.filter(({ state }) => state !== 'receiving');
  const lengths = ended.flatMap(({ durationMs }) => (durationMs === null ? [] : [durationMs]));
  const durationMs = lengths.reduce((sum, length) => sum + length, 0);
  return {
    clicks: ended.reduce((sum, recording) => sum + recording.clicks, 0),
    durationMs,
    averageMs: lengths.length === 0 ? null : durationMs / lengths.length,
  };
}
