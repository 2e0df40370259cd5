// The filter of results: selects the sessions of a test that an answer is about. Every call of results builds on it.
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type Goal, goal } from '#contract/goals.ts';
import { type RevisionId, revisionId, type TestId } from '#contract/ids.ts';
import { BASE_OUTCOMES, COUNTED_OUTCOMES, SUCCESS_OUTCOMES } from '#contract/outcomes.ts';
import {
  type AnswerFilter,
  type CardAnswer,
  type QuestionAnswer,
  type ResultFilter,
  readParameter,
  readQuestionAnswer,
} from '#contract/result-filter.ts';
import { type TaskQuestion, taskQuestions } from '#contract/task-questions.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';
import { containing } from '#server/platform/db/lists.ts';
import { firstTask, stepOfVariant } from '#server/revisions/first-task.read.ts';
import { isOfShownStep } from './answer-conditions.db.ts';
import { hasTag, sessionsWithNote, sessionsWithWords } from './note-conditions.db.ts';
import { dayStartMs } from './zone-days.rules.ts';

/** Scope of results: a test, one of its revisions or all, and the filter. */
export interface ResultsOf {
  testId: TestId;
  /** Number of the task's step; of the first task if the results are of a question, a set or a text. */
  step: number;
  /** Number of that question, set or text, or null for the results of a task. */
  panel: number | null;
  /** The revision, or null for all. */
  revision: { id: RevisionId; number: number } | null;
  /**
   * The task of the revision; for all revisions, that of the newest one with sessions. Null if the test has no such
   * revision.
   */
  task: ResultTask | null;
  /** The filter's revisions whose task has a goal. */
  withGoal: RevisionId[];
  /** The members' own tries, in place of the people who took part. */
  isOfPilots?: boolean;
  filter: ResultFilter;
}

interface ResultTask {
  text: string;
  goal: Goal | null;
  goalSet: { at: Date; afterSessions: number } | null;
  asks: TaskQuestion[];
}

/** Id in place of a revision that the test does not have, so that no session matches. */
const NO_REVISION = revisionId.parse('00000000-0000-0000-0000-000000000000');

/**
 * Returns the scope of a filter. Without a revision in the filter, it is the newest one with sessions, or the newest of
 * all; without a step, it is that of the reference, or the first task.
 */
export async function resultsOf(
  db: Database,
  { testId, ...task }: Authorized<TestRef> & Partial<Pick<ResultsOf, 'step'>>,
  filter: ResultFilter,
): Promise<ResultsOf> {
  const wanted = filter.step ?? task.step ?? (await firstTask(db, testId));
  const number = await stepOfVariant(db, { testId, step: wanted }, filter.variant);
  const rows = await readRevisions(db, { testId, step: number });
  const isOfPanel = rows[0] !== undefined && rows[0].kind !== 'task';
  const step = isOfPanel ? await firstTask(db, testId) : number;
  const panel = isOfPanel ? number : null;
  const newest = rows.find(({ ran }) => ran) ?? rows[0];
  if (filter.revision === 'all') {
    const task = taskFromRow(newest);
    return { testId, step, panel, revision: null, task, withGoal: withGoal(rows), filter };
  }
  const requestedNumber = filter.revision;
  const row =
    requestedNumber === undefined ? newest : rows.find(({ number }) => number === requestedNumber);
  const id = row?.id ?? NO_REVISION;
  const revision = { id, number: row?.number ?? requestedNumber ?? 1 };
  const revisionRows = row ? [row] : [];
  return {
    testId,
    step,
    panel,
    revision,
    task: taskFromRow(row),
    withGoal: withGoal(revisionRows),
    filter,
  };
}

type RevisionRow = Awaited<ReturnType<typeof readRevisions>>[number];

/** Returns the revisions that have a number, the newest first. */
async function readRevisions(db: Database, { testId, step }: Pick<ResultsOf, 'testId' | 'step'>) {
  return await db
    .selectFrom('revisions')
    .innerJoin('steps', 'steps.revision_id', 'revisions.id')
    .select([
      'revisions.id',
      'revisions.number',
      'kind',
      'steps.text',
      'goal',
      'goal_set_at',
      'goal_set_after',
      'asks',
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessions')
          .select('sessions.id')
          .whereRef('sessions.revision_id', '=', 'revisions.id')
          .where('sessions.took_part', '=', true),
      ).as('ran'),
    )
    .where('revisions.test_id', '=', testId)
    .where('revisions.number', 'is not', null)
    .where('steps.number', '=', step)
    .orderBy('revisions.created_at', 'desc')
    .execute();
}

const storedGoal = z.nullable(goal);

function taskFromRow(row: RevisionRow | undefined): ResultTask | null {
  if (row?.kind !== 'task') return null;
  const { goal_set_at: at, goal_set_after: after } = row;
  return {
    text: row.text,
    goal: storedGoal.parse(row.goal),
    goalSet: row.goal && at ? { at, afterSessions: after ?? 0 } : null,
    asks: taskQuestions.parse(row.asks),
  };
}

function withGoal(rows: readonly RevisionRow[]): RevisionId[] {
  return rows.filter(({ goal }) => goal !== null).map(({ id }) => id);
}

/**
 * Query for everyone who recorded something in the revision, one row each: `session_id`, `number`, `revision_id`,
 * `outcome`, `device`, times of the run, and answers. Four columns describe how the filter applies. `counts`: the row
 * is part of the base of results (BASE_OUTCOMES), or the filter selects its outcome. `present`: the session is not
 * excluded, or the filter selects excluded ones. `asked`: the row matches the filter. `kept`: `asked` and `counts`.
 * The inner query ends in an OFFSET, because the database otherwise computes the filter once for each column that uses
 * it.
 * @param more columns of sessions, recordings, task_runs and answers, each after a comma
 */
export function everyone(of: ResultsOf, more?: RawBuilder<unknown>): RawBuilder<unknown> {
  return rowsOf(of, { more, isVisitor: isVisitorOf(of), fence });
}

/**
 * The query of `everyone` without the OFFSET, for lists, so that order, limit and search can use the indexes of sessions.
 * Unless the filter names a task, sessions that were not shown the first one are in it as well.
 */
export function everyoneInOrder(of: ResultsOf, more?: RawBuilder<unknown>): RawBuilder<unknown> {
  const isVisitor = of.filter.step === undefined ? sql<boolean>`true` : isVisitorOf(of);
  return rowsOf(of, { more, isVisitor });
}

/**
 * The query of `everyone` for a question, a set or a text, also with sessions that were not shown it, and without its
 * moments and answers: panels are joined to it.
 */
export function everyoneOfPanels(of: ResultsOf, more?: RawBuilder<unknown>): RawBuilder<unknown> {
  return rowsOf(of, { more, isVisitor: sql`true`, fence, joins: sql`` });
}

interface RowParts {
  more?: RawBuilder<unknown> | undefined;
  isVisitor: RawBuilder<boolean>;
  fence?: RawBuilder<unknown>;
  joins?: RawBuilder<unknown>;
}

const fence = sql`OFFSET 0`;

function rowsOf(
  of: ResultsOf,
  { more = sql``, isVisitor, fence = sql``, joins = panelOfSession(of) }: RowParts,
): RawBuilder<unknown> {
  const { step, panel } = of;
  const { outcome } = of.filter;
  const present = outcome?.includes('excluded') ? sql`true` : sql`outcome <> 'excluded'`;
  // An answer needs no report of the prototype.
  const counts =
    panel === null
      ? sql`outcome = ANY(${[...BASE_OUTCOMES, ...(outcome ?? [])]}::text[])`
      : present;
  const hasOutcome = outcome ? sql`outcome = ANY(${outcome}::text[])` : sql`true`;
  return sql`SELECT run.*, ${counts} AS counts, ${present} AS present, fits AND ${hasOutcome} AS asked,
      fits AND ${hasOutcome} AND ${counts} AS kept FROM (
    SELECT sessions.id AS session_id, sessions.number, sessions.revision_id, sessions.device,
      ${outcomeOfRun} AS outcome, task_runs.began_at_ms, task_runs.ended_at_ms, task_runs.goal_at_ms,
      did_it, ease, helped, ${fits(of)} AS fits ${more}
    FROM sessions
      LEFT JOIN recordings ON recordings.session_id = sessions.id
      LEFT JOIN task_runs ON task_runs.session_id = sessions.id AND task_runs.step = ${step}
      LEFT JOIN answers ON answers.session_id = sessions.id AND answers.step = ${step}
      ${joins}
    WHERE ${within(of)} AND ${tookPart(of)} AND ${isVisitor} ${fence}) AS run`;
}

function tookPart({ isOfPilots = false }: ResultsOf): RawBuilder<boolean> {
  return isOfPilots ? sql`sessions.is_pilot` : sql`sessions.took_part`;
}

/** Query for the people of the base who match the filter, with the columns of `everyone`. */
export function people(of: ResultsOf, more?: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT * FROM (${everyone(of, more)}) AS everyone WHERE kept`;
}

/**
 * Query for everyone who matches the filter and is not excluded, with the columns of `everyone`. Answers and spoken
 * words also count outside of the base, because they need no report of the prototype.
 */
export function peopleWithWords(of: ResultsOf, more?: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT * FROM (${everyone(of, more)}) AS everyone WHERE asked AND present`;
}

/** Condition for sessions of the revision, or of the test if the filter covers all revisions. */
export function within({ testId, revision }: ResultsOf): RawBuilder<boolean> {
  return revision === null
    ? sql`sessions.test_id = ${testId}`
    : sql`sessions.revision_id = ${revision.id} AND sessions.test_id = ${testId}`;
}

/** Condition for sessions that have a run through the task, or are not read yet. A task that was not shown counts nowhere. */
const mayHaveRun = sql<boolean>`(task_runs.session_id IS NOT NULL OR sessions.is_running
  OR coalesce((SELECT version FROM readings WHERE readings.session_id = sessions.id), 0) = 0)`;

/** Joins the moments of a question, a set or a text, and the answer to it, as `visit` and `given`; nothing to a task. */
function panelOfSession({ panel }: ResultsOf): RawBuilder<unknown> {
  if (panel === null) return sql``;
  return sql`LEFT JOIN panel_visits AS visit ON visit.session_id = sessions.id AND visit.step = ${panel}
    LEFT JOIN (SELECT session_id, step, answer AS given_answer, number AS given_number,
      tags AS given_tags, at_start FROM answers) AS given
      ON given.session_id = sessions.id AND given.step = ${panel}`;
}

/** Condition for sessions that were shown the step. */
function isVisitorOf({ panel }: ResultsOf): RawBuilder<boolean> {
  if (panel === null) return mayHaveRun;
  return sql`(visit.session_id IS NOT NULL OR ${isOfShownStep('given')})`;
}

/** Outcome of a run. Judgements are read only for running sessions, because a settled run stores the outcome 'excluded'. */
export const outcomeOfRun = sql<string>`CASE
    WHEN NOT sessions.is_running AND task_runs.outcome IS NOT NULL THEN task_runs.outcome
    WHEN (SELECT reason FROM judgements WHERE judgements.session_id = sessions.id
      AND kind = 'exclusion' ORDER BY judged_at DESC LIMIT 1) IS NOT NULL THEN 'excluded' ELSE 'running' END`;

/** Condition for runs of which is known whether they succeeded: those that count in n, in revisions with a goal. */
export function isDecided({ withGoal }: ResultsOf): RawBuilder<boolean> {
  return sql`(outcome = ANY(${[...COUNTED_OUTCOMES]}::text[]) AND revision_id = ANY(${withGoal}::uuid[]))`;
}

/** Condition for failed runs among those that count in n, in revisions with a goal. It uses the columns of `everyone`. */
export function failed(of: ResultsOf): RawBuilder<boolean> {
  return sql`(${isDecided(of)} AND outcome <> ALL(${[...SUCCESS_OUTCOMES]}::text[]))`;
}

/** Conditions for the days of the filter; the first and the last day are part of it. */
export function withinDays(
  { from, to, zone = 'UTC' }: ResultFilter,
  at: RawBuilder<Date> = sql`sessions.started_at`,
): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  if (from) conditions.push(sql`${at} >= to_timestamp(${dayStartMs(from, zone) / 1000})`);
  if (to) conditions.push(sql`${at} < to_timestamp(${dayStartMs(to, zone, 1) / 1000})`);
  return conditions;
}

function fits({ testId, step, panel, filter }: ResultsOf): RawBuilder<boolean> {
  const { screen, route, device, parameter, answer, variant, turn, tag, text } = filter;
  // Conditions are ordered by cost: a row that fails a cheap one skips the expensive ones.
  const conditions = withinDays(filter);
  if (route !== undefined) conditions.push(sql`task_runs.route = ${route}`);
  if (device !== undefined) conditions.push(sql`sessions.device = ${device}`);
  if (variant) conditions.push(sql`sessions.variant = ANY(${variant}::int[])`);
  if (turn) conditions.push(sql`${turnOf(panel ?? step)} = ANY(${turn}::int[])`);
  if (parameter) conditions.push(...parameterConditions(parameter));
  if (answer) conditions.push(...answerConditions(answer));
  if (tag) conditions.push(hasTag(testId, tag));
  if (text) {
    const [name, helped] = [sql`sessions.participant_name`, sql`helped`];
    const inAnswers = sql<boolean>`(SELECT bool_or(${containing(textOfAnswer(sql`of.answer`), text)})
      FROM answers AS of WHERE of.session_id = sessions.id AND ${isOfShownStep('of')})`;
    const inNotes = sql<boolean>`sessions.id IN (${sessionsWithNote(testId, text)})`;
    const inTranscript = sql<boolean>`sessions.id IN (${sessionsWithWords(testId, text)})`;
    const places = [
      ...[containing(name, text), containing(helped, text), inAnswers, inNotes, inTranscript],
    ];
    conditions.push(either(places));
  }
  if (screen) {
    const screens = [...new Set(screen)];
    conditions.push(sql`(SELECT count(*) FROM run_screens WHERE run_screens.session_id = sessions.id
      AND run_screens.step = ${step} AND run_screens.screen = ANY(${screens}::int[])) = ${screens.length}`);
  }
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` AND `)}) IS TRUE`;
}

/** Place of a step in the order of a row of `sessions`, which names a task with variants by its first one; null without. */
export function turnOf(step: number): RawBuilder<number | null> {
  const first = sql`(SELECT first.number FROM steps AS own JOIN steps AS first
      ON first.revision_id = own.revision_id AND first.position = own.position - coalesce(own.variant, 1) + 1
    WHERE own.revision_id = sessions.revision_id AND own.number = ${step})`;
  return sql`array_position(sessions.step_order, ${first})`;
}

/** Text of an answer in one's own words, also beside options; null for other answers. */
export function textOfAnswer(answer: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`coalesce(${answer}->>'other', CASE WHEN jsonb_typeof(${answer}) = 'string' THEN ${answer} #>> '{}' END)`;
}

/** Answers to one step mean 'one of these', those to several steps 'all of these'. */
function answerConditions(answer: readonly AnswerFilter[]): RawBuilder<boolean>[] {
  const bySteps = Map.groupBy(new Set(answer), (one) => readQuestionAnswer(one)?.step ?? 0);
  return [...bySteps].map(([step, ofStep]) => {
    if (step === 0) return either(ofStep.map((one) => cardAnswers[one as CardAnswer]));
    const given = ofStep.flatMap((one) => readQuestionAnswer(one) ?? []);
    return either(given.map(questionCondition));
  });
}

/** Values of one parameter mean 'one of these', several parameters 'all of these'. */
function parameterConditions(parameter: readonly string[]): RawBuilder<boolean>[] {
  const parameters = parameter.flatMap((text) => readParameter(text) ?? []);
  return [...Map.groupBy(parameters, ({ name }) => name)].map(([name, ofName]) => {
    const values = ofName.map(({ value }) => value);
    return sql`(SELECT of.value FROM session_parameters AS of
      WHERE of.session_id = sessions.id AND of.name = ${name}) = ANY(${values}::text[])`;
  });
}

function questionCondition(answer: QuestionAnswer): RawBuilder<boolean> {
  const { step } = answer;
  // Scalar subqueries, because PostgreSQL may turn EXISTS into a scan of all answers of all tests.
  const given = (value: RawBuilder<unknown>) =>
    sql<boolean>`(SELECT ${value} FROM answers AS of WHERE of.session_id = sessions.id AND of.step = ${step}
      AND ${isOfShownStep('of')})`;
  if (!('word' in answer)) {
    return given(sql`of.number BETWEEN ${answer.from}::float8 AND ${answer.to}::float8`);
  }
  const { word } = answer;
  const isAnswered = given(sql`of.answer IS NOT NULL`);
  if (word === 'answered') return isAnswered;
  if (word === 'skipped') {
    // A screening question that was skipped has a row without an answer.
    return sql`(coalesce(
      (SELECT true FROM panel_visits AS of WHERE of.session_id = sessions.id AND of.step = ${step}),
      ${given(sql`of.at_start`)}) AND ${isAnswered} IS NOT TRUE)`;
  }
  const value = JSON.stringify(isYesOrNo(word) ? word === 'yes' : { chosen: [word] });
  return given(sql`of.answer @> ${value}::jsonb`);
}

function isYesOrNo(word: string): boolean {
  return word === 'yes' || word === 'no';
}

function either(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql`(${sql.join(conditions, sql` OR `)})`;
}

/** Condition on a row of `answers` for each answer to the card after the task. */
export const cardAnswers: Readonly<Record<CardAnswer, RawBuilder<boolean>>> = {
  did_it: sql`did_it`,
  did_not: sql`NOT did_it`,
  none: sql`(did_it IS NULL AND ease IS NULL AND helped IS NULL)`,
  hard: sql`ease <= 3`,
  middling: sql`ease BETWEEN 4 AND 5`,
  easy: sql`ease >= 6`,
  helped: sql`helped IS NOT NULL`,
};
