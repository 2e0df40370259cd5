// sessions.csv: one row for each session, with what its run came to; and tasks.csv: one row for each run of a test with
// several tasks.
import { SUCCESS_OUTCOMES } from '#contract/outcomes.ts';
import type { Column } from '#server/platform/csv.ts';
import { SESSION_SAYS, stepColumn } from './event-tables.ts';
import type { ExportedQuestion } from './exported-questions.db.ts';
import type { ExportedRun, SessionRow, TaskRow } from './exported-rows.db.ts';
import { questionColumns } from './question-tables.ts';

type Run = Pick<TaskRow, 'beganAtMs' | 'goalAtMs' | 'endedAtMs' | 'didIt' | 'ease' | 'helped'> & {
  outcome: string | null;
  prototypeState: string | null;
  clicks: number | null;
  misclicks: number | null;
  path: number[] | null;
};

const outcomeColumn: Column<Pick<Run, 'outcome'>> = {
  name: 'outcome',
  says: 'What the run came to: see Metrics, Outcome of a task run.',
  value: ({ outcome }) => outcome,
};

const endedColumn: Column<Pick<TaskRow, 'ended'>> = {
  name: 'ended',
  says: "done, stuck; empty: the recording's end ended the task.",
  value: ({ ended }) => ended,
};

/** Columns of a run through a task. */
const runColumns: Column<Run>[] = [
  {
    name: 'prototype',
    says: 'What the prototype told: shown, sign_in, password, or silent.',
    value: ({ prototypeState }) => prototypeState,
  },
  {
    name: 'began_at_ms',
    says: "First presentation of the prototype, or the moment in which one of several tasks was shown, from the recording's start; 0 where the prototype reported nothing.",
    value: ({ beganAtMs }) => beganAtMs,
  },
  {
    name: 'goal_at_ms',
    says: "First visit to a goal screen, from the recording's start; empty: not reached, or no goal.",
    value: ({ goalAtMs }) => goalAtMs,
  },
  {
    name: 'ended_at_ms',
    says: "End of the run, from the recording's start.",
    value: ({ endedAtMs }) => endedAtMs,
  },
  {
    name: 'time_to_goal_ms',
    says: 'Time to goal: see Metrics, Times. Of outcomes direct and indirect alone.',
    value: ({ outcome, beganAtMs, goalAtMs }) => {
      const isSuccess = SUCCESS_OUTCOMES.some((success) => success === outcome);
      return isSuccess ? between(beganAtMs ?? 0, goalAtMs) : null;
    },
  },
  {
    name: 'time_on_task_ms',
    says: 'Time on task: see Metrics, Times.',
    value: ({ beganAtMs, endedAtMs }) =>
      beganAtMs === null ? null : between(beganAtMs, endedAtMs),
  },
  { name: 'clicks', says: 'All clicks, placed or not.', value: ({ clicks }) => clicks },
  {
    name: 'misclicks',
    says: 'Clicks to which nothing reacted.',
    value: ({ misclicks }) => misclicks,
  },
  {
    name: 'path',
    says: 'Numbers of the screens in the order in which they were presented: 1 > 2 > 8.',
    value: ({ path }) => path?.join(' > ') ?? null,
  },
  {
    name: 'did_it',
    says: "Answer to 'Did you do what was asked?'; empty: none.",
    value: ({ didIt }) => didIt,
  },
  {
    name: 'ease',
    says: 'Answer to the Single Ease Question, 1 (very difficult) to 7 (very easy).',
    value: ({ ease }) => ease,
  },
  { name: 'helped', says: "Answer to 'What would have helped?'", value: ({ helped }) => helped },
];

const ownColumns: Column<SessionRow>[] = [
  {
    name: 'session',
    says: "The session's number within the test, from 1. It names the session in all files: 'Participant 12'.",
    value: ({ number }) => number,
  },
  {
    name: 'session_id',
    says: "The session's id, as the API has it.",
    value: ({ sessionId }) => sessionId,
  },
  {
    name: 'participant',
    says: 'The name that the participant typed.',
    value: ({ name }) => name,
    isName: true,
  },
  {
    name: 'revision',
    says: 'Which revision of the test the participant was asked, from 1.',
    value: ({ revision }) => revision,
  },
  {
    name: 'revision_uncertain',
    says: 'yes: the test was edited after the session began; it may have been asked something else.',
    value: ({ uncertain }) => uncertain,
  },
  {
    name: 'state',
    says: 'running; finished by the participant; ended_early: the participant went away.',
    value: ({ isRunning, endedEarly }) => {
      if (isRunning) return 'running';
      return endedEarly ? 'ended_early' : 'finished';
    },
  },
  {
    name: 'consent_to',
    says: 'Parts of the recording to which the participant agreed, such as screen microphone; empty: the page sent nothing.',
    value: ({ consentItems }) => consentItems?.join(' ') ?? null,
  },
  {
    name: 'consent_version',
    says: "Version of the workspace's consent text; empty: the line of the first page.",
    value: ({ consentVersion }) => consentVersion,
  },
  {
    name: 'consent_at',
    says: 'When the participant agreed.',
    value: ({ consentAt }) => consentAt,
  },
  {
    name: 'started_at',
    says: 'When the session began.',
    value: ({ startedAt }) => startedAt,
  },
  {
    name: 'finished_at',
    says: 'When the participant finished; empty: not finished.',
    value: ({ finishedAt }) => finishedAt,
  },
  {
    name: 'has_video',
    says: 'yes; no: clicks and answers alone, with times from the moment in which the first step was shown.',
    value: ({ hasVideo }) => hasVideo,
  },
  {
    name: 'duration_ms',
    says: 'Length of the recording.',
    value: ({ durationMs }) => durationMs,
  },
  outcomeColumn,
  {
    name: 'outcome_set',
    says: 'rule: computed; hand: a member decided it, or excluded the session.',
    value: ({ decidedOutcome, exclusion }) => ((decidedOutcome ?? exclusion) ? 'hand' : 'rule'),
  },
  {
    name: 'outcome_by_rule',
    says: 'The computed outcome, whatever was decided; empty while the session runs or is not read.',
    value: ({ computedOutcome }) => computedOutcome,
  },
  {
    name: 'outcome_set_at',
    says: 'When a member decided the outcome.',
    value: ({ decidedAt }) => decidedAt,
  },
  {
    name: 'outcome_set_by',
    says: 'The member who decided the outcome.',
    value: ({ decidedBy }) => decidedBy,
    isName: true,
  },
  {
    name: 'excluded',
    says: 'yes: a member left the session out of all numbers.',
    value: ({ exclusion }) => exclusion !== null,
  },
  {
    name: 'exclusion_reason',
    says: "The member's reason.",
    value: ({ exclusion }) => exclusion,
  },
  { name: 'excluded_at', says: 'When that was decided.', value: ({ excludedAt }) => excludedAt },
  {
    name: 'excluded_by',
    says: 'The member who decided that.',
    value: ({ excludedBy }) => excludedBy,
    isName: true,
  },
  ...runColumns,
  {
    name: 'device',
    says: 'Browser and system; empty: not known.',
    value: ({ device }) => device,
  },
];

/** @param steps numbers of several tasks, each with columns of its own, or none */
export function sessionColumns(
  steps: readonly number[],
  questions: readonly ExportedQuestion[],
  parameters: readonly string[],
): Column<SessionRow>[] {
  return [
    ...ownColumns,
    ...parameters.map(parameterColumn),
    ...steps.flatMap(columnsOfStep),
    ...questionColumns(questions),
  ];
}

/** A parameter may be the id of a person elsewhere, so it is left out where names are. */
function parameterColumn(name: string): Column<SessionRow> {
  return {
    name: `parameter_${name}`,
    says: `The value of ${name} in the participant's link; empty: none.`,
    value: ({ parameters }) => parameters[name] ?? null,
    isName: true,
  };
}

const columnsOfRun: Column<ExportedRun>[] = [outcomeColumn, endedColumn, ...runColumns];

function columnsOfStep(step: number): Column<SessionRow>[] {
  return columnsOfRun.map(({ name, says, value }) => ({
    name: `step_${step}_${name}`,
    says: `In the task with the number ${step}; empty: not shown. ${says}`,
    value: ({ tasks }) => {
      const run = tasks[step];
      return run ? value(run) : null;
    },
  }));
}

export const taskColumns: Column<TaskRow>[] = [
  { name: 'session', says: SESSION_SAYS, value: ({ number }) => number },
  stepColumn,
  {
    name: 'position',
    says: "Place of the task in the session's revision, from 1.",
    value: ({ position }) => position,
  },
  { name: 'task', says: 'What the participant was asked.', value: ({ task }) => task },
  outcomeColumn,
  {
    name: 'outcome_by_rule',
    says: 'The computed outcome, whatever was decided.',
    value: ({ computedOutcome }) => computedOutcome,
  },
  endedColumn,
  ...runColumns,
];

/** A jump of the clock makes no time negative. */
function between(fromMs: number, toMs: number | null): number | null {
  return toMs === null ? null : Math.max(0, toMs - fromMs);
}

/** The column of a test with variants. */
export const variantColumn: Column<SessionRow> = {
  name: 'variant',
  says: 'Variant of the tasks that have some: 1 is A. Empty: the session began before there were any.',
  value: ({ variant }) => variant,
};

/** The column of a test with steps in shuffled order. */
export const orderColumn: Column<SessionRow> = {
  name: 'step_order',
  says: 'Numbers of the steps in shuffled order, as this participant was shown them; a task with variants has that of A.',
  value: ({ stepOrder }) => stepOrder?.join(' ') ?? null,
};
