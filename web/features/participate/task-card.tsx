// The card with the questions after a task: above the upload, which does not wait for it, or between two tasks.
import { CircleCheck } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { CaptureRun } from '#capture/run/capture-run.ts';
import { HELPED_MAX_CHARACTERS, type TaskAnswers } from '#contract/outcomes.ts';
import type { TaskQuestion } from '#contract/task-questions.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { RadioRow, scaleRow, YES_NO } from './radio-row.tsx';

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
  if (phase !== 'open') return <Thanks phase={phase} run={run} />;
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
    <Questions
      asks={asks}
      note={`Answer what you like. ${isAlone ? 'What you did is sent' : 'Your recording is uploaded'} either way.`}
      onSend={send}
      onSkip={skip}
    />
  );
}

/** The Single Ease Question (Sauro and Dumas 2009). */
const EASE = scaleRow({ from: 1, to: 7, low: 'Very difficult', high: 'Very easy' });

interface QuestionsProps extends Pick<TaskCardProps, 'asks'> {
  note: string;
  /** Answers of an earlier visit with which the card begins, or null without any. */
  draft?: TaskAnswers | null;
  onChange?: (answers: TaskAnswers) => void;
  onSend: (answers: TaskAnswers) => void;
  onSkip: () => void;
}

export function Questions({ asks, note, draft = null, onChange, onSend, onSkip }: QuestionsProps) {
  const heading = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const [answers, setAnswers] = useState<TaskAnswers>(
    draft ?? { didIt: null, ease: null, helped: null },
  );
  const { didIt, ease, helped } = answers;
  const change = (part: Partial<TaskAnswers>) => {
    const changed = { ...answers, ...part };
    setAnswers(changed);
    onChange?.(changed);
  };
  const text = helped?.trim() ? helped : null;
  const hasAnswers = didIt !== null || ease !== null || text !== null;
  return (
    <Card aria-labelledby={heading} className="grid gap-5">
      <div className="grid gap-1">
        <h1 ref={title} id={heading} tabIndex={-1} className="text-lg">
          How did it go?
        </h1>
        <p className="text-muted text-sm">{note}</p>
      </div>
      {asks.includes('did_it') && (
        <RadioRow
          question="Did you do what was asked?"
          options={YES_NO}
          value={didIt === null ? null : didIt ? 'yes' : 'no'}
          onChange={(value) => change({ didIt: value === 'yes' })}
        />
      )}
      {asks.includes('ease') && (
        <RadioRow
          question="How easy was it?"
          {...EASE}
          value={ease}
          onChange={(value) => change({ ease: value })}
        />
      )}
      {asks.includes('helped') && (
        <TextArea
          label={<span className="text-base">What would have helped?</span>}
          dir="auto"
          rows={3}
          value={helped ?? ''}
          maxLength={HELPED_MAX_CHARACTERS}
          room={null}
          onChange={(event) => change({ helped: event.target.value })}
        />
      )}
      <div className="flex justify-end gap-3">
        <Button variant="quiet" size="lg" onClick={onSkip}>
          Skip
        </Button>
        <Button
          size="lg"
          disabled={!hasAnswers}
          className="grow sm:grow-0 sm:px-10"
          onClick={() => onSend({ didIt, ease, helped: text })}
        >
          Send
        </Button>
      </div>
    </Card>
  );
}

/** Replaces the card and takes the focus, because the focused element is gone. */
function Thanks({ phase, run }: { phase: Exclude<Phase, 'open'>; run: CaptureRun }) {
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
          <p className="text-muted text-sm">{afterwards(phase, durable)}</p>
        </div>
      </div>
    </Card>
  );
}

function afterwards(phase: Exclude<Phase, 'open'>, durable: boolean): string {
  switch (phase) {
    case 'skipped':
      return 'That is fine: your recording says a lot.';
    case 'sent':
      return 'Your answers have been sent.';
    case 'refused':
      return 'They could not be saved, because the recording has been deleted.';
    case 'kept':
      return durable
        ? 'They stay in this browser until they are sent.'
        : 'Please keep this tab open until they are sent.';
  }
}
