// What happened, drawn along the track: which screen was seen when, a bar for each click, a taller red
// one for a misclick. The list beside the player says the same in words.
import { memo } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { type Chapter, isMisclick } from './moments.ts';

interface TimelineMarksProps {
  chapters: readonly Chapter[];
  durationMs: number;
}

export const TimelineMarks = memo(function TimelineMarks({
  chapters,
  durationMs,
}: TimelineMarksProps) {
  const clicks = chapters.flatMap((chapter) => chapter.clicks);
  return (
    <div aria-hidden className="absolute inset-0">
      <div className="absolute inset-x-0 top-7.5 h-1 rounded-full bg-line-strong/60" />
      {durationMs > 0 && (
        <>
          {chapters.map((chapter) => (
            <ScreenSpan key={chapter.fromMs} {...{ chapter, durationMs }} />
          ))}
          {clicks.map((click, at) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: two clicks may have the same time; the list never reorders.
              key={at}
              className={classNames(
                'absolute top-8 z-2 w-1 -translate-1/2 rounded-full ring-1 ring-surface',
                isMisclick(click) ? 'h-6 bg-heat-3' : 'h-3.5 bg-heat-5',
              )}
              style={{ left: percent(click.atMs, durationMs) }}
            />
          ))}
        </>
      )}
    </div>
  );
});

/** A tick where the screen comes into view, with its number as far as there is room. */
function ScreenSpan({ chapter, durationMs }: { chapter: Chapter; durationMs: number }) {
  const { screenNumber, fromMs, toMs } = chapter;
  if (screenNumber === null) return null;
  return (
    <span
      className="@container absolute top-0.5 h-4 overflow-hidden border-line-strong border-l pl-1 text-muted text-xs leading-4"
      style={{ left: percent(fromMs, durationMs), width: percent(toMs - fromMs, durationMs) }}
    >
      <span className="@max-[4.25rem]:hidden">Screen </span>
      <span className="@max-[0.75rem]:hidden">{screenNumber}</span>
    </span>
  );
}

function percent(partMs: number, durationMs: number): string {
  return `${Math.min(100, (partMs / durationMs) * 100)}%`;
}
