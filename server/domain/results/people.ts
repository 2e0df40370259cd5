// The one filter of results: which sessions of a test they speak of. Every call of results builds on it.
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { RevisionId, TestId } from '#contract/ids.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import type { Authorized, TestRef } from '#server/access/authorized.ts';
import type { Database } from '#server/db/database.ts';
import { containing } from '#server/domain/lists.ts';

/** The position of a test's one task. */
export const TASK_STEP = 1;

/** What results speak of: a test, one of its revisions or all, and what the filter asks. */
export interface ResultsOf {
  testId: TestId;
  /** Null: of all. */
  revision: { id: RevisionId; number: number } | null;
  filter: ResultFilter;
}

/** Stands for a revision that the test does not have: nobody ran it. */
const NO_REVISION = '00000000-0000-0000-0000-000000000000' as RevisionId;

/**
 * Finds the revision of the filter; without one the newest that sessions have run, or the newest of all.
 * @throws AppError not_found when the test was deleted meanwhile
 */
export async function resultsOf(
  db: Database,
  { testId }: Authorized<TestRef>,
  filter: ResultFilter,
): Promise<ResultsOf> {
  if (filter.revision === 'all') return { testId, revision: null, filter };
  const rows = await db
    .selectFrom('revisions')
    .select(['id', 'number'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessions')
          .innerJoin('recordings', 'recordings.session_id', 'sessions.id')
          .select('sessions.id')
          .whereRef('sessions.revision_id', '=', 'revisions.id')
          .where('recordings.size_bytes', '>', 0),
      ).as('ran'),
    )
    .where('test_id', '=', testId)
    .where('number', 'is not', null)
    .orderBy('created_at', 'desc')
    .execute();
  if (rows.length === 0) throw new AppError('not_found');
  const asked = filter.revision;
  const found =
    asked === undefined
      ? (rows.find(({ ran }) => ran) ?? rows[0])
      : rows.find(({ number }) => number === asked);
  const id = (found?.id as RevisionId | undefined) ?? NO_REVISION;
  return { testId, revision: { id, number: found?.number ?? asked ?? 1 }, filter };
}

/**
 * Everyone who recorded something in the revision, one row each: `session_id`, `number`, `revision_id`, `outcome`,
 * `device`, times of the run, answers; `counts`: not excluded, or the filter asks for the excluded; `is_excluded`;
 * `fits`: every field of the filter but the outcome; `kept`: the filter leaves them.
 * @param more columns of sessions, recordings, task_runs and task_answers
 */
export function everyone(of: ResultsOf, more: RawBuilder<unknown> = sql``): RawBuilder<unknown> {
  const { outcome } = of.filter;
  const counts = outcome?.includes('excluded') ? sql`true` : sql`outcome <> 'excluded'`;
  const isAsked = outcome ? sql`outcome = ANY(${outcome}::text[])` : sql`true`;
  return sql`SELECT run.*, ${counts} AS counts, fits AND ${counts} AND ${isAsked} AS kept FROM (
    SELECT sessions.id AS session_id, sessions.number, sessions.revision_id, sessions.device,
      ${outcomeOfRun} AS outcome, task_runs.began_at_ms, task_runs.ended_at_ms, task_runs.goal_at_ms,
      did_it, ease, helped, ${fits(of)} AS fits ${more}
    FROM sessions
      JOIN recordings ON recordings.session_id = sessions.id AND recordings.size_bytes > 0
      LEFT JOIN task_runs ON task_runs.session_id = sessions.id AND task_runs.step = ${TASK_STEP}
      LEFT JOIN task_answers ON task_answers.session_id = sessions.id AND task_answers.step = ${TASK_STEP}
    WHERE ${within(of)}) AS run`;
}

/** Those whom the filter leaves, in the columns of `everyone`. */
export function people(of: ResultsOf, more?: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT * FROM (${everyone(of, more)}) AS everyone WHERE kept`;
}

/** Sessions of the revision, or of the test. */
export function within({ testId, revision }: ResultsOf): RawBuilder<boolean> {
  return revision === null
    ? sql`sessions.test_id = ${testId}`
    : sql`sessions.revision_id = ${revision.id} AND sessions.test_id = ${testId}`;
}

/** The last decision to exclude counts, with its reason, or to include again, without one. */
const isExcluded = sql`(SELECT reason FROM judgements
  WHERE judgements.session_id = sessions.id AND judgements.step = ${sql.lit(TASK_STEP)} AND kind = 'exclusion'
  ORDER BY judged_at DESC LIMIT 1) IS NOT NULL`;

const outcomeOfRun = sql`CASE WHEN ${isExcluded} THEN 'excluded'
  WHEN recordings.state = 'receiving' OR task_runs.outcome IS NULL THEN 'running'
  ELSE task_runs.outcome END`;

/** Days of the filter; both ends belong to it. */
export function withinDays({ from, to }: ResultFilter): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  if (from) conditions.push(sql`sessions.started_at >= to_timestamp(${secondsOf(from)})`);
  if (to) conditions.push(sql`sessions.started_at < to_timestamp(${secondsOf(to) + DAY_SECONDS})`);
  return conditions;
}

const DAY_SECONDS = 86_400;

function secondsOf(day: string): number {
  return Date.parse(day) / 1000;
}

function fits({ filter }: ResultsOf): RawBuilder<boolean> {
  const { screen, route, device, answer, text } = filter;
  const conditions = withinDays(filter);
  for (const number of new Set(screen)) {
    conditions.push(sql`EXISTS (SELECT FROM run_screens WHERE run_screens.session_id = sessions.id
      AND run_screens.step = ${TASK_STEP} AND run_screens.screen = ${number})`);
  }
  if (route !== undefined) conditions.push(sql`task_runs.route = ${route}`);
  if (device !== undefined) conditions.push(sql`sessions.device = ${device}`);
  if (answer) conditions.push(either([...new Set(answer)].map((one) => answers[one])));
  if (text) {
    conditions.push(sql`(sessions.participant_name ILIKE ${containing(text)}
      OR helped ILIKE ${containing(text)})`);
  }
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` AND `)}) IS TRUE`;
}

function either(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql`(${sql.join(conditions, sql` OR `)})`;
}

type AnswerFilter = NonNullable<ResultFilter['answer']>[number];

/** What each answer of the filter says of a row of `task_answers`. */
export const answers: Readonly<Record<AnswerFilter, RawBuilder<boolean>>> = {
  did_it: sql`did_it`,
  did_not: sql`NOT did_it`,
  none: sql`(did_it IS NULL AND ease IS NULL AND helped IS NULL)`,
  hard: sql`ease <= 3`,
  middling: sql`ease BETWEEN 4 AND 5`,
  easy: sql`ease >= 6`,
  helped: sql`helped IS NOT NULL`,
};
