// Sums of each screen over the people of the filter, in the database.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { failed, people, type ResultsOf, TASK_STEP } from './people.ts';

/** What people did on one screen. */
export interface ScreenSums {
  /** Its number in the test. */
  screen: number;
  visitors: number;
  /** Visitors who pressed something that does not react. */
  missers: number;
  cameBack: number;
  /** Times that the one came back who did so most often. */
  mostTimes: number;
  /** Of those who did not make it: whose last screen it was, and who of them said that they had done it. */
  endedHere: number;
  thoughtDone: number;
  /** Times that it was presented to those who did not make it. */
  presentedToFailed: number;
  /** Median from its first presentation to the first click that reacted, in milliseconds. */
  firstReactedMs: number | null;
  clicks: number;
  misclicks: number;
  unplaced: number;
  /** Visitors who clicked, and those whose first click led to a screen that follows it on a route. */
  clickers: number;
  onRoute: number;
}

/**
 * Screens that people of the filter presented, by number.
 * @param next for each screen of a route those that follow it, as pairs of numbers
 */
export async function readScreenSums(
  db: Database,
  of: ResultsOf,
  next: readonly (readonly [number, number])[],
): Promise<ScreenSums[]> {
  const pairs = sql`unnest(${next.map(([screen]) => screen)}::int[], ${next.map(([, then]) => then)}::int[])`;
  const onRoute =
    next.length === 0
      ? sql`false`
      : sql`(screen, first_led_to) IN (SELECT * FROM ${pairs} AS pairs (screen, next))`;
  const { rows } = await sql<ScreenSums>`SELECT screen, count(*)::int AS visitors,
      count(*) FILTER (WHERE misclicks > 0)::int AS missers,
      count(back_at_ms)::int AS "cameBack",
      max(presented) - 1 AS "mostTimes",
      count(*) FILTER (WHERE is_last AND ${failed})::int AS "endedHere",
      count(*) FILTER (WHERE is_last AND outcome = 'thought_done')::int AS "thoughtDone",
      coalesce(sum(presented) FILTER (WHERE ${failed}), 0)::int AS "presentedToFailed",
      percentile_cont(0.5) WITHIN GROUP (ORDER BY first_reacted_ms) AS "firstReactedMs",
      sum(clicks)::int AS clicks, sum(misclicks)::int AS misclicks, sum(unplaced)::int AS unplaced,
      count(*) FILTER (WHERE clicks > 0)::int AS clickers,
      count(*) FILTER (WHERE clicks > 0 AND ${onRoute})::int AS "onRoute"
    FROM (${people(of)}) AS kept JOIN run_screens USING (session_id)
    WHERE step = ${TASK_STEP} GROUP BY screen ORDER BY screen`.execute(db);
  return rows;
}

/** People of n without the goal. */
export async function countFailed(db: Database, of: ResultsOf): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count
    FROM (${people(of)}) AS kept WHERE ${failed}`.execute(db);
  return rows[0]?.count ?? 0;
}
