// Sessions of an export, row by row, for its tables: each statement is read with a cursor in one snapshot.
import { type RawBuilder, sql } from 'kysely';
import type { RevisionId, SessionId } from '#contract/ids.ts';
import type { Outcome } from '#contract/outcomes.ts';
import type { ConsentItem } from '#contract/sessions.ts';
import type { StepAnswer } from '#contract/step-answers.ts';
import { isOfShownStep } from '#server/filters/answer-conditions.db.ts';
import { everyone, type ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Rows a few at a time. */
type Batches<Row> = AsyncGenerator<readonly Row[]>;

/** A session of an export, as far as its other rows need it. */
export interface ExportedSession {
  id: SessionId;
  number: number;
  revisionId: RevisionId;
  outcome: Outcome;
  isRunning: boolean;
}

export interface SessionRow {
  sessionId: SessionId;
  number: number;
  revisionId: RevisionId;
  revision: number | null;
  uncertain: boolean;
  name: string;
  isRunning: boolean;
  endedEarly: boolean;
  startedAt: Date;
  finishedAt: Date | null;
  hasVideo: boolean;
  durationMs: number | null;
  outcome: Outcome;
  computedOutcome: Outcome | null;
  /** The last decision of each kind; null fields: there is none, or it was taken back. */
  decidedOutcome: Outcome | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  exclusion: string | null;
  excludedBy: string | null;
  excludedAt: Date | null;
  prototypeState: string | null;
  beganAtMs: number | null;
  goalAtMs: number | null;
  endedAtMs: number | null;
  clicks: number | null;
  misclicks: number | null;
  /** Numbers of the screens in the order in which they were presented. */
  path: number[] | null;
  didIt: boolean | null;
  ease: number | null;
  helped: string | null;
  answeredAt: Date | null;
  device: string | null;
  /** Runs of several tasks by the numbers of their steps. */
  tasks: Record<number, ExportedRun>;
  /** Answers to questions and sets by the numbers of their steps. */
  given: Record<number, StepAnswer>;
  /** Parameters of the session's link by name. */
  parameters: Record<string, string>;
  consentVersion: number | null;
  /** Parts of the recording to which the participant agreed, or null if the page sent none. */
  consentItems: ConsentItem[] | null;
  consentAt: Date | null;
  variant: number | null;
  /** Numbers of the steps in shuffled order, as the participant was shown them. */
  stepOrder: number[] | null;
}

/** Columns of a run through one of several tasks. */
export type ExportedRun = Omit<
  TaskRow,
  'number' | 'step' | 'position' | 'task' | 'computedOutcome'
>;

/** Everyone whom the filter selects, like the list of recordings: excluded people too, unless it selects others. */
export function sessionRows(
  db: Database,
  of: ResultsOf,
  columns: { steps: readonly number[]; hasQuestions: boolean; hasParameters: boolean },
): Batches<SessionRow> {
  const more = sql`, sessions.participant_name, sessions.revision_uncertain, sessions.is_running,
    sessions.started_at, sessions.finished_at, recordings.duration_ms, recordings.ended_early,
    recordings.size_bytes, sessions.variant, sessions.step_order,
    task_runs.computed_outcome, task_runs.prototype_state, task_runs.clicks, task_runs.misclicks, task_runs.screens,
    answers.answered_at`;
  const statement = sql<SessionRow>`SELECT run.session_id AS "sessionId", run.number, run.revision_id AS "revisionId",
      revisions.number AS revision, revision_uncertain AS uncertain, participant_name AS name,
      is_running AS "isRunning", coalesce(ended_early, false) AS "endedEarly", started_at AS "startedAt",
      finished_at AS "finishedAt", duration_ms AS "durationMs", size_bytes > 0 AS "hasVideo", run.outcome,
      CASE WHEN is_running THEN NULL ELSE computed_outcome END AS "computedOutcome",
      decided.outcome AS "decidedOutcome", decided.by AS "decidedBy", decided.at AS "decidedAt",
      excluded.reason AS exclusion, excluded.by AS "excludedBy", excluded.at AS "excludedAt",
      prototype_state AS "prototypeState", began_at_ms AS "beganAtMs", goal_at_ms AS "goalAtMs",
      ended_at_ms AS "endedAtMs", clicks, misclicks, screens AS path,
      did_it AS "didIt", ease, helped, answered_at AS "answeredAt", device,
      ${columns.steps.length > 0 ? runsOfSession : sql`'{}'::json`} AS tasks,
      ${columns.hasQuestions ? answersOfSession : sql`'{}'::json`} AS given,
      ${columns.hasParameters ? parametersOfSession : sql`'{}'::json`} AS parameters,
      consent.version AS "consentVersion", consent.items AS "consentItems", consent.agreed_at AS "consentAt",
      variant, step_order AS "stepOrder"
    FROM (${everyone(of, more)}) AS run
      LEFT JOIN session_consents AS consent ON consent.session_id = run.session_id
      JOIN revisions ON revisions.id = run.revision_id
      LEFT JOIN LATERAL (${lastDecision('outcome', of.step)}) AS decided ON decided.outcome IS NOT NULL
      LEFT JOIN LATERAL (${lastDecision('exclusion', of.step)}) AS excluded ON excluded.reason IS NOT NULL
    WHERE asked ORDER BY run.number`;
  return cursorRows(db, statement);
}

/** Columns of a run through a task, with its answers. */
const runFields = sql`own.outcome, own.ended, own.prototype_state AS "prototypeState", own.began_at_ms AS "beganAtMs",
  own.goal_at_ms AS "goalAtMs", own.ended_at_ms AS "endedAtMs", own.clicks, own.misclicks, own.screens AS path,
  answers.did_it AS "didIt", answers.ease, answers.helped`;

/** Column with the runs of a session that is over, by step. */
const runsOfSession = sql`(SELECT coalesce(json_object_agg(of_step.step, to_json(of_step)), '{}') FROM (
  SELECT own.step, ${runFields} FROM task_runs AS own
    LEFT JOIN answers ON answers.session_id = own.session_id AND answers.step = own.step
  WHERE own.session_id = run.session_id AND NOT is_running) AS of_step)`;

/** Column with the answers of a session to questions and sets, by step. */
const answersOfSession = sql`(SELECT coalesce(json_object_agg(own.step, own.answer), '{}') FROM answers AS own
  WHERE own.session_id = run.session_id AND own.answer IS NOT NULL AND ${isOfShownStep('own')})`;

/** Column with the parameters of a session's link. */
const parametersOfSession = sql`(SELECT coalesce(json_object_agg(own.name, own.value), '{}')
  FROM session_parameters AS own WHERE own.session_id = run.session_id)`;

/** Returns the names of all parameters with which sessions of the filter began. */
export async function exportedParameters(db: Database, of: ResultsOf): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT DISTINCT name COLLATE "C" AS name
    FROM (${everyone(of)}) AS run JOIN session_parameters USING (session_id) WHERE asked ORDER BY 1`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Counts an export's sessions, and their videos and heatmaps. */
export async function sessionSums(db: Database, of: ResultsOf): Promise<SessionSums> {
  const more = sql`, recordings.state, recordings.size_bytes`;
  const { rows } =
    await sql<SessionSums>`WITH asked AS MATERIALIZED (SELECT * FROM (${everyone(of, more)}) AS run WHERE asked)
    SELECT count(*)::int AS sessions, count(*) FILTER (WHERE state = 'ready' AND size_bytes > 0)::int AS videos,
      coalesce(sum(size_bytes) FILTER (WHERE state = 'ready'), 0)::bigint AS "videoBytes",
      (SELECT count(*)::int FROM asked JOIN heatmaps USING (session_id)) AS heatmaps,
      (SELECT coalesce(sum(heatmaps.size_bytes), 0)::bigint FROM asked JOIN heatmaps USING (session_id)) AS "heatmapBytes"
    FROM asked`.execute(db);
  const [sums] = rows;
  if (!sums) throw new Error('a sum without a row');
  return sums;
}

export interface SessionSums {
  sessions: number;
  videos: number;
  videoBytes: number;
  heatmaps: number;
  heatmapBytes: number;
}

/** An outcome is decided for one task, an exclusion for the session. */
function lastDecision(kind: 'outcome' | 'exclusion', step: number): RawBuilder<unknown> {
  const ofTask = kind === 'outcome' ? sql`AND judgements.step = ${sql.lit(step)}` : sql``;
  return sql`SELECT judgements.outcome, reason, judged_at AS at, ${nameOf('users')} AS by
    FROM judgements LEFT JOIN users ON users.id = judged_by
    WHERE judgements.session_id = run.session_id ${ofTask}
      AND kind = ${sql.lit(kind)} ORDER BY judged_at DESC LIMIT 1`;
}

/** A member as screens name them. */
export function nameOf(users: string): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${users}.${name}`);
  return sql<string>`coalesce(nullif(trim(${column('first_name')} || ' ' || ${column('last_name')}), ''), ${column('email')})`;
}

/** The sessions of an export with their number, in its order. */
export function exportedSessions(sessions: readonly ExportedSession[]): RawBuilder<unknown> {
  const [ids, numbers] = [sessions.map(({ id }) => id), sessions.map(({ number }) => number)];
  return sql`unnest(${ids}::uuid[], ${numbers}::int[]) AS kept (session_id, number)`;
}

/** Each session's own rows, session by session: a plan for all at once may read those of every test. */
export function eachOwn(table: string): RawBuilder<unknown> {
  return sql`CROSS JOIN LATERAL (SELECT * FROM ${sql.table(table)} AS of
    WHERE of.session_id = kept.session_id OFFSET 0) AS own`;
}

/** A run through a task. */
export interface TaskRow {
  number: number;
  step: number;
  position: number;
  task: string;
  outcome: Outcome | null;
  computedOutcome: Outcome | null;
  ended: 'done' | 'stuck' | null;
  prototypeState: string;
  beganAtMs: number | null;
  goalAtMs: number | null;
  endedAtMs: number | null;
  clicks: number;
  misclicks: number;
  path: number[];
  didIt: boolean | null;
  ease: number | null;
  helped: string | null;
}

/** Runs of all tasks that the sessions were shown, in the order of the tasks. */
export function taskRows(db: Database, sessions: readonly ExportedSession[]): Batches<TaskRow> {
  const statement = sql<TaskRow>`SELECT kept.number, own.step, position, text AS task,
      own.computed_outcome AS "computedOutcome", ${runFields}
    FROM ${exportedSessions(sessions)} ${eachOwn('task_runs')}
      CROSS JOIN LATERAL (SELECT position, text FROM sessions JOIN steps ON steps.revision_id = sessions.revision_id
        WHERE sessions.id = kept.session_id AND steps.number = own.step OFFSET 0) AS task
      LEFT JOIN LATERAL (SELECT did_it, ease, helped FROM answers AS of
        WHERE of.session_id = kept.session_id AND of.step = own.step OFFSET 0) AS answers ON true
    ORDER BY kept.number, position`;
  return cursorRows(db, statement);
}

/** Returns the numbers of the tasks of an export's revisions, or none if each revision has one task. */
export async function severalSteps(db: Database, of: ResultsOf): Promise<number[]> {
  const { rows } = await sql<{ step: number; isOneOfSeveral: boolean }>`
    SELECT step, bool_or(tasks > 1) AS "isOneOfSeveral" FROM (
      SELECT steps.number AS step, count(*) OVER (PARTITION BY revisions.id) AS tasks
      FROM ${exportedRevisions(of)} AND kind = 'task') AS task
    GROUP BY step ORDER BY step`.execute(db);
  return rows.some(({ isOneOfSeveral }) => isOneOfSeveral) ? rows.map(({ step }) => step) : [];
}

/** Returns whether sessions of an export differ in their variants, and in the order of their steps. */
export async function exportedAssignments(
  db: Database,
  of: ResultsOf,
): Promise<{ hasVariants: boolean; hasOrder: boolean }> {
  const { rows } = await sql<{ hasVariants: boolean; hasOrder: boolean }>`
    SELECT coalesce(bool_or(steps.variant IS NOT NULL), false) AS "hasVariants",
      coalesce(bool_or(shuffled), false) AS "hasOrder" FROM ${exportedRevisions(of)}`.execute(db);
  return rows[0] ?? { hasVariants: false, hasOrder: false };
}

/** Steps of the revisions of an export; conditions may follow. */
export function exportedRevisions(of: ResultsOf): RawBuilder<unknown> {
  return sql`steps JOIN revisions ON revisions.id = steps.revision_id
    WHERE revisions.test_id = ${of.testId} AND revisions.number IS NOT NULL
      AND ${of.revision ? sql`revisions.id = ${of.revision.id}` : sql`true`}`;
}

/** The answers of a session to the card after one task, or its answer to a question that it was shown. */
export interface GivenRow {
  /** The session's number. */
  session: number;
  step: number;
  didIt: boolean | null;
  ease: number | null;
  helped: string | null;
  answer: StepAnswer | null;
  tags: string[];
  startAtMs: number | null;
  answeredAtMs: number | null;
  answeredAt: Date | null;
}

export function givenRows(db: Database, sessions: readonly ExportedSession[]): Batches<GivenRow> {
  const statement = sql<GivenRow>`SELECT kept.number AS session, step, did_it AS "didIt", ease, helped, answer,
      coalesce(tags, '{}') AS tags, shown_at_ms AS "startAtMs", answered_at_ms AS "answeredAtMs", answered_at AS "answeredAt"
    FROM ${exportedSessions(sessions)} CROSS JOIN LATERAL (SELECT * FROM
      (SELECT * FROM answers AS of WHERE of.session_id = kept.session_id
        AND (answer IS NULL OR ${isOfShownStep('of')}) OFFSET 0) AS answers
      FULL JOIN (SELECT * FROM panel_visits AS of WHERE of.session_id = kept.session_id OFFSET 0) AS visits
      USING (step) OFFSET 0) AS own ORDER BY kept.number, step`;
  return cursorRows(db, statement);
}

export interface VisitRow {
  sessionId: SessionId;
  number: number;
  /** Number of the task's step. */
  step: number;
  /** Index from 0. */
  ordinal: number;
  screenId: string;
  enteredAtMs: number;
  leftAtMs: number | null;
  inHistory: boolean;
}

/**
 * A prototype that was not shown has one visit all the same, which is assumed from its link. The subquery is scalar, because
 * PostgreSQL may turn EXISTS into a join with all runs.
 */
export function visitRows(db: Database, sessions: readonly ExportedSession[]): Batches<VisitRow> {
  const statement = sql<VisitRow>`SELECT kept.session_id AS "sessionId", number, step, ordinal, screen_id AS "screenId",
      entered_at_ms AS "enteredAtMs", left_at_ms AS "leftAtMs", in_history AS "inHistory"
    FROM ${exportedSessions(sessions)} ${eachOwn('visits')}
    WHERE (SELECT prototype_state FROM task_runs
      WHERE task_runs.session_id = kept.session_id AND task_runs.step = own.step) = 'shown'
    ORDER BY number, step, ordinal`;
  return cursorRows(db, statement);
}

export interface ClickRow {
  sessionId: SessionId;
  number: number;
  /** Number of the task's step. */
  step: number;
  seq: number;
  atMs: number;
  screenId: string;
  /** Pixels of the screen's image, or null if it has no place. */
  x: number | null;
  y: number | null;
  unplaced: string | null;
  reacted: boolean | null;
  /** `layer:{node id}`, `cell:{column},{row}` or null. */
  place: string | null;
  targetId: string | null;
  ledTo: number | null;
  isFirst: boolean;
}

export function clickRows(db: Database, sessions: readonly ExportedSession[]): Batches<ClickRow> {
  const statement = sql<ClickRow>`SELECT kept.session_id AS "sessionId", number, step, seq, at_ms AS "atMs", screen_id AS "screenId",
      x, y, unplaced, reacted, place, target_id AS "targetId", led_to AS "ledTo", is_first AS "isFirst"
    FROM ${exportedSessions(sessions)} ${eachOwn('clicks')} ORDER BY number, step, seq`;
  return cursorRows(db, statement);
}

export interface HeatmapRow {
  sessionId: SessionId;
  screenId: string;
}

export async function heatmapRows(
  db: Database,
  sessions: readonly ExportedSession[],
): Promise<HeatmapRow[]> {
  const { rows } =
    await sql<HeatmapRow>`SELECT kept.session_id AS "sessionId", screen_id AS "screenId"
    FROM ${exportedSessions(sessions)} ${eachOwn('heatmaps')} ORDER BY number, screen_id COLLATE "C"`.execute(
      db,
    );
  return rows;
}

/** Returns sessions whose transcript has words. */
export async function sessionsWithTranscript(
  db: Database,
  sessions: readonly ExportedSession[],
): Promise<Set<SessionId>> {
  const { rows } = await sql<{ id: SessionId }>`SELECT kept.session_id AS id
    FROM ${exportedSessions(sessions)} ${eachOwn('transcripts')} WHERE own.said <> ''`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

// Notes and clips of an export's sessions, row by row, in order of session and time.

interface NoteOrClip {
  id: string;
  number: number;
  tags: string[];
  createdAt: Date;
  /** Name of the author, or null if the account is deleted. */
  by: string | null;
  editedAt: Date | null;
  editedBy: string | null;
}

export interface ExportedNote extends NoteOrClip {
  atMs: number;
  text: string;
}

export interface ExportedClip extends NoteOrClip {
  fromMs: number;
  toMs: number;
  title: string;
}

const columns = sql`own.id, kept.number, tags, own.created_at AS "createdAt", edited_at AS "editedAt",
  CASE WHEN author.id IS NULL THEN NULL ELSE ${nameOf('author')} END AS by,
  CASE WHEN editor.id IS NULL THEN NULL ELSE ${nameOf('editor')} END AS "editedBy"`;

const tables = (
  name: 'notes' | 'clips',
  sessions: readonly ExportedSession[],
): RawBuilder<unknown> =>
  sql`${exportedSessions(sessions)} ${eachOwn(name)}
    LEFT JOIN users AS author ON author.id = own.created_by
    LEFT JOIN users AS editor ON editor.id = own.edited_by`;

export function noteRows(
  db: Database,
  sessions: readonly ExportedSession[],
): AsyncGenerator<readonly ExportedNote[]> {
  return cursorRows(
    db,
    sql<ExportedNote>`SELECT ${columns}, at_ms AS "atMs", text FROM ${tables('notes', sessions)}
    ORDER BY kept.number, at_ms, own.id`,
  );
}

export function clipRows(
  db: Database,
  sessions: readonly ExportedSession[],
): AsyncGenerator<readonly ExportedClip[]> {
  return cursorRows(
    db,
    sql<ExportedClip>`SELECT ${columns}, from_ms AS "fromMs", to_ms AS "toMs", title
    FROM ${tables('clips', sessions)} ORDER BY kept.number, from_ms, own.id`,
  );
}

// Rows of a large statement a few at a time, in a transaction: neither we nor the driver hold more of them.

/** A batch takes milliseconds to write out; other calls take their turn between two. */
const BATCH = 500;

/** @param db a transaction with no other cursor open */
async function* cursorRows<T>(
  db: Database,
  statement: RawBuilder<T>,
): AsyncGenerator<readonly T[]> {
  // Planned for all of its rows, not for a quick first one.
  await sql`SELECT set_config('cursor_tuple_fraction', '1', true)`.execute(db);
  await sql`DECLARE in_batches NO SCROLL CURSOR FOR ${statement}`.execute(db);
  for (;;) {
    const { rows } = await sql<T>`FETCH ${sql.lit(BATCH)} FROM in_batches`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) break;
  }
  await sql`CLOSE in_batches`.execute(db);
}
