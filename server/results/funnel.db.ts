// The funnel in the database: opened links and what became of them.
import { sql } from 'kysely';
import type { Obstacle } from '#contract/obstacles.ts';
import { type ResultsOf, withinDays } from '#server/filters/people-filter.read.ts';
import type { Database } from '#server/platform/db/database.ts';

export interface Funnel {
  opened: number;
  started: number;
  recorded: number;
  finished: number;
  obstacles: { obstacle: Obstacle; people: number }[];
  /** `word`: of the answer in a filter. */
  screenedOut: { step: number; word: string; people: number }[];
}

/** Numbers have many different answers. */
const SCREENED_ANSWERS_MAX = 50;

/**
 * Openings of the link and what became of them. A session that came without an opening opened it too; an opening
 * whose session was deleted counts no more. Excluded sessions are part of it, so that `recorded` is the number of
 * recordings of the revision.
 */
export async function readFunnel(db: Database, of: ResultsOf): Promise<Funnel> {
  const { testId, revision, filter } = of;
  const isWithinDays = sql.join([sql`true`, ...withinDays(filter, sql`at`)], sql` AND `);
  const ofRevision = revision ? sql`revision_id = ${revision.id}` : sql`true`;
  const { rows } = await sql<Funnel>`WITH opened AS MATERIALIZED (
      SELECT began.id IS NOT NULL AS started, coalesce(took_part, false) AS recorded,
        state = 'finished' AND NOT ended_early AND took_part AS finished, obstacle,
        screened_step, screened_word, coalesce(began.started_at, opened_at) AS at
      FROM (SELECT * FROM openings WHERE test_id = ${testId} AND ${ofRevision}
          AND NOT (started AND session_id IS NULL)) AS openings
        FULL JOIN (SELECT sessions.id, sessions.state, took_part, started_at, ended_early
          FROM sessions LEFT JOIN recordings ON recordings.session_id = sessions.id
          WHERE test_id = ${testId} AND NOT is_pilot AND ${ofRevision}) AS began ON began.id = openings.session_id)
    SELECT count(*)::int AS opened, count(*) FILTER (WHERE started)::int AS started,
      count(*) FILTER (WHERE recorded)::int AS recorded, count(*) FILTER (WHERE finished)::int AS finished,
      (SELECT coalesce(json_agg(stopped), '[]') FROM (
        SELECT obstacle, count(*)::int AS people FROM opened
        WHERE obstacle IS NOT NULL AND screened_step IS NULL AND NOT recorded AND ${isWithinDays}
        GROUP BY obstacle ORDER BY people DESC, obstacle) AS stopped) AS obstacles,
      (SELECT coalesce(json_agg(screened), '[]') FROM (
        SELECT screened_step AS step, screened_word AS word, count(*)::int AS people FROM opened
        WHERE screened_step IS NOT NULL AND NOT started AND ${isWithinDays}
        GROUP BY 1, 2 ORDER BY people DESC, step, word LIMIT ${SCREENED_ANSWERS_MAX}) AS screened) AS "screenedOut"
    FROM opened WHERE ${isWithinDays}`.execute(db);
  const [funnel] = rows;
  if (!funnel) throw new Error('a sum without a row');
  return funnel;
}
