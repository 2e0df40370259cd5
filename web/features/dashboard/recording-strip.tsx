// A test's recordings at a glance: one warm mark each, the newest on the right, higher with more clicks.
import type { RecordingInfo } from '#contract/recordings.ts';
import { marksOf } from './recording-marks.ts';

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
