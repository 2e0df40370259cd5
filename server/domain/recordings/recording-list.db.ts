// A test's recordings by the filter of results, searched and sorted: a page of them, and where one stands among them.
import { type RawBuilder, sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import { type Outcome, outcome, SUCCESS_OUTCOMES, type TaskAnswers } from '#contract/outcomes.ts';
import type { RecordingSort } from '#contract/recording-list.ts';
import type { Database } from '#server/db/database.ts';
import { containing } from '#server/domain/lists.ts';
import { everyone, type ResultsOf } from '#server/domain/results/people.ts';
import { TASK_STEP } from '#server/domain/tests/revisions.db.ts';
import { recordingColumns } from './recording-info.ts';

/** Which recordings, in which order. Excluded ones are among them unless the filter asks for other outcomes. */
export interface ListOf {
  of: ResultsOf;
  /** In the participant's name. */
  search: string | undefined;
  sort: RecordingSort;
  /** These alone. */
  ids?: readonly SessionId[] | undefined;
}

/** What puts a recording where it stands: the largest first, of equals the newest. */
export interface ListPlace {
  key: number;
  timestampMs: number;
}

/** The order of the rules, the first rule first. */
const rank = sql`-coalesce(array_position(${[...outcome.options]}::text[], outcome), 0)`;

const keys: Readonly<Record<RecordingSort, RawBuilder<number>>> = {
  newest: sql`0`,
  longest: sql`coalesce(round(duration_ms), 0)`,
  misclicks: sql`coalesce(misclicks, 0)`,
  // Above zero, as cursors are.
  outcome: sql`${outcome.options.length} + ${rank}`,
};

const columns = sql`, sessions.timestamp_ms, recordings.duration_ms, task_runs.misclicks`;

/** @param also a session that is among them whatever is asked. */
function listed(
  { of, search, sort, ids }: ListOf,
  also: SessionId | null = null,
): RawBuilder<unknown> {
  const named = search ? sql`participant_name ILIKE ${containing(search)}` : sql`true`;
  const chosen = ids ? sql`session_id = ANY(${ids}::uuid[])` : sql`true`;
  return sql`SELECT everyone.*, (${keys[sort]})::bigint AS key
    FROM (${everyone(of, sql`${columns}, sessions.participant_name`)}) AS everyone
    WHERE (asked AND ${named} AND ${chosen}) OR session_id = ${also}`;
}

/** One page of the list. @param after the last place of the page before */
export async function pageRecordings(
  db: Database,
  list: ListOf,
  { after, limit }: { after: ListPlace | null; limit: number },
) {
  const beyond = after
    ? sql`WHERE key < ${after.key} OR (key = ${after.key} AND timestamp_ms < ${after.timestampMs})`
    : sql``;
  const page = sql<RunOfRow>`(SELECT * FROM (${listed(list)}) AS listed ${beyond}
    ORDER BY key DESC, timestamp_ms DESC LIMIT ${limit})`;
  return await db
    .selectFrom(page.as('page'))
    .innerJoin('sessions', 'sessions.id', 'page.session_id')
    .innerJoin('recordings', 'recordings.session_id', 'sessions.id')
    .innerJoin('revisions', 'revisions.id', 'sessions.revision_id')
    .select([...recordingColumns])
    .select(['page.outcome', 'page.began_at_ms', 'page.goal_at_ms', 'page.device', 'page.key'])
    .select(['page.did_it', 'page.ease', 'page.helped'])
    .orderBy('page.key', 'desc')
    .orderBy('sessions.timestamp_ms', 'desc')
    .execute();
}

export async function countListed(db: Database, list: ListOf): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::int AS count FROM (${listed(list)}) AS listed`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Those before and after a recording in the list, and its place from 1; null: nothing of it is recorded. */
export async function readNeighbours(db: Database, list: ListOf, sessionId: SessionId) {
  const { rows } = await sql<{
    position: number;
    total: number;
    before: Neighbour | null;
    after: Neighbour | null;
  }>`SELECT position, total, before, after FROM (
      SELECT session_id, row_number() OVER place AS position, count(*) OVER () AS total,
        lag(person) OVER place AS before, lead(person) OVER place AS after
      FROM (SELECT *, json_build_object('name', participant_name, 'timestampMs', timestamp_ms) AS person
        FROM (${listed(list, sessionId)}) AS listed) AS listed
      WINDOW place AS (ORDER BY key DESC, timestamp_ms DESC)) AS placed
    WHERE session_id = ${sessionId}`.execute(db);
  return rows[0] ?? null;
}

export interface Neighbour {
  name: string;
  timestampMs: number;
}

interface RunOfRow {
  session_id: string;
  key: number;
  outcome: Outcome;
  began_at_ms: number | null;
  goal_at_ms: number | null;
  device: string | null;
  did_it: boolean | null;
  ease: number | null;
  helped: string | null;
}

/** The run of one session as far as its outcome does not tell it; undefined: it is gone. */
export async function readRun(db: Database, sessionId: SessionId) {
  const { rows } = await sql<Omit<RunOfRow, 'session_id' | 'key' | 'outcome'>>`
    SELECT device, began_at_ms, goal_at_ms, did_it, ease, helped FROM sessions
      LEFT JOIN task_runs ON task_runs.session_id = sessions.id AND task_runs.step = ${TASK_STEP}
      LEFT JOIN task_answers ON task_answers.session_id = sessions.id AND task_answers.step = ${TASK_STEP}
    WHERE sessions.id = ${sessionId}`.execute(db);
  return rows[0];
}

/** What a list and a recording's page show of a run. */
export function runInfoOf({
  did_it: didIt,
  ease,
  helped,
  ...run
}: Omit<RunOfRow, 'session_id' | 'key'>) {
  const isAnswered = didIt !== null || ease !== null || helped !== null;
  return {
    outcome: run.outcome,
    timeToGoalMs: timeToGoalOf(run),
    device: run.device,
    answers: isAnswered ? ({ didIt, ease, helped } satisfies TaskAnswers) : null,
  };
}

/** Of successes alone; a jump of the clock makes no time negative. */
function timeToGoalOf({
  outcome,
  began_at_ms,
  goal_at_ms,
}: Pick<RunOfRow, 'outcome' | 'began_at_ms' | 'goal_at_ms'>): number | null {
  const isSuccess = SUCCESS_OUTCOMES.some((success) => success === outcome);
  if (!isSuccess || goal_at_ms === null) return null;
  return Math.max(0, goal_at_ms - (began_at_ms ?? 0));
}
