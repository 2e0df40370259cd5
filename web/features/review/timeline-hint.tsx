// What is at the place under the pointer: the screen's picture, the time, and the click if there is one.
import { formatDuration } from '#web/lib/format-time.ts';
import { type Chapter, chapterAt, clickName } from './moments.ts';

interface TimelineHintProps {
  chapters: readonly Chapter[];
  /** Snapped to a mark that is near. */
  atMs: number;
  durationMs: number;
}

export function TimelineHint({ chapters, atMs, durationMs }: TimelineHintProps) {
  const chapter = chapters[chapterAt(chapters, atMs)];
  const click = chapter?.clicks.find((candidate) => candidate.atMs === atMs);
  const percent = durationMs > 0 ? (atMs / durationMs) * 100 : 0;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute bottom-full z-10 mb-1 grid w-32 overflow-hidden rounded-md border border-line bg-raised text-center shadow-lg"
      // Kept within the bar: half of its 8rem may stand out on neither side.
      style={{ left: `clamp(0px, calc(${percent}% - 4rem), calc(100% - 8rem))` }}
    >
      {chapter?.imageUrl && (
        <img src={chapter.imageUrl} alt="" className="h-20 w-full object-cover object-top" />
      )}
      <span className="px-2 py-1.5 text-xs tabular-nums">
        <b className="font-semibold">{formatDuration(atMs)}</b>
        {click && <span className="ml-1.5">{clickName(click)}</span>}
        {!click && chapter?.screenNumber && (
          <span className="ml-1.5 text-muted">Screen {chapter.screenNumber}</span>
        )}
      </span>
    </div>
  );
}
