// The seek bar: a native slider over a track with a tick at each change of screen and a bar at each click.
import { Flag } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, memo, type PointerEvent, useState } from 'react';
import type { StillSheet } from '#contract/stills.ts';
import { isDeadClick } from '#web/entities/recording/click-count.ts';
import type { Player } from '#web/entities/recording/player.ts';
import { formatDuration } from '#web/lib/format-time.ts';
import { useStore } from '#web/lib/use-store.ts';
import { classNames } from '#web/ui/class-names.ts';
import type { Drafts } from './drafts.ts';
import { type Chapter, chapterAt, clickKind, goalsOf, snapTo } from './moments.ts';
import { itemName, type NoteOrClip } from './notes-and-clips.ts';
import { type TaskStretch, taskAt, taskName } from './tasks.ts';
import { PlayheadHint, TimelineHint } from './timeline-hint.tsx';
import { DraftStretch, percent, stretch, TimelineNotes } from './timeline-notes.tsx';

/** Distance in CSS pixels within which a click selects a mark. */
const REACH_PX = 6;

interface TimelineProps {
  player: Player;
  /** Several tasks of the recording, or none. */
  tasks: readonly TaskStretch[];
  chapters: readonly Chapter[];
  stills: readonly StillSheet[];
  notesAndClips: readonly NoteOrClip[];
  drafts: Drafts;
}

export function Timeline({
  player,
  tasks,
  chapters,
  stills,
  notesAndClips,
  drafts,
}: TimelineProps) {
  const durationMs = useStore(player, (state) => state.durationMs);
  const ready = useStore(player, ({ phase }) => phase === 'ready');
  const [pointer, setPointer] = useState<{ atMs: number; reachMs: number } | null>(null);
  const [byKeyboard, setByKeyboard] = useState(false);
  const clicksMs = chapters.flatMap(({ clicks }) => clicks.map(({ atMs }) => atMs));
  const marksMs = [...clicksMs, ...notesAndClips.map(({ atMs }) => atMs)];

  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const reachMs = (REACH_PX / width) * durationMs;
    const atMs = ((event.clientX - left) / width) * durationMs;
    setPointer({
      atMs: snapTo(marksMs, Math.min(Math.max(atMs, 0), durationMs), reachMs),
      reachMs,
    });
  };

  /** Escape hides the hint until the next move (WCAG 2.2, 1.4.13). */
  const press = ({ key }: KeyboardEvent) => {
    setByKeyboard(key !== 'Escape');
    if (key === 'Escape') setPointer(null);
  };

  return (
    <div className="relative h-14">
      <TimelineMarks chapters={chapters} durationMs={durationMs} />
      <TimelineNotes notesAndClips={notesAndClips} durationMs={durationMs} />
      <DraftStretch drafts={drafts} player={player} durationMs={durationMs} />
      <Progress player={player} />
      <Slider
        player={player}
        tasks={tasks}
        chapters={chapters}
        notesAndClips={notesAndClips}
        durationMs={durationMs}
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
        <TimelineHint
          chapters={chapters}
          stills={stills}
          notesAndClips={notesAndClips}
          durationMs={durationMs}
          atMs={pointer.atMs}
        />
      )}
      {ready && pointer === null && byKeyboard && (
        <PlayheadHint
          player={player}
          chapters={chapters}
          stills={stills}
          notesAndClips={notesAndClips}
          durationMs={durationMs}
        />
      )}
    </div>
  );
}

interface SliderProps
  extends Omit<TimelineProps, 'stills' | 'drafts'>,
    Pick<
      ComponentProps<'input'>,
      'disabled' | 'onPointerMove' | 'onPointerLeave' | 'onFocus' | 'onBlur' | 'onKeyDown'
    > {
  durationMs: number;
  snap: (atMs: number) => number;
}

/** The thumb is invisible and as thin as possible, so that positions on the track match times exactly. */
function Slider({ player, snap, ...props }: SliderProps) {
  const { tasks, chapters, notesAndClips, durationMs, ...rest } = props;
  const seconds = useStore(player, ({ atMs }) => Math.round(atMs / 100) / 10);
  return (
    <input
      type="range"
      data-timeline
      aria-label="Position in the recording"
      aria-valuetext={spoken({ tasks, chapters, notesAndClips, durationMs }, seconds * 1000)}
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

/** Returns a screen reader's text for a position: time, task, screen, and the click, note or clip there. */
function spoken(
  {
    tasks,
    chapters,
    notesAndClips,
    durationMs,
  }: Pick<SliderProps, 'tasks' | 'chapters' | 'notesAndClips' | 'durationMs'>,
  atMs: number,
): string {
  const chapter = chapters[chapterAt(chapters, atMs)];
  const click = chapter?.clicks.find((candidate) => Math.abs(candidate.atMs - atMs) < 100);
  const task = tasks[taskAt(tasks, atMs)];
  const isGoal = goalsOf(chapters).some((goalMs) => Math.abs(goalMs - atMs) < 100);
  const marked = notesAndClips.find((candidate) => Math.abs(candidate.atMs - atMs) < 100);
  return [
    `${formatDuration(atMs)} of ${formatDuration(durationMs)}`,
    task ? taskName(task) : null,
    chapter?.screenName ?? null,
    isGoal ? 'goal reached' : null,
    click ? clickKind(click).toLowerCase() : null,
    marked ? itemName(marked) : null,
  ]
    .filter(Boolean)
    .join(', ');
}

function Progress({ player }: { player: Player }) {
  const percent = useStore(player, percentOf);
  return (
    <div aria-hidden className="absolute inset-x-0 top-7.5 h-1 overflow-hidden rounded-full">
      <div className="h-full bg-accent" style={{ width: `${percent}%` }} />
    </div>
  );
}

function Playhead({ player }: { player: Player }) {
  const percent = useStore(player, percentOf);
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

interface TimelineMarksProps {
  chapters: readonly Chapter[];
  durationMs: number;
}

/**
 * Draws events along the track: visited screens, a bar for each click, a taller red one with a cap for a dead click. The
 * list beside the player contains the same in words.
 */
const TimelineMarks = memo(function TimelineMarks({ chapters, durationMs }: TimelineMarksProps) {
  const clicks = chapters.flatMap((chapter) => chapter.clicks);
  return (
    <div aria-hidden className="absolute inset-0">
      <div className="absolute inset-x-0 top-7.5 h-1 rounded-full bg-line-strong/60" />
      {durationMs > 0 && (
        <>
          {chapters.map((chapter) => (
            <ScreenSpan key={chapter.fromMs} chapter={chapter} durationMs={durationMs} />
          ))}
          {goalsOf(chapters).map((goalMs) => (
            <GoalMark key={goalMs} left={percent(goalMs, durationMs)} />
          ))}
          {clicks.map((click, at) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: two clicks may have the same time; the list never reorders.
              key={at}
              className={classNames(
                'absolute top-8 z-2 w-1 -translate-1/2 rounded-full ring-1 ring-surface forced-color-adjust-none',
                isDeadClick(click)
                  ? 'h-6 bg-heat-3 before:absolute before:-left-0.5 before:h-1 before:w-2 before:rounded-full before:bg-heat-3'
                  : 'h-3.5 bg-heat-5',
              )}
              style={{ left: percent(click.atMs, durationMs) }}
            />
          ))}
        </>
      )}
    </div>
  );
});

/** When the goal was reached: a flag on a pole, above the track. */
function GoalMark({ left }: { left: string }) {
  return (
    <span
      data-goal
      className="absolute top-4 z-1 flex h-5 border-accent border-l-2 text-accent forced-color-adjust-none"
      style={{ left }}
    >
      <Flag className="-ml-px size-4 fill-current" />
    </span>
  );
}

/** A tick where the screen comes into view, with its name as far as it fits. */
function ScreenSpan({ chapter, durationMs }: { chapter: Chapter; durationMs: number }) {
  const { screenName, screenNumber, fromMs, toMs } = chapter;
  if (screenName === null) return null;
  return (
    <span
      className="@container absolute top-0.5 h-4 overflow-hidden border-line-strong border-l pl-1 text-muted text-xs leading-4"
      style={stretch(fromMs, toMs, durationMs)}
    >
      <span className="block @max-[3.5rem]:hidden truncate">{screenName}</span>
      <span className="@max-[0.75rem]:hidden @min-[3.5rem]:hidden tabular-nums">
        {screenNumber}
      </span>
    </span>
  );
}
