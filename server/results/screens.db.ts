// Sums of each screen over the people of the filter, in the database.
import { type RawBuilder, sql } from 'kysely';
import { quantile } from '#insight/numbers/times.ts';
import { type Filtered, numbersOf, readOver } from '#server/filters/filter-counts.db.ts';
import { failed, type ResultsOf } from '#server/filters/people-filter.rules.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Sums of one screen. */
export interface ScreenSums {
  /** The screen's number in the test. */
  screen: number;
  visitors: number;
  /** Visitors who pressed something that does not react. */
  missers: number;
  cameBack: number;
  /** Times that the one came back who did so most often. */
  mostTimes: number;
  /** Failed runs that ended on this screen, and how many of these people answered that they had done it. */
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

interface SumsQuery {
  /** For each screen of a route those that follow it, as pairs of numbers; without it no one is on a route. */
  next?: readonly (readonly [number, number])[];
  /** Asks for `firstReactedMs`, which is null otherwise: it takes a quarter of the time. */
  times?: boolean;
}

/** Screens that people of the filter presented, by number, and how many people of n did not reach the goal. */
export async function readScreenSums(
  db: Database,
  of: ResultsOf,
  { next = [], times = false }: SumsQuery = {},
): Promise<{ filtered: Filtered; failures: number; sums: ScreenSums[] }> {
  // A person's own columns are computed before the join: it has a row for each screen of theirs.
  const tables = sql`, kept AS MATERIALIZED (SELECT session_id, ${failed(of)} AS failed,
      outcome = 'thought_done' AS thought_done FROM everyone WHERE kept),
    sums AS (SELECT screen, count(*) AS visitors,
      count(*) FILTER (WHERE misclicks > 0) AS missers, count(back_at_ms) AS "cameBack",
      max(presented) - 1 AS "mostTimes",
      count(*) FILTER (WHERE is_last AND failed) AS "endedHere",
      count(*) FILTER (WHERE is_last AND failed AND thought_done) AS "thoughtDone",
      coalesce(sum(presented) FILTER (WHERE failed), 0) AS "presentedToFailed",
      ${times ? sql`array_to_string(array_agg(first_reacted_ms), ',')` : sql`null`} AS reacted,
      sum(clicks) AS clicks, sum(misclicks) AS misclicks, sum(unplaced) AS unplaced,
      count(*) FILTER (WHERE clicks > 0) AS clickers,
      count(*) FILTER (WHERE clicks > 0 AND ${isOnRoute(next)}) AS "onRoute"
    FROM kept JOIN run_screens USING (session_id) WHERE step = ${of.step} GROUP BY screen)`;
  const columns = sql`, (SELECT count(*)::int FROM kept WHERE failed) AS failures,
    (SELECT coalesce(json_agg(sums ORDER BY screen), '[]') FROM sums) AS sums`;
  type Sums = { failures: number; sums: SumRow[] };
  const { filtered, failures, sums } = await readOver<Sums>(db, of, { tables, columns });
  return {
    filtered,
    failures,
    sums: sums.map(({ reacted, ...sum }) => ({
      ...sum,
      firstReactedMs: medianOf(numbersOf(reacted)),
    })),
  };
}

type SumRow = Omit<ScreenSums, 'firstReactedMs'> & { reacted: string | null };

/** A condition: a screen's first click led to one that follows it on a route. */
function isOnRoute(next: readonly (readonly [number, number])[]): RawBuilder<boolean> {
  if (next.length === 0) return sql`false`;
  const [screens, followers] = [next.map(([screen]) => screen), next.map(([, then]) => then)];
  return sql`(screen, first_led_to) IN (
    SELECT * FROM unnest(${screens}::int[], ${followers}::int[]) AS pairs (screen, next))`;
}

/** Sorted here: SQL would sort whole rows by screen and time for it, 100,000 of them in 100 ms. */
function medianOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : quantile(Float64Array.from(values).sort(), 0.5);
}
