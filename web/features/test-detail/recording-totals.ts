// Sums over a test's recordings.
import type { Test } from '#contract/tests.ts';

export interface RecordingTotals {
  clicks: number;
  durationMs: number;
  /** Null without a recording whose length is known. */
  averageMs: number | null;
}

/** Null when the answer does not carry every recording: a sum of a part would mislead. */
export function recordingTotals(
  test: Pick<Test, 'count_of_recordings' | 'recordings_info'>,
): RecordingTotals | null {
  const { recordings_info: recordings } = test;
  if (recordings.length < test.count_of_recordings) return null;
  const lengths = recordings.flatMap(({ durationMs }) => (durationMs === null ? [] : [durationMs]));
  const durationMs = lengths.reduce((sum, length) => sum + length, 0);
  return {
    clicks: recordings.reduce((sum, recording) => sum + recording.clicks, 0),
    durationMs,
    averageMs: lengths.length === 0 ? null : durationMs / lengths.length,
  };
}
