// The cards of a task on the participant's page: its text before it begins, and the questions after it.
import { useId, useState } from 'react';
import { HELPED_MAX_CHARACTERS, type TaskAnswers } from '#contract/outcomes.ts';
import type { TaskQuestion } from '#contract/task-questions.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { useFocus, Ways } from './question-card.tsx';
import { RadioRow, scaleRow, YES_NO } from './radio-row.tsx';

interface TaskToReadProps {
  /** 'Task', or 'Task 2 of 4'. */
  label: string;
  text: string;
  /** Something covers the page, so nothing here can be reached yet. */
  isCovered?: boolean;
  onBack: (() => void) | null;
  onStart: () => void;
}

/** A task is read before its prototype appears, so that its time begins when the person knows what to do. */
export function TaskToRead({ label, text, isCovered = false, onBack, onStart }: TaskToReadProps) {
  const heading = useFocus<HTMLHeadingElement>(isCovered);
  const id = useId();
  return (
    <Card className="grid gap-6 sm:p-8">
      <section aria-labelledby={id} className="grid gap-2">
        <h2 ref={heading} id={id} tabIndex={-1} className="font-semibold text-accent text-sm">
          {label}
        </h2>
        <p dir="auto" className="whitespace-pre-line sm:text-lg">
          {text}
        </p>
      </section>
      <Ways onBack={onBack}>
        <Button size="lg" className="grow" onClick={onStart}>
          Start this task
        </Button>
      </Ways>
    </Card>
  );
}

/** The Single Ease Question (Sauro and Dumas 2009). */
const EASE = scaleRow({ from: 1, to: 7, low: 'Very difficult', high: 'Very easy' });

interface QuestionsProps {
  asks: readonly TaskQuestion[];
  note: string;
  /** Something covers the page, so nothing here can be reached yet. */
  isCovered?: boolean;
  /** Answers of an earlier visit with which the card begins, or null without any. */
  draft?: TaskAnswers | null;
  onChange?: (answers: TaskAnswers) => void;
  onSend: (answers: TaskAnswers) => void;
  onSkip: () => void;
}

export function QuestionsAfterTask(props: QuestionsProps) {
  const { asks, note, isCovered = false, draft = null, onChange, onSend, onSkip } = props;
  const heading = useId();
  const title = useFocus<HTMLHeadingElement>(isCovered);
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
