// How high the marks of a card's recordings stand: by their clicks, among those shown.
import type { RecordingInfo } from '#contract/recordings.ts';

/** As many as fit into the narrowest card. */
const MARKS_MAX = 32;
/** Height of a recording without clicks, as a share of the highest. */
const LOWEST = 0.2;

export interface Mark {
  id: string;
  /** 0 to 1. */
  height: number;
  running: boolean;
}

/** @param recordings newest first. @returns the newest ones, oldest first. */
export function marksOf(
  recordings: readonly Pick<RecordingInfo, 'id' | 'clicks' | 'state'>[],
): Mark[] {
  const shown = recordings.slice(0, MARKS_MAX).toReversed();
  const most = Math.max(1, ...shown.map((recording) => recording.clicks));
  return shown.map(({ id, clicks, state }) => ({
    id,
    height: LOWEST + (1 - LOWEST) * (clicks / most),
    running: state === 'receiving',
  }));
}
