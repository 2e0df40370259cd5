// The thin bar over the prototype while recording: state, elapsed time, task, and the buttons that end it.
import { ChevronDown } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CaptureRun } from '#capture/run/capture-run.ts';
import { isTask } from '#contract/steps.ts';
import { formatDuration } from '#web/lib/format-time.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { Participation } from './participation.ts';
import { pictureTaskOf } from './pictures.ts';
import { placeAmong } from './steps.ts';

interface RecordingBarProps {
  participation: Participation;
  /** The countdown covers the page, so nothing here can be reached yet. */
  isCovered: boolean;
}

export function RecordingBar({ participation, isCovered }: RecordingBarProps) {
  const { run } = participation;
  useStore(participation, ({ at }) => at);
  const isDoing = useStore(participation, (state) => state.phase === 'doing');
  const phase = useStore(run, ({ recorder }) => recorder.phase);
  const heading = useFocusOnce(!isCovered && phase === 'recording' && isDoing);
  const { step } = participation;
  const label = stepLabel(participation);
  return (
    <header
      className={classNames(
        'relative z-20 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-line border-b bg-surface px-3 pt-2 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:px-4 lg:grid-cols-[auto_minmax(0,1fr)_auto]',
        // The bar is invisible until the recording begins.
        phase === 'idle' && 'invisible',
      )}
    >
      <h1
        ref={heading}
        tabIndex={-1}
        className="flex min-w-0 items-center gap-2 font-semibold text-xs sm:text-sm"
      >
        {/* The dot is static, because an animation would be recorded and would slow the prototype down. */}
        {!participation.isAlone && (
          <span aria-hidden className="size-2.5 shrink-0 rounded-full bg-heat-3" />
        )}
        {participation.isAlone
          ? 'Test in progress (please do not close the tab)'
          : 'Recording in Progress (Please do not close the tab)...'}
      </h1>
      <Elapsed run={run} />
      <EndButtons participation={participation} />
      {isTask(step) ? (
        <Task key={step.number} label={label} text={step.task} />
      ) : (
        // As high as the line of a task, because the prototype's frame must not change its size.
        <p className="col-span-full py-2 font-semibold text-sm pointer-coarse:py-3">{label}</p>
      )}
    </header>
  );
}

type EndButton = 'stuck' | 'done' | 'stop';

/** Returns 'Task', or 'Task 2 of 4' where there are several; the same of questions. */
export function stepLabel({ step, steps, given, getSnapshot }: Participation): string {
  if (step.kind === 'text') return 'Please read this';
  const { place, of } = placeAmong(steps, getSnapshot().at, given);
  const kind = isTask(step) ? 'Task' : 'Question';
  return of > 1 ? `${kind} ${place} of ${of}` : kind;
}

/**
 * 'I'm done' ends the task, and the end of the last one ends the recording as stop does; after 'I'm stuck' the outcome is
 * 'gave up' (docs/metrics.md).
 */
function EndButtons({ participation }: { participation: Participation }) {
  const { run } = participation;
  const phase = useStore(run, ({ recorder }) => recorder.phase);
  const isDoing = useStore(participation, (state) => state.phase === 'doing');
  const [pressed, setPressed] = useState<EndButton | null>(null);
  const { step } = participation;
  // One press, or the time, ends such a task.
  const endsAlone =
    isTask(step) && step.embed.kind === 'picture' && pictureTaskOf(step).mode !== 'free';
  const isHidden = (button: EndButton) =>
    button !== 'stop' && (!isDoing || (button === 'done' && endsAlone));
  const buttonProps = (button: EndButton) => {
    const busy = phase === 'stopping' && pressed === button;
    return {
      size: 'sm' as const,
      // A hidden button still takes its space, because the prototype's frame must not change its size.
      className: isHidden(button) && !busy ? 'invisible' : undefined,
      busy,
      disabled: phase !== 'recording' && !busy,
      onClick: () => {
        setPressed(button);
        if (button === 'stop') participation.stop('participant');
        else participation.endTask(button);
      },
    };
  };
  return (
    // The narrowest pages have no room for them beside the heading.
    <div className="flex gap-2 max-sm:col-span-full max-sm:*:grow max-sm:*:px-1">
      <Button variant="secondary" {...buttonProps('stuck')}>
        I’m stuck
      </Button>
      <Button variant="secondary" {...buttonProps('done')}>
        {participation.isStudy ? 'Done with this task' : 'I’m done'}
      </Button>
      <Button variant="danger" {...buttonProps('stop')}>
        {participation.isAlone ? 'Stop & send' : 'Stop & Upload'}
      </Button>
    </div>
  );
}

/** A screen reader follows from the countdown to the recording, once the bar can be seen. */
function useFocusOnce(isReached: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isReached) heading.current?.focus();
  }, [isReached]);
  return heading;
}

function Elapsed({ run }: { run: CaptureRun }) {
  const seconds = useStore(run, ({ recorder }) => Math.floor(recorder.elapsedMs / 1000));
  return <span className="text-muted text-sm tabular-nums">{formatDuration(seconds * 1000)}</span>;
}

/** One line that opens over the prototype, because its frame must not change its size while it is recorded. */
function Task({ label, text }: { label: string; text: string }) {
  const line = useRef<HTMLSpanElement>(null);
  const isCut = useIsCut(line);
  return (
    <details className="group col-span-full -mx-3 sm:-mx-4">
      <summary className="flex list-none items-center gap-2 px-3 py-2 text-sm hover:bg-hover sm:px-4 pointer-coarse:py-3">
        <span className="shrink-0 font-semibold">{label}</span>
        <span
          ref={line}
          dir="auto"
          className="min-w-0 flex-1 truncate text-muted group-open:invisible"
        >
          {text}
        </span>
        <span
          className={classNames(
            'flex shrink-0 items-center gap-1 font-semibold text-accent',
            !isCut && 'invisible group-open:visible',
          )}
        >
          <span className="group-open:hidden">Show all</span>
          <span className="hidden group-open:inline">Hide</span>
          <ChevronDown aria-hidden className="size-4 group-open:rotate-180" />
        </span>
      </summary>
      <p
        dir="auto"
        className="absolute inset-x-0 top-full max-h-[60dvh] overflow-y-auto whitespace-pre-line border-line border-b bg-surface px-3 pt-1 pr-[max(0.75rem,100%-44rem)] pb-4 text-base shadow-lg sm:px-4 sm:pr-[max(1rem,100%-44rem)]"
      >
        {text}
      </p>
    </details>
  );
}

/** Returns whether an element's one line is cut off at the current width. */
function useIsCut(element: RefObject<HTMLElement | null>): boolean {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const line = element.current;
    if (!line) return;
    const observer = new ResizeObserver(() => setCut(line.scrollWidth > line.clientWidth));
    observer.observe(line);
    return () => observer.disconnect();
  }, [element]);
  return isCut;
}
