// The card with the questions after a task: above the upload, which does not wait for it, or between two tasks.
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { CaptureRun } from '#capture/run/capture-run.ts';
import type { TaskAnswers } from '#contract/outcomes.ts';
import type { TaskQuestion } from '#contract/task-questions.ts';
import { QuestionsAfterTask } from '#web/entities/step/task-cards.tsx';
import { useStore } from '#web/lib/use-store.ts';
import { Card } from '#web/ui/surfaces.tsx';

/**
 * `kept`: stored in the browser, so it survives the tab; `sent`: stored by the server; `refused`: rejected by the
 * server for good.
 */
type Phase = 'open' | 'kept' | 'sent' | 'refused' | 'skipped';

interface TaskCardProps {
  run: CaptureRun;
  /** Number of the task, or 0 for the only one of a test. */
  step: number;
  asks: readonly TaskQuestion[];
  /** Nothing was recorded. */
  isAlone: boolean;
  /** Called once the participant has sent or skipped the questions. */
  onEnd: () => void;
}

export function TaskCard({ run, step, asks, isAlone, onEnd }: TaskCardProps) {
  const [phase, setPhase] = useState<Phase>('open');
  if (phase !== 'open') return <Thanks {...{ phase, run, isAlone }} />;
  const skip = () => {
    setPhase('skipped');
    onEnd();
  };
  const send = (answers: TaskAnswers) => {
    onEnd();
    run
      .answer({ step, answers }, () => setPhase('kept'))
      .then((isSent) => setPhase(isSent ? 'sent' : 'refused'))
      .catch((error) => console.error('The answers stay in this browser.', error));
  };
  return (
    <QuestionsAfterTask
      asks={asks}
      note={`Answer what you like. ${isAlone ? 'What you did is sent' : 'Your recording is uploaded'} either way.`}
      onSend={send}
      onSkip={skip}
    />
  );
}

interface ThanksProps extends Pick<TaskCardProps, 'run' | 'isAlone'> {
  phase: Exclude<Phase, 'open'>;
}

/** Replaces the card and takes the focus, because the focused element is gone. */
function Thanks({ phase, run, isAlone }: ThanksProps) {
  const durable = useStore(run, (state) => state.durable);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  const isSkipped = phase === 'skipped';
  return (
    <Card>
      <div ref={element} role="status" tabIndex={-1} className="flex gap-3">
        {!isSkipped && <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />}
        <div className="grid gap-0.5">
          <h1 className="text-base">
            {isSkipped ? 'You skipped the questions.' : 'Thank you for your answers!'}
          </h1>
          <p className="text-muted text-sm">{afterwards(phase, { durable, isAlone })}</p>
        </div>
      </div>
    </Card>
  );
}

function afterwards(
  phase: ThanksProps['phase'],
  { durable, isAlone }: { durable: boolean; isAlone: boolean },
): string {
  switch (phase) {
    case 'skipped':
      return `That is fine: ${isAlone ? 'your clicks say' : 'your recording says'} a lot.`;
    case 'sent':
      return 'Your answers have been sent.';
    case 'refused':
      return `They could not be saved, because ${isAlone ? 'the session' : 'the recording'} has been deleted.`;
    case 'kept':
      return durable
        ? 'They stay in this browser until they are sent.'
        : 'Please keep this tab open until they are sent.';
  }
}
