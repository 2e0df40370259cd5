// The thin bar over the prototype while recording: what goes on, for how long, the task, and the stop.
import { ChevronDown } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import type { CaptureRun } from '#capture/run/capture-run.ts';
import { formatDuration } from '#web/lib/format-time.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { Participation } from './participation.ts';

interface RecordingBarProps {
  participation: Participation;
  /** The countdown stands above: nothing here can be reached yet. */
  isCovered: boolean;
}

export function RecordingBar({ participation, isCovered }: RecordingBarProps) {
  const { run, link } = participation;
  const phase = useStore(run, ({ recorder }) => recorder.phase);
  const heading = useFocusOnce(!isCovered && phase === 'recording');
  const isStopping = phase === 'stopping';
  const stop = () => {
    run.stop().catch((error) => console.error('The recording could not be stopped.', error));
  };
  return (
    <header
      className={classNames(
        'relative z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-surface px-4 py-2.5',
        // Nothing says yet that it records.
        phase === 'idle' && 'invisible',
      )}
    >
      <h1
        ref={heading}
        tabIndex={-1}
        className="flex min-w-0 items-center gap-2.5 font-semibold text-sm"
      >
        {/* Stands still: what moves is recorded, and costs the prototype frames. */}
        <span aria-hidden className="size-3 shrink-0 rounded-full bg-heat-3" />
        Recording in Progress (Please do not close the tab)...
      </h1>
      <Elapsed run={run} />
      <Button
        variant="danger"
        size="sm"
        className="ml-auto"
        busy={isStopping}
        disabled={phase !== 'recording' && !isStopping}
        onClick={stop}
      >
        Stop & Upload
      </Button>
      <Task text={link.test.task} />
    </header>
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

/** One line that opens over the prototype: its frame must keep its size while it is recorded. */
function Task({ text }: { text: string }) {
  return (
    <details className="group w-full text-sm">
      <summary className="-my-1 flex list-none items-start gap-2 py-1">
        <span className="shrink-0 font-semibold text-muted">Task</span>
        <span
          dir="auto"
          className="min-w-0 truncate group-open:absolute group-open:inset-x-0 group-open:top-full group-open:max-h-[50dvh] group-open:overflow-y-auto group-open:whitespace-pre-line group-open:border-line group-open:border-b group-open:bg-surface group-open:pr-[max(1rem,100%-48rem)] group-open:pb-3 group-open:pl-4 group-open:shadow-lg"
        >
          {text}
        </span>
        <ChevronDown
          aria-hidden
          className="mt-0.5 size-4 shrink-0 text-muted group-open:rotate-180"
        />
      </summary>
    </details>
  );
}
