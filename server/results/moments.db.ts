// The people behind a number, each with a moment of their recording, in pages.

import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { SessionId } from '#contract/ids.ts';
import type { MomentsQuery } from '#contract/moments.ts';
import { type Outcome, SUCCESS_OUTCOMES } from '#contract/outcomes.ts';
import { readQuestionAnswer } from '#contract/result-filter.ts';
import {
  failed,
  people,
  peopleWithWords,
  type ResultsOf,
} from '#server/filters/people-filter.read.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type StillColumns, stillBefore } from '#server/recordings/moment-still.db.ts';
import { areaCondition, isOn, layers, placeCondition } from './click-conditions.ts';
import { type NextScreen, routesThrough } from './paths.db.ts';

export interface MomentRow extends StillColumns {
  session_id: SessionId;
  number: number;
  participant_name: string;
  timestamp_ms: number;
  outcome: Outcome;
  at_ms: number;
  duration_ms: number | null;
  without_video: boolean;
  times: number;
  x: number | null;
  y: number | null;
  missed: boolean;
}

/** Parameters of a list of moments; `nodeId` belongs to the screen `at`. */
export type MomentListQuery = Omit<MomentsQuery, keyof ResultsOf['filter']> & {
  nodeId: string | null;
};

/** @returns at most `limit` rows after the cursor, and the sums of all people. */
export async function readMoments(
  db: Database,
  of: ResultsOf,
  { query, limit }: { query: MomentListQuery; limit: number },
): Promise<{ rows: MomentRow[]; total: number; times: number }> {
  const source = await momentsOf(db, of, query);
  const after = sql`number > ${Number(query.cursor ?? 0)}::bigint`;
  const { rows } = await sql<
    MomentRow & { total: number; all_times: number }
  >`WITH chosen AS MATERIALIZED (${source}),
      page AS MATERIALIZED (SELECT * FROM chosen WHERE ${after} ORDER BY number LIMIT ${limit})
    SELECT sums.total, sums.all_times, page.*, sessions.participant_name, sessions.timestamp_ms,
      recordings.duration_ms, recordings.without_video AND recordings.size_bytes = 0 AS without_video, still.*
    FROM (SELECT count(*)::int AS total, coalesce(sum(times), 0)::int AS all_times FROM chosen) AS sums
      LEFT JOIN page ON true
      LEFT JOIN sessions ON sessions.id = page.session_id
      LEFT JOIN recordings ON recordings.session_id = page.session_id
      LEFT JOIN LATERAL (${stillBefore('page.session_id', 'page.at_ms')}) AS still ON true
    ORDER BY page.number`.execute(db);
  const [{ total, all_times: times } = { total: 0, all_times: 0 }] = rows;
  return { rows: rows.filter((row) => row.session_id !== null), total, times };
}

/** Returns those of the sessions that are in the list, in the order of their numbers. */
export async function readSessionsAmong(
  db: Database,
  of: ResultsOf,
  { query, sessions }: { query: MomentListQuery; sessions: readonly SessionId[] },
): Promise<SessionId[]> {
  if (sessions.length === 0) return [];
  const source = await momentsOf(db, of, query);
  const { rows } = await sql<
    Pick<MomentRow, 'session_id'>
  >`SELECT session_id FROM (${source}) AS moment
    WHERE session_id = ANY(${sessions}::uuid[]) ORDER BY number`.execute(db);
  return rows.map(({ session_id }) => session_id);
}

/** Rows of one person each: `session_id`, `number`, `outcome`, `at_ms`, `times`, `x`, `y`, `missed`. */
async function momentsOf(
  db: Database,
  of: ResultsOf,
  query: MomentListQuery,
): Promise<RawBuilder<unknown>> {
  switch (query.of) {
    case 'people':
      return moments(of, { at: outcomeAtMs, where: sql`true` });
    case 'goal':
      return moments(of, { at: sql`goal_at_ms`, where: ofGoal(query) });
    case 'answered':
      if (of.panel !== null) return ofQuestion(of, query);
      return moments(of, {
        at: endedAtMs,
        where: ofAnswers(query),
        source: peopleWithWords,
      });
    case 'clicked':
      return ofClicks(of, query);
    case 'link':
      return await ofColumn(db, of, {
        at: screenOf(query),
        column: query.column ?? 0,
        next: query.next ?? 'end',
      });
    case 'visited':
      if (query.column === undefined) return ofScreen(of, { of: query.of, at: screenOf(query) });
      return await ofColumn(db, of, { at: screenOf(query), column: query.column, next: 'any' });
    default:
      return ofScreen(of, { of: query.of, at: screenOf(query) });
  }
}

/** End of a run, or 0 before it has a reading. */
const endedAtMs = sql`coalesce(ended_at_ms, 0)`;
/** Moment that decides an outcome: a success reaches the goal, every other run ends. */
const outcomeAtMs = sql`CASE WHEN outcome = ANY(${SUCCESS_OUTCOMES}::text[])
  THEN coalesce(goal_at_ms, ended_at_ms, 0) ELSE coalesce(ended_at_ms, 0) END`;

/** @throws AppError bad_input */
function screenOf({ at }: MomentListQuery): number {
  if (at === undefined) throw new AppError('bad_input', { fields: { at: 'This is required.' } });
  return at;
}

interface Moments {
  at: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** The people; those of the base by default. */
  source?: typeof people;
  from?: RawBuilder<unknown>;
  times?: RawBuilder<unknown>;
  click?: RawBuilder<unknown>;
}

const noClick = sql`NULL::float8 AS x, NULL::float8 AS y, false AS missed`;

function moments(
  of: ResultsOf,
  { at, where, source = people, from = sql``, times = sql`1`, click = noClick }: Moments,
): RawBuilder<unknown> {
  const given =
    of.panel === null
      ? sql``
      : sql`, visit.shown_at_ms, visit.answered_at_ms, given_answer, given_tags`;
  const more = sql`, task_runs.route, task_runs.path_at_ms ${given}`;
  return sql`SELECT kept.session_id, kept.number, kept.outcome, ${at} AS at_ms, ${times} AS times, ${click}
    FROM (${source(of, more)}) AS kept ${from} WHERE ${where}`;
}

function ofGoal({ fromMs, toMs }: MomentListQuery): RawBuilder<unknown> {
  const time = sql`greatest(goal_at_ms - began_at_ms, 0)`;
  const conditions = [
    sql`outcome = ANY(${SUCCESS_OUTCOMES}::text[])`,
    sql`goal_at_ms IS NOT NULL`,
    ...(fromMs === undefined ? [] : [sql`${time} >= ${fromMs}::float8`]),
    ...(toMs === undefined ? [] : [sql`${time} < ${toMs}::float8`]),
  ];
  return sql.join(conditions, sql` AND `);
}

/**
 * Moments of a question's answers: the moment in which it was shown of an answer whose own moment never arrived, and of
 * people who skipped it, if the filter selects them.
 */
function ofQuestion(of: ResultsOf, { textTag }: MomentListQuery): RawBuilder<unknown> {
  const at = sql`coalesce(answered_at_ms, shown_at_ms, 0)`;
  if (textTag) return moments(of, { at, where: sql`given_tags && ${textTag}::text[]` });
  const isSelected = (of.filter.answer ?? []).some(
    (one) => readQuestionAnswer(one)?.step === of.panel,
  );
  return moments(of, { at, where: isSelected ? sql`true` : sql`given_answer IS NOT NULL` });
}

function ofAnswers({ ease }: MomentListQuery): RawBuilder<unknown> {
  if (ease !== undefined) return sql`ease = ${ease}`;
  return sql`(did_it IS NOT NULL OR ease IS NOT NULL OR helped <> '')`;
}

function ofScreen(
  of: ResultsOf,
  { of: kind, at }: { of: 'visited' | 'came_back' | 'ended_here'; at: number },
): RawBuilder<unknown> {
  const from = sql`JOIN run_screens ON run_screens.session_id = kept.session_id
    AND run_screens.step = ${of.step} AND run_screens.screen = ${at}`;
  const times = sql`presented`;
  switch (kind) {
    case 'visited':
      return moments(of, { from, at: sql`first_at_ms`, where: sql`true`, times });
    case 'came_back':
      return moments(of, { from, at: sql`back_at_ms`, where: sql`back_at_ms IS NOT NULL`, times });
    case 'ended_here':
      return moments(of, {
        from,
        at: endedAtMs,
        times,
        where: sql`is_last AND ${failed(of)}`,
      });
  }
}

function ofClicks(of: ResultsOf, query: MomentListQuery): RawBuilder<unknown> {
  const at = screenOf(query);
  const conditions = [
    layers[query.layer ?? 'all'],
    ...(query.place === undefined ? [] : [placeCondition(query.place)]),
    ...(query.area === undefined ? [] : [areaCondition(query.area)]),
  ];
  const from = sql`JOIN run_screens ON run_screens.session_id = kept.session_id
      AND run_screens.step = ${of.step} AND run_screens.screen = ${at}
    JOIN LATERAL (SELECT count(*)::int AS clicked, (array_agg(clicks.at_ms ORDER BY seq))[1] AS at_ms,
        (array_agg(x ORDER BY seq))[1] AS x, (array_agg(y ORDER BY seq))[1] AS y,
        (array_agg(reacted IS FALSE ORDER BY seq))[1] AS missed
      FROM clicks WHERE clicks.session_id = kept.session_id AND clicks.step = ${of.step}
        AND ${isOn(of, query.nodeId)} AND ${sql.join(conditions, sql` AND `)}) AS clicked ON clicked > 0`;
  return moments(of, {
    from,
    at: sql`clicked.at_ms`,
    where: sql`true`,
    times: sql`clicked`,
    click: sql`clicked.x, clicked.y, clicked.missed`,
  });
}

async function ofColumn(
  db: Database,
  of: ResultsOf,
  query: { at: number; column: number; next: NextScreen },
): Promise<RawBuilder<unknown>> {
  const routes = await routesThrough(db, of, query);
  const ways = sql`unnest(${routes.map(({ route }) => route)}::text[], ${routes.map(({ place }) => place)}::int[])`;
  const from = sql`JOIN ${ways} AS way (way_route, place) ON way_route = kept.route`;
  const at = query.next === 'end' ? endedAtMs : sql`coalesce(path_at_ms[place + 1], 0)`;
  return moments(of, { from, at, where: sql`true` });
}
