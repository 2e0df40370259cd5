// Question after the first session: is a changed step a new revision, or the correction of a typo?
import { type ReactNode, useId, useRef, useState } from 'react';
import type { TestUpdate } from '#contract/test-inputs.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import type { TestValues } from '#web/entities/test/form-values.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { stepsChange } from './test-changes.ts';

type Choice = NonNullable<TestUpdate['saveAs']>;

/** Why a change cannot be a correction; null if it can. */
type Obstacle = 'link' | 'order' | null;

interface Question {
  obstacle: Obstacle;
  answer: (choice: Choice | null) => void;
}

const obstacleTexts = {
  link: 'Not possible with a new link, because earlier participants saw another prototype.',
  order:
    'Not possible with other steps, options, conditions or another order, because earlier participants had others.',
};

/** Opens a question when sessions have run the changed steps; a changed name or goal needs none. */
export function useSaveAs({ steps, revision }: TestOverview) {
  const [question, setQuestion] = useState<Question | null>(null);
  const chosen = useRef<Choice | null>(null);
  return {
    /** @returns false if it was cancelled */
    async ask(values: TestValues): Promise<boolean> {
      chosen.current = null;
      const change = stepsChange(values, steps);
      if (!revision.hasSessions || change === 'none') return true;
      const obstacle = change === 'text' ? null : change;
      chosen.current = await new Promise<Choice | null>((answer) =>
        setQuestion({ obstacle, answer }),
      );
      setQuestion(null);
      return chosen.current !== null;
    },
    choice: (): Pick<TestUpdate, 'saveAs'> =>
      chosen.current === null ? {} : { saveAs: chosen.current },
    dialog: { question },
  };
}

export function SaveAsDialog({ question }: { question: Question | null }) {
  const formId = useId();
  const [choice, setChoice] = useState<Choice>('revision');
  const obstacle = question?.obstacle ?? null;
  const close = (answer: Choice | null) => {
    question?.answer(answer);
    setChoice('revision');
  };
  return (
    <Dialog
      open={question !== null}
      onClose={() => close(null)}
      title="New revision or a typo?"
      actions={
        <>
          <Button variant="secondary" onClick={() => close(null)}>
            Cancel
          </Button>
          <Button type="submit" form={formId}>
            {choice === 'revision' ? 'Save as a new revision' : 'Correct the text'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          close(choice);
        }}
      >
        <fieldset className="grid gap-3">
          <legend className="sr-only">How to save the change</legend>
          <Option isChosen={choice === 'revision'} onChoose={() => setChoice('revision')}>
            <span className="font-semibold">New revision</span>
            <span className="text-muted text-sm">
              Recordings so far keep the text and link that they were made with.
            </span>
          </Option>
          <Option
            isChosen={choice === 'correction'}
            isDisabled={obstacle !== null}
            onChoose={() => setChoice('correction')}
          >
            <span className="font-semibold">Correct a typo</span>
            <span className={obstacle ? 'text-sm' : 'text-muted text-sm'}>
              {obstacle
                ? obstacleTexts[obstacle]
                : 'Recordings so far show the corrected text too. The revision history keeps the old one.'}
            </span>
          </Option>
        </fieldset>
      </form>
    </Dialog>
  );
}

interface OptionProps {
  isChosen: boolean;
  isDisabled?: boolean;
  onChoose: () => void;
  /** Name of the choice and its meaning. */
  children: ReactNode;
}

function Option({ isChosen, isDisabled = false, onChoose, children }: OptionProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex gap-3 rounded-lg border border-line-strong p-4 has-checked:border-accent has-checked:bg-accent-soft has-disabled:cursor-not-allowed"
    >
      <input
        id={id}
        type="radio"
        name="save-as"
        className="mt-1 size-4 shrink-0 accent-accent"
        checked={isChosen}
        disabled={isDisabled}
        onChange={onChoose}
      />
      <span className="grid gap-0.5">{children}</span>
    </label>
  );
}
