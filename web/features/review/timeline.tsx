// The seek bar: a native slider over a track with a tick at each change of screen and a bar at each click.
import { type ComponentProps, type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { StillSheet } from '#contract/stills.ts';
import { formatDuration } from '#web/lib/format-time.ts';
import { type Chapter, chapterAt, clickName, snapTo } from './moments.ts';
import { type Player, usePlayer } from './player.ts';
import { PlayheadHint, TimelineHint } from './timeline-hint.tsx';
import { TimelineMarks } from './timeline-marks.tsx';

/** Marks are thin: a press this near in CSS pixels means the mark. */
const REACH_PX = 6;

interface TimelineProps {
  player: Player;
  chapters: readonly Chapter[];
  stills: readonly StillSheet[];
}

export function Timeline({ player, chapters, stills }: TimelineProps) {
  const durationMs = usePlayer(player, (state) => state.durationMs);
  const ready = usePlayer(player, ({ phase }) => phase === 'ready');
  const [pointer, setPointer] = useState<{ atMs: number; reachMs: number } | null>(null);
  const [byKeyboard, setByKeyboard] = useState(false);
  const marksMs = chapters.flatMap(({ clicks }) => clicks.map(({ atMs }) => atMs));

  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const reachMs = (REACH_PX / width) * durationMs;
    const atMs = ((event.clientX - left) / width) * durationMs;
    setPointer({
      atMs: snapTo(marksMs, Math.min(Math.max(atMs, 0), durationMs), reachMs),
      reachMs,
    });
  };

  /** Escape takes the hint away until the next move (WCAG 2.2, 1.4.13). */
  const press = ({ key }: KeyboardEvent) => {
    setByKeyboard(key !== 'Escape');
    if (key === 'Escape') setPointer(null);
  };

  return (
    <div className="relative h-12">
      <TimelineMarks chapters={chapters} durationMs={durationMs} />
      <Progress player={player} />
      <Slider
        {...{ player, chapters, durationMs }}
        disabled={!ready}
        snap={(atMs) => snapTo(marksMs, atMs, pointer?.reachMs ?? 0)}
        onPointerMove={follow}
        onPointerLeave={() => setPointer(null)}
        onFocus={({ currentTarget }) => setByKeyboard(currentTarget.matches(':focus-visible'))}
        onBlur={() => setByKeyboard(false)}
        onKeyDown={press}
      />
      <Playhead player={player} />
      {ready && pointer !== null && (
        <TimelineHint {...{ chapters, stills, durationMs }} atMs={pointer.atMs} />
      )}
      {ready && pointer === null && byKeyboard && (
        <PlayheadHint {...{ player, chapters, stills, durationMs }} />
      )}
    </div>
  );
}

interface SliderProps
  extends Omit<TimelineProps, 'stills'>,
    Pick<
      ComponentProps<'input'>,
      'disabled' | 'onPointerMove' | 'onPointerLeave' | 'onFocus' | 'onBlur' | 'onKeyDown'
    > {
  durationMs: number;
  snap: (atMs: number) => number;
}

/** Its thumb is invisible and as thin as can be, so that places on the track and times agree exactly. */
function Slider({ player, chapters, durationMs, snap, ...rest }: SliderProps) {
  const seconds = usePlayer(player, ({ atMs }) => Math.round(atMs / 100) / 10);
  return (
    <input
      type="range"
      data-timeline
      aria-label="Position in the recording"
      aria-valuetext={spoken(chapters, seconds * 1000, durationMs)}
      min={0}
      max={Math.max(durationMs, 1)}
      step="any"
      value={Math.min(seconds * 1000, durationMs)}
      onChange={(event) => player.seek(snap(event.target.valueAsNumber))}
      className="peer absolute inset-0 m-0 size-full touch-pan-y cursor-pointer appearance-none bg-transparent outline-none [&::-moz-range-thumb]:size-px [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-transparent [&::-webkit-slider-thumb]:size-px [&::-webkit-slider-thumb]:appearance-none"
      {...rest}
    />
  );
}

/** What a screen reader says of a place: time, screen, and the click at it. */
function spoken(chapters: readonly Chapter[], atMs: number, durationMs: number): string {
  const chapter = chapters[chapterAt(chapters, atMs)];
  const click = chapter?.clicks.find((candidate) => Math.abs(candidate.atMs - atMs) < 100);
  return [
    `${formatDuration(atMs)} of ${formatDuration(durationMs)}`,
    chapter?.screenNumber ? `screen ${chapter.screenNumber}` : null,
    click ? clickName(click).toLowerCase() : null,
  ]
    .filter(Boolean)
    .join(', ');
}

function Progress({ player }: { player: Player }) {
  const percent = usePlayer(player, percentOf);
  return (
    <div aria-hidden className="absolute inset-x-0 top-7.5 h-1 overflow-hidden rounded-full">
      <div className="h-full bg-accent" style={{ width: `${percent}%` }} />
    </div>
  );
}

function Playhead({ player }: { player: Player }) {
  const percent = usePlayer(player, percentOf);
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-8 z-3 size-3.5 -translate-1/2 rounded-full bg-text shadow-sm ring-2 ring-surface peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-focus-visible:outline-offset-3"
      style={{ left: `${percent}%` }}
    />
  );
}

function percentOf({ atMs, durationMs }: { atMs: number; durationMs: number }): number {
  return durationMs > 0 ? Math.min(100, (atMs / durationMs) * 100) : 0;
}
