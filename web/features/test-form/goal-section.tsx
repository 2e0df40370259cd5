// The goal of a test in its form: the end of the task, the direct paths, and the questions afterwards.

import { Route, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { pictureOfLink } from '#contract/picture-link.ts';
import type { TaskQuestion } from '#contract/task-questions.ts';
import type { TaskValues, TestValues } from '#web/entities/test/form-values.ts';
import { fieldError } from '#web/entities/test/test-fields.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/switch.tsx';
import {
  addRoute,
  type GoalChoice,
  type GoalDraft,
  removeRoute,
  toggleQuestion,
} from './goal-draft.ts';
import { RouteDialog, RouteSteps } from './route-dialog.tsx';
import { ScreenPicker } from './screen-picker.tsx';
import { type GoalModel, type StoredTask, useGoal } from './use-goal.ts';

interface GoalSectionProps {
  form: UseFormReturn<TestValues>;
  /** Place of the task in the form, from 0. */
  at: number;
  task: TaskValues;
  /** The task as it is stored, or null for a new one. */
  stored: StoredTask | null;
  /** Number of sessions of the revision that the form changes. */
  sessions: number;
  heading: 'h2' | 'h3';
}

export function GoalSection({ form, at, task, stored, ...rest }: GoalSectionProps) {
  const { sessions, heading: Heading } = rest;
  const id = useId();
  const goal = useGoal(form, { at, task, stored });
  const error = fieldError(form, `steps.${at}.goal`);
  const { choice, draft, change, linkKind } = goal;
  const choose = (choice: GoalChoice) => change({ ...draft, choice });
  const isSilent = linkKind === 'silent';
  const isOnPicture = pictureOfLink(task.figmaUrl) !== null;
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <header>
        <Heading id={id} className="text-lg">
          Goal <span className="font-normal text-muted text-sm">optional</span>
        </Heading>
        <p className="text-muted text-sm">{sentenceOf(sessions)}</p>
      </header>
      {isOnPicture ? (
        <p className="text-sm">Mark regions of the picture as the goal.</p>
      ) : (
        <fieldset className="grid gap-3">
          <legend className="mb-3 font-semibold text-sm">When is the task done?</legend>
          <Choice
            group={id}
            isChosen={choice === 'none'}
            onChoose={() => choose('none')}
            label="No goal for now"
            room={null}
          >
            Recordings and heatmaps work without one. Set it whenever you like.
          </Choice>
          <Choice
            group={id}
            isChosen={choice === 'judged'}
            onChoose={() => choose('judged')}
            label="I decide while watching"
            room={SILENT}
          >
            {isSilent ? SILENT : 'You mark each recording as a success or not.'}
          </Choice>
          <Choice
            group={id}
            isChosen={choice === 'screens'}
            onChoose={() => choose('screens')}
            label="When the participant reaches a screen"
            room={NEEDS_REPORTS}
          >
            {isSilent ? NEEDS_REPORTS : 'Success, times and paths are computed automatically.'}
          </Choice>
        </fieldset>
      )}
      {choice === 'screens' && !isOnPicture && (
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
    </section>
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
  /** Name of the choices of one goal. */
  group: string;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
  /** The longest possible text below the label; it reserves space, so that nothing moves. */
  room: string | null;
  children: ReactNode;
}

function Choice({ group, label, isChosen, onChoose, room, children }: ChoiceProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex cursor-pointer gap-3 rounded-md border border-line px-4 py-3 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft"
    >
      <input
        id={id}
        type="radio"
        name={group}
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
    <fieldset aria-describedby={id} className="grid gap-4 border-line border-t pt-4">
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

/** Routes that count as direct: recorded by clicking through the prototype, several if there are several good ways. */
function GoalRoutes({ goal }: { goal: GoalModel }) {
  const { routes, screens, choosable, embed, draft, facts, change } = goal;
  const [isRecording, setRecording] = useState(false);
  const nameOf = (screenId: string) =>
    choosable.find((screen) => screen.screenId === screenId)?.name ?? `Screen ${screenId}`;
  const use = (route: readonly string[]) => {
    change(addRoute(draft, facts, route));
    setRecording(false);
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="float-left font-semibold text-sm">Routes that count as direct</legend>
      <p className="-mt-2 clear-both text-muted text-sm">
        {routes.length === 0
          ? 'Without a route, a run is direct if it visits no screen twice.'
          : 'A run is direct if it follows one of these routes, and indirect if it reaches the goal another way.'}
      </p>
      {routes.length > 0 && (
        <ul className="grid gap-2">
          {routes.map((route, at) => (
            <li
              key={route.join(' ')}
              className="flex items-start gap-2 rounded-md border border-line py-1 pr-1 pl-3"
            >
              <RouteSteps route={route} nameOf={nameOf} goals={screens} />
              <IconButton
                label={`Remove route ${at + 1}`}
                icon={<X aria-hidden className="size-4" />}
                onClick={() => change(removeRoute(draft, at))}
              />
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          variant="secondary"
          icon={<Route aria-hidden className="size-4" />}
          disabled={embed === null}
          onClick={() => setRecording(true)}
        >
          Record a route
        </Button>
      </div>
      {isRecording && embed && (
        <RouteDialog
          embed={embed}
          nameOf={nameOf}
          goals={screens}
          onUse={use}
          onClose={() => setRecording(false)}
        />
      )}
    </fieldset>
  );
}
