// Sums over a test's recordings that have ended.
import type { Test } from '#contract/tests.ts';
import type { ClickCount } from '#web/entities/recording/click-count.ts';

interface RecordingTotals extends ClickCount {
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
  const durationMs = sum(lengths);
  return {
    clicks: sum(ended.map(({ clicks }) => clicks)),
    misclicks: sum(ended.map(({ misclicks }) => misclicks)),
    durationMs,
    averageMs: lengths.length === 0 ? null : durationMs / lengths.length,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
