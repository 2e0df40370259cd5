// The goal of a test in its form: the end of the task, the direct paths, and the questions afterwards.
import { type ReactNode, useId } from 'react';
import type { TaskQuestion } from '#contract/task-questions.ts';
import { Card } from '#web/ui/surfaces.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { type GoalChoice, type GoalDraft, toggleQuestion } from './goal-draft.ts';
import { GoalRoutes } from './goal-routes.tsx';
import { ScreenPicker } from './screen-picker.tsx';
import type { GoalModel } from './use-goal.ts';

interface GoalSectionProps {
  goal: GoalModel;
  /** Number of sessions of the revision that the form changes. */
  sessions: number;
  /** The server's message about the goal. */
  error: string | undefined;
}

export function GoalSection({ goal, sessions, error }: GoalSectionProps) {
  const { choice, draft, change, facts } = goal;
  const choose = (choice: GoalChoice) => change({ ...draft, choice });
  const isSilent = facts.kind === 'silent';
  return (
    <Card aria-labelledby="goal" className="grid gap-6">
      <header>
        <h2 id="goal" className="text-lg">
          Goal <span className="font-normal text-muted text-sm">optional</span>
        </h2>
        <p className="mt-1 text-muted text-sm">{sentenceOf(sessions)}</p>
      </header>
      <fieldset className="grid gap-3">
        <legend className="mb-3 font-semibold text-sm">When is the task done?</legend>
        <Choice
          isChosen={choice === 'none'}
          onChoose={() => choose('none')}
          label="No goal for now"
          room={null}
        >
          Recordings and heatmaps work without one. Set it whenever you like.
        </Choice>
        <Choice
          isChosen={choice === 'judged'}
          onChoose={() => choose('judged')}
          label="I decide while watching"
          room={SILENT}
        >
          {isSilent ? SILENT : 'You mark each recording as a success or not.'}
        </Choice>
        <Choice
          isChosen={choice === 'screens'}
          onChoose={() => choose('screens')}
          label="When the participant reaches a screen"
          room={NEEDS_REPORTS}
        >
          {isSilent ? NEEDS_REPORTS : 'Successes, times and paths are counted by rule.'}
        </Choice>
      </fieldset>
      {choice === 'screens' && (
        <>
          <ScreenPicker goal={goal} />
          <GoalRoutes goal={goal} />
        </>
      )}
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
      <AsksFields draft={draft} onChange={change} />
    </Card>
  );
}

const NEEDS_REPORTS = 'This page reports no screens. Use a prototype link instead.';
const SILENT = 'This page reports no screens, so you decide while watching.';

function sentenceOf(sessions: number): string {
  if (sessions === 0)
    return 'Results show how many people reached it, how fast, and by which path.';
  const run = sessions === 1 ? '1 session has run' : `${sessions} sessions have run`;
  return `${run}. Change the goal whenever you like: their outcomes follow.`;
}

interface ChoiceProps {
  label: string;
  isChosen: boolean;
  onChoose: () => void;
  /** The longest possible text below the label; it reserves space, so that nothing moves. */
  room: string | null;
  children: ReactNode;
}

function Choice({ label, isChosen, onChoose, room, children }: ChoiceProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex cursor-pointer gap-3 rounded-md border border-line px-4 py-3 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft"
    >
      <input
        id={id}
        type="radio"
        name="goal"
        aria-describedby={`${id}-meaning`}
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={isChosen}
        onChange={onChoose}
      />
      <span className="grid min-w-0 gap-0.5 text-sm">
        <span className="font-medium">{label}</span>
        <span
          id={`${id}-meaning`}
          data-room={room ?? ''}
          className="grid text-muted *:[grid-area:1/1] before:invisible before:content-[attr(data-room)] before:[grid-area:1/1]"
        >
          <span>{children}</span>
        </span>
      </span>
    </label>
  );
}

/** The sentences are the same as on the card (web/features/participate/task-card.tsx). */
const questions: { question: TaskQuestion; label: string; sentence: string; answers: string }[] = [
  {
    question: 'did_it',
    label: 'Done or not',
    sentence: 'Did you do what was asked?',
    answers: 'Yes or no. Separates people who gave up from people who thought they were done.',
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

/** Questions for participants after the task, each with its sentence. */
function AsksFields({ draft, onChange }: AsksFieldsProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={id} className="grid gap-4 border-line border-t pt-5">
      <legend className="float-left mb-1 font-semibold text-sm">Ask afterwards</legend>
      <p id={id} className="-mt-3 clear-both text-muted text-sm">
        One card after the task. Participants can skip any question.
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
