// Runs of sessions, one for each task that was shown: rows for lists and for a recording's page.
import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import { type Outcome, SUCCESS_OUTCOMES, type TaskAnswers } from '#contract/outcomes.ts';
import type { RecordedRun } from '#contract/recordings.ts';
import type { StepEnd } from '#contract/step-end.ts';
import { outcomeOfRun } from '#server/filters/people-filter.read.ts';
import type { Database } from '#server/platform/db/database.ts';
import { isOfSession } from '#server/revisions/revisions.db.ts';

/** Columns of a run that a list and a recording's page show. */
export interface RunColumns {
  outcome: Outcome;
  began_at_ms: number | null;
  goal_at_ms: number | null;
  did_it: boolean | null;
  ease: number | null;
  helped: string | null;
}

export interface RunRow extends RunColumns {
  step: number;
  position: number;
  ended_at_ms: number | null;
  ended: StepEnd | null;
}

/** Column with the runs of a row of `sessions`. Its tasks are numbered once, not again for each run. */
export const runsColumn = sql<RunRow[]>`(
  WITH task AS MATERIALIZED (SELECT number, row_number() OVER (ORDER BY position) AS position FROM steps
    WHERE steps.revision_id = sessions.revision_id AND kind = 'task' AND ${isOfSession})
  SELECT coalesce(json_agg(run ORDER BY run.position), '[]') FROM (
    SELECT task_runs.step, task.position, ${outcomeOfRun} AS outcome, began_at_ms, ended_at_ms, goal_at_ms, ended,
      did_it, ease, helped
    FROM task JOIN task_runs ON task_runs.session_id = sessions.id AND task_runs.step = task.number
      LEFT JOIN answers ON answers.session_id = sessions.id AND answers.step = task.number) AS run)`;

/** Column with the number of tasks of a row of `sessions`. */
export const tasksColumn = sql<number>`(SELECT count(*)::int FROM steps
  WHERE steps.revision_id = sessions.revision_id AND kind = 'task' AND ${isOfSession})`;

/** The device of a session, and its tasks with the columns of their runs, shown or not; undefined if it is deleted. */
export async function readTasks(db: Database, sessionId: SessionId) {
  const { rows } = await sql<TaskRow>`
    SELECT device, steps.number AS step, text AS task, began_at_ms, goal_at_ms, did_it, ease, helped
    FROM sessions JOIN steps ON steps.revision_id = sessions.revision_id AND kind = 'task' AND ${isOfSession}
      LEFT JOIN task_runs ON task_runs.session_id = sessions.id AND task_runs.step = steps.number
      LEFT JOIN answers ON answers.session_id = sessions.id AND answers.step = steps.number
    WHERE sessions.id = ${sessionId} ORDER BY position`.execute(db);
  return rows;
}

/** A task of a session, with the columns of its run. */
export interface TaskRow extends Omit<RunColumns, 'outcome'> {
  device: string | null;
  step: number;
  task: string;
}

export function recordedRunFromRow({ step, position, ended, ...run }: RunRow): RecordedRun {
  return {
    step,
    position,
    ended,
    beganAtMs: run.began_at_ms,
    endedAtMs: run.ended_at_ms,
    ...runInfoFromRow(run),
  };
}

/** The data of a run for a list and a recording's page. */
export function runInfoFromRow({ did_it: didIt, ease, helped, ...run }: RunColumns) {
  const isAnswered = didIt !== null || ease !== null || helped !== null;
  return {
    outcome: run.outcome,
    timeToGoalMs: timeToGoalOf(run),
    answers: isAnswered ? ({ didIt, ease, helped } satisfies TaskAnswers) : null,
  };
}

/** Time to the goal, for successes alone. A jump of the clock makes no time negative. */
function timeToGoalOf({
  outcome,
  began_at_ms,
  goal_at_ms,
}: Pick<RunColumns, 'outcome' | 'began_at_ms' | 'goal_at_ms'>): number | null {
  const isSuccess = SUCCESS_OUTCOMES.some((success) => success === outcome);
  if (!isSuccess || goal_at_ms === null) return null;
  return Math.max(0, goal_at_ms - (began_at_ms ?? 0));
}
