// Computes the sums of each screen over the people who match the filter, in SQL.
import { type RawBuilder, sql } from 'kysely';
import { quantile } from '#insight/numbers/times.ts';
import { type Filtered, numbersOf, readOver } from '#server/filters/filter-counts.db.ts';
import { failed, isDecided, type ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Sums of one screen. */
export interface ScreenSums {
  /** The screen's number in the test. */
  screen: number;
  visitors: number;
  /** Visitors whose runs failed. */
  failedVisitors: number;
  /** Visitors who pressed something that does not react. */
  missers: number;
  cameBack: number;
  /** Returns to the screen of the person who returned most often. */
  mostTimes: number;
  /** Failed runs that ended on this screen. `thoughtDone` counts those whose participant answered that they did it. */
  endedHere: number;
  thoughtDone: number;
  /** Number of times that the screen was presented in failed runs. */
  presentedToFailed: number;
  /** Number of times in runs whose participant answered that they did it. */
  presentedToThoughtDone: number;
  /** Median time from the first presentation to the first click that reacted, in milliseconds. */
  firstReactedMs: number | null;
  clicks: number;
  misclicks: number;
  unplaced: number;
  /** Visitors who clicked. `onRoute` counts those whose first click led to the next screen of a route. */
  clickers: number;
  onRoute: number;
}

interface SumsQuery {
  /** Pairs of a screen and a screen that follows it on a route. Without pairs, `onRoute` is 0. */
  next?: readonly (readonly [number, number])[];
  /** Computes `firstReactedMs`, which is null otherwise, because it takes a quarter of the query's time. */
  times?: boolean;
}

interface ScreensRead {
  filtered: Filtered;
  /** Number of failed runs. */
  failures: number;
  /** Number of runs of which is not known whether they succeeded: to judge, or of a revision without a goal. */
  undecided: number;
  sums: ScreenSums[];
}

/** Returns the sums of all screens that people of the filter saw, by number. */
export async function readScreenSums(
  db: Database,
  of: ResultsOf,
  { next = [], times = false }: SumsQuery = {},
): Promise<ScreensRead> {
  // The columns of a person are computed before the join, because the join has a row for each of their screens.
  const tables = sql`, kept AS MATERIALIZED (SELECT session_id, ${failed(of)} AS failed,
      outcome = 'thought_done' AS thought_done FROM everyone WHERE kept),
    sums AS (SELECT screen, count(*) AS visitors,
      count(*) FILTER (WHERE failed) AS "failedVisitors",
      count(*) FILTER (WHERE misclicks > 0) AS missers, count(back_at_ms) AS "cameBack",
      max(presented) - 1 AS "mostTimes",
      count(*) FILTER (WHERE is_last AND failed) AS "endedHere",
      count(*) FILTER (WHERE is_last AND failed AND thought_done) AS "thoughtDone",
      coalesce(sum(presented) FILTER (WHERE failed), 0) AS "presentedToFailed",
      coalesce(sum(presented) FILTER (WHERE failed AND thought_done), 0) AS "presentedToThoughtDone",
      ${times ? sql`array_to_string(array_agg(first_reacted_ms), ',')` : sql`null`} AS reacted,
      sum(clicks) AS clicks, sum(misclicks) AS misclicks, sum(unplaced) AS unplaced,
      count(*) FILTER (WHERE clicks > 0) AS clickers,
      count(*) FILTER (WHERE clicks > 0 AND ${isOnRoute(next)}) AS "onRoute"
    FROM kept JOIN run_screens USING (session_id) WHERE step = ${of.step} GROUP BY screen)`;
  const columns = sql`, (SELECT count(*)::int FROM kept WHERE failed) AS failures,
    count(*) FILTER (WHERE kept AND NOT ${isDecided(of)})::int AS undecided,
    (SELECT coalesce(json_agg(sums ORDER BY screen), '[]') FROM sums) AS sums`;
  type Sums = Pick<ScreensRead, 'failures' | 'undecided'> & { sums: SumRow[] };
  const { filtered, failures, undecided, sums } = await readOver<Sums>(db, of, { tables, columns });
  return {
    filtered,
    failures,
    undecided,
    sums: sums.map(({ reacted, ...sum }) => ({
      ...sum,
      firstReactedMs: medianOf(numbersOf(reacted)),
    })),
  };
}

type SumRow = Omit<ScreenSums, 'firstReactedMs'> & { reacted: string | null };

/** Condition that the first click on a screen led to a screen that follows it on a route. */
function isOnRoute(next: readonly (readonly [number, number])[]): RawBuilder<boolean> {
  if (next.length === 0) return sql`false`;
  const [screens, followers] = [next.map(([screen]) => screen), next.map(([, then]) => then)];
  return sql`(screen, first_led_to) IN (
    SELECT * FROM unnest(${screens}::int[], ${followers}::int[]) AS pairs (screen, next))`;
}

/** Computes the median outside SQL, which would sort whole rows by screen and time: 100,000 rows in 100 ms. */
function medianOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : quantile(Float64Array.from(values).sort(), 0.5);
}
