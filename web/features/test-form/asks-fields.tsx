// What participants are asked after the task, each with the sentence that they read.
import { useId } from 'react';
import type { TaskQuestion } from '#contract/task-questions.ts';
import { Switch } from '#web/ui/switch.tsx';
import { type GoalDraft, toggleQuestion } from './goal-draft.ts';

/** The sentences stand on the card (web/features/participate/task-card.tsx). */
const questions: { question: TaskQuestion; label: string; sentence: string; answers: string }[] = [
  {
    question: 'did_it',
    label: 'Done or not',
    sentence: 'Did you do what was asked?',
    answers: 'Yes or No. Tells those who gave up from those who thought that they were done.',
  },
  {
    question: 'ease',
    label: 'Ease',
    sentence: 'How easy was it?',
    answers: '1 very difficult to 7 very easy.',
  },
  {
    question: 'helped',
    label: 'What was missing',
    sentence: 'What would have helped?',
    answers: 'In their own words.',
  },
];

interface AsksFieldsProps {
  draft: GoalDraft;
  onChange: (draft: GoalDraft) => void;
}

export function AsksFields({ draft, onChange }: AsksFieldsProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={id} className="grid gap-4 border-line border-t pt-5">
      <legend className="float-left mb-1 font-semibold text-sm">Ask afterwards</legend>
      <p id={id} className="-mt-3 clear-both text-muted text-sm">
        On one card after the task. Each answer may be skipped.
      </p>
      {questions.map(({ question, label, sentence, answers }) => (
        <Switch
          key={question}
          label={label}
          hint={
            <>
              <q className="text-text">{sentence}</q> {answers}
            </>
          }
          checked={draft.asks.includes(question)}
          onChange={() => onChange(toggleQuestion(draft, question))}
        />
      ))}
    </fieldset>
  );
}
