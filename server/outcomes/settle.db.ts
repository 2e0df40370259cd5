// Settles outcomes: what a session's stored reading, answers, end, judgements and its task's goal come to is computed
// and stored, so that results add up rows.
//
// Transactions take the recording, then the run, then share the step: a goal changes before or after, never in between.
import { type RawBuilder, sql } from 'kysely';
import { goal } from '#contract/goals.ts';
import type { SessionId } from '#contract/ids.ts';
import type { Outcome } from '#contract/outcomes.ts';
import { outcomeOf } from '#insight/outcome.ts';
import { reachesRegion } from '#insight/picture-reading.ts';
import { routeOf } from '#insight/route.ts';
import type { Database } from '#server/platform/db/database.ts';
import { taskPicture } from '#server/revisions/steps.db.ts';
import { decidedOutcome, exclusionReason } from './judgements.db.ts';

/**
 * Settles one session's run after something changed that its outcome depends on: reading, answers, judgements.
 * Does nothing while there is no reading: the run is settled when it is stored.
 * @param db the transaction of that change
 */
export async function settleRun(db: Database, sessionId: SessionId): Promise<void> {
  // Beside a session that closes, one of both sees what the other has written.
  await sql`SELECT 1 FROM recordings WHERE session_id = ${sessionId} FOR NO KEY UPDATE`.execute(db);
  await sql`SELECT 1 FROM task_runs WHERE session_id = ${sessionId} FOR NO KEY UPDATE`.execute(db);
  await sql`SELECT 1 FROM steps WHERE revision_id = (SELECT revision_id FROM sessions WHERE id = ${sessionId})
    FOR SHARE`.execute(db);
  await settleRuns(db, [sessionId]);
}

/** Runs of one transaction: 20 ms of computing between two statements, and little is lost when it is killed. */
const RUNS_PER_BATCH = 1000;
/** Runs settled within a request; a job does the others. */
const RUNS_PER_REQUEST = 20_000;

/**
 * Settles the runs of a step whose goal was changed, as many as a request may wait for. The change's own transaction
 * must queue the job `outcomes.settle` for that step: it does the rest, and all of it where the server dies here. Harmless twice, and beside a request that settles the
 * same runs. @returns whether none is left
 */
export async function settleStep({ db }: { db: Database }, stepId: string): Promise<boolean> {
  return await settleDue(db, stepId, RUNS_PER_REQUEST);
}

/** @returns whether none is left. */
async function settleDue(pool: Database, stepId: string, most: number): Promise<boolean> {
  const { rows: due } = await sql<{ id: SessionId }>`
    SELECT task_runs.session_id AS id ${dueRuns(stepId)} ORDER BY 1 LIMIT ${most}`.execute(pool);
  for (let at = 0; at < due.length; at += RUNS_PER_BATCH) {
    const ids = due.slice(at, at + RUNS_PER_BATCH).map(({ id }) => id);
    await pool.transaction().execute(async (db) => await settleBatch(db, stepId, ids));
  }
  return due.length < most;
}

async function settleBatch(
  db: Database,
  stepId: string,
  sessionIds: readonly SessionId[],
): Promise<void> {
  await sql`SELECT 1 FROM steps WHERE id = ${stepId} FOR SHARE`.execute(db);
  // One that another transaction holds is settled by it, with this goal: it shares the step as well.
  const { rows } = await sql<{ id: SessionId }>`
    SELECT task_runs.session_id AS id ${dueRuns(stepId)} AND task_runs.session_id = ANY(${sessionIds}::uuid[])
    FOR NO KEY UPDATE OF task_runs SKIP LOCKED`.execute(db);
  // A statement of its own: it sees what was committed before these rows were taken.
  await settleRuns(
    db,
    rows.map(({ id }) => id),
  );
  await sql`SELECT tell_live_session('test.changed', test_id, NULL)
    FROM steps JOIN revisions ON revisions.id = revision_id WHERE steps.id = ${stepId}`.execute(db);
}

/** Runs of a step that were settled by another goal. */
function dueRuns(stepId: string): RawBuilder<unknown> {
  return sql`FROM task_runs
    JOIN sessions ON sessions.id = task_runs.session_id
    JOIN steps ON steps.revision_id = sessions.revision_id AND steps.number = task_runs.step
    WHERE steps.id = ${stepId} AND task_runs.goal_version <> steps.goal_version`;
}

type Run = Awaited<ReturnType<typeof readRuns>>[number];

/** Computes and stores. Needs the runs' rows and their steps' goals to stay as they are. */
async function settleRuns(db: Database, sessionIds: readonly SessionId[]): Promise<void> {
  const settled = (await readRuns(db, sessionIds)).map(settledRow);
  if (settled.length === 0) return;
  await sql`UPDATE task_runs SET computed_outcome = settled.computed, outcome = settled.outcome,
      goal_version = settled.version, goal_at_ms = settled.goal, route = settled.route,
      walked = settled.walked, walked_different = settled.different
    FROM json_to_recordset(${JSON.stringify(settled)}::json) AS settled
      (id uuid, step smallint, computed text, outcome text, version integer, goal float8, route text,
        walked integer, different integer)
    WHERE task_runs.session_id = settled.id AND task_runs.step = settled.step`.execute(db);
}

async function readRuns(db: Database, sessionIds: readonly SessionId[]) {
  return await db
    .selectFrom('task_runs')
    .innerJoin('sessions', 'sessions.id', 'task_runs.session_id')
    .innerJoin('recordings', 'recordings.session_id', 'task_runs.session_id')
    .innerJoin('steps', (join) =>
      join
        .onRef('steps.revision_id', '=', 'sessions.revision_id')
        .onRef('steps.number', '=', 'task_runs.step'),
    )
    .leftJoin('answers', (join) =>
      join
        .onRef('answers.session_id', '=', 'task_runs.session_id')
        .onRef('answers.step', '=', 'task_runs.step'),
    )
    .select(['task_runs.session_id', 'task_runs.step', 'prototype_state', 'task_runs.clicks'])
    // Parsed as JSON, which takes a fraction of the time that arrays take.
    .select([
      sql<string[]>`array_to_json(path)`.as('path'),
      sql<number[]>`array_to_json(path_at_ms)`.as('path_at_ms'),
      sql<number[]>`array_to_json(screens)`.as('screens'),
    ])
    .select(['began_at_ms', 'ended_at_ms', 'did_it', 'ended', 'steps.content'])
    .select(
      sql<Press[] | null>`CASE WHEN steps.goal->>'kind' = 'regions' THEN (
        SELECT json_agg(json_build_object('atMs', at_ms, 'x', x, 'y', y) ORDER BY seq) FROM clicks
        WHERE clicks.session_id = task_runs.session_id AND clicks.step = task_runs.step) END`.as(
        'presses',
      ),
    )
    .select(['ended_early', 'sharing_ended', 'pressed_stuck', 'steps.goal', 'steps.goal_version'])
    .select([decidedOutcome.as('decided'), exclusionReason.as('reason')])
    .where('task_runs.session_id', '=', sql<SessionId>`ANY(${sessionIds}::uuid[])`)
    .execute();
}

/** A press on a picture, whose place is null outside of it. */
interface Press {
  atMs: number;
  x: number | null;
  y: number | null;
}

function settledRow(run: Run) {
  const read = goal.safeParse(run.goal);
  const regions = taskPicture(run.content)?.regions ?? [];
  const goals = read.data?.kind === 'regions' ? read.data.regions : [];
  const { outcome, goalAtMs, pathLength } = outcomeOf(
    {
      // A person's decision comes before the rules, whose outcome is stored beside it.
      excluded: false,
      running: false,
      prototypeState: run.prototype_state,
      clicks: run.clicks,
      path: run.path,
      pathAtMs: run.path_at_ms,
      beganAtMs: run.began_at_ms,
      endedAtMs: run.ended_at_ms,
      answeredDone: run.did_it,
      // The end of the recording is the end of the run that has no other.
      pressedStuck: run.ended === null ? run.pressed_stuck : run.ended === 'stuck',
      left: run.ended === null && (run.ended_early || run.sharing_ended),
      presses: (run.presses ?? []).map(({ atMs, x, y }) => ({
        atMs,
        isGoal: x !== null && y !== null && reachesRegion(regions, goals, { x, y }),
      })),
      isWhole: run.content !== null && run.ended !== null,
    },
    read.success ? read.data : null,
  );
  const walked = run.screens.slice(0, pathLength);
  const counts: Outcome = run.reason === null ? (run.decided ?? outcome) : 'excluded';
  return {
    id: run.session_id,
    step: run.step,
    computed: outcome,
    outcome: counts,
    version: run.goal_version,
    goal: goalAtMs,
    route: routeOf(walked),
    walked: walked.length,
    different: new Set(walked).size,
  };
}
