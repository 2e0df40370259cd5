// Step 3: the prototype at full height under a thin bar, with self-view and dots.
import { ChevronDown } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { formatDuration } from '#web/lib/format-time.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { CameraCircle } from './camera-circle.tsx';
import type { Participation } from './participation.ts';
import { PrototypeView } from './prototype-view.tsx';
import { RecordingNotice } from './recording-notice.tsx';

interface RecordingStepProps {
  participation: Participation;
  /** The countdown stands above: nothing here can be reached yet. */
  isCovered: boolean;
}

export function RecordingStep({ participation, isCovered }: RecordingStepProps) {
  const { run, devices, share } = participation;
  const { recorder, room, durable, upload } = useSyncExternalStore(run.subscribe, run.getSnapshot);
  const { stream, hasCamera } = useSyncExternalStore(devices.subscribe, devices.getSnapshot);
  const { isAnotherTab } = useSyncExternalStore(share.subscribe, share.getSnapshot);
  const isStopping = recorder.phase === 'stopping';
  // During the countdown the prototype loads behind it, and nothing says yet that it records.
  const isCounting = recorder.phase === 'idle';
  const stop = () => {
    run.stop().catch((error) => console.error('The recording could not be stopped.', error));
  };
  return (
    <div inert={isCovered} className="flex h-dvh flex-col">
      <header
        className={classNames(
          'flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-surface px-4 py-2.5',
          isCounting && 'invisible',
        )}
      >
        <h1 className="flex min-w-0 items-center gap-2.5 font-semibold text-sm">
          <span aria-hidden className="size-3 shrink-0 animate-pulse rounded-full bg-heat-3" />
          Recording in Progress (Please do not close the tab)...
        </h1>
        <span className="text-muted text-sm tabular-nums">
          {formatDuration(recorder.elapsedMs)}
        </span>
        <Button
          variant="danger"
          size="sm"
          className="ml-auto"
          busy={isStopping}
          disabled={recorder.phase !== 'recording' && !isStopping}
          onClick={stop}
        >
          Stop & Upload
        </Button>
        <Task text={participation.link.test.task} />
      </header>
      <RecordingNotice {...{ recorder, room, durable, upload, isAnotherTab }} />
      <main className="relative min-h-0 flex-1">
        <PrototypeView participation={participation} />
        {hasCamera && (
          <CameraCircle
            stream={stream}
            hasCamera
            className="pointer-events-none absolute bottom-4 left-4 size-24 shadow-lg sm:size-28"
          />
        )}
      </main>
    </div>
  );
}

/** One line that opens to the whole task: it must stay readable while it is done. */
function Task({ text }: { text: string }) {
  return (
    <details className="group w-full text-sm">
      <summary className="flex list-none items-start gap-2">
        <span className="shrink-0 font-semibold text-muted">Task</span>
        <span className="min-w-0 truncate group-open:whitespace-pre-line">{text}</span>
        <ChevronDown
          aria-hidden
          className="mt-0.5 size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
    </details>
  );
}
