// A test's recordings at a glance: one warm mark each, the newest on the right, higher with more clicks.
import type { RecordingInfo } from '#contract/recordings.ts';

export function RecordingStrip({ recordings }: { recordings: readonly RecordingInfo[] }) {
  const marks = marksOf(recordings);
  return (
    <div
      aria-hidden
      className="flex h-7 forced-color-adjust-none items-end gap-1 border-line border-b empty:border-dashed"
    >
      {marks.map((mark) => (
        <span
          key={mark.id}
          className={
            mark.running
              ? 'w-1.5 animate-pulse rounded-t-sm bg-heat-4'
              : 'w-1.5 rounded-t-sm bg-heat-3'
          }
          style={{ height: `${mark.height * 100}%` }}
        />
      ))}
    </div>
  );
}

/** As many as fit into the narrowest card. */
const MARKS_MAX = 32;
/** Height of a recording without clicks, as a share of the highest. */
const LOWEST = 0.2;

interface Mark {
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
