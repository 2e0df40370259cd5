// The thin bar over the prototype while recording: state, elapsed time, task, and the buttons that end it.
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CaptureRun } from '#capture/run/capture-run.ts';
import { isTask } from '#contract/steps.ts';
import { panelHeading } from '#web/entities/step/question-card.tsx';
import { StepBar } from '#web/entities/step/step-bar.tsx';
import { formatDuration } from '#web/lib/format-time.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import type { Participation } from './participation.ts';
import { isOnPicture, pictureTaskOf } from './pictures.ts';
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
    <StepBar
      heading={heading}
      isAlone={participation.isAlone}
      // The bar is invisible until the recording begins.
      isHidden={phase === 'idle'}
      label={label}
      task={isTask(step) ? { number: step.number, text: step.task } : null}
      elapsed={<Elapsed run={run} />}
      buttons={<EndButtons participation={participation} />}
    />
  );
}

type EndButton = 'stuck' | 'done' | 'stop';

/** Returns 'Task', or 'Task 2 of 4' where there are several; the same of questions. */
export function stepLabel({ step, steps, given, getSnapshot }: Participation): string {
  if (step.kind === 'text') return panelHeading(step);
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
  const endsAlone = isTask(step) && isOnPicture(step) && pictureTaskOf(step).mode !== 'free';
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
    <>
      <Button variant="secondary" {...buttonProps('stuck')}>
        I’m stuck
      </Button>
      <Button variant="secondary" {...buttonProps('done')}>
        {participation.isStudy ? 'Done with this task' : 'I’m done'}
      </Button>
      <Button variant="danger" {...buttonProps('stop')}>
        {participation.isAlone ? 'Stop & send' : 'Stop & Upload'}
      </Button>
    </>
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
