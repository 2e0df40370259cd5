// Tests as pages show them: summaries of their recordings are read from counts and a few rows of each test.
import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import { LIST_MAX, POSTERS_LOOKED_AT, SILENT_MS } from '#contract/limits.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newestTask } from '#server/revisions/revisions.db.ts';
import { lastSeenAt } from '#server/session-state/last-seen.db.ts';
import { directionOf, matchingTests, type TestPage } from './test-list-filter.ts';

export type SummaryRow = Awaited<ReturnType<typeof selectSummaries>>[number];

/** Recordings of `tests` that run, how many of them are live, and the earliest last sign of life among these. */
export const runningOfTest = () =>
  sql<{ running: number; live: number; heard_at: Date | null }>`(
  SELECT count(*)::int AS running, count(*) FILTER (WHERE is_live)::int AS live,
    min(heard_at) FILTER (WHERE is_live) AS heard_at
  FROM (SELECT ${lastSeenAt} AS heard_at, ${lastSeenAt} > ${new Date(Date.now() - SILENT_MS)} AS is_live
    FROM sessions JOIN recordings ON recordings.session_id = sessions.id
    WHERE sessions.test_id = tests.id AND is_running) AS heard)`.as<'running'>(sql`running`);

/** The newest recording of `tests` with a poster, of a few. */
const poster = sql<{ poster_of: SessionId; poster_at_ms: number }>`(
  SELECT id AS poster_of, poster_at_ms FROM (
    SELECT sessions.id, timestamp_ms, poster_at_ms FROM sessions JOIN recordings ON session_id = sessions.id
    WHERE sessions.test_id = tests.id AND took_part ORDER BY timestamp_ms DESC LIMIT ${POSTERS_LOOKED_AT}) AS newest
  WHERE poster_at_ms IS NOT NULL ORDER BY timestamp_ms DESC LIMIT 1)`.as<'poster'>(sql`poster`);

const recordedSince = (sinceMs: number | null) => sql<
  number | null
>`CASE WHEN ${sinceMs}::bigint IS NOT NULL THEN (
  SELECT count(*)::int FROM (SELECT FROM sessions
    WHERE sessions.test_id = tests.id AND took_part AND timestamp_ms >= ${sinceMs} LIMIT ${LIST_MAX}) AS since) END`;

/** @param sinceMs counts the recordings since then, or null to count none */
export async function selectSummaries(db: Database, filter: TestPage, sinceMs: number | null) {
  return await db
    .selectFrom(matchingTests(filter))
    .innerJoin('tests', 'tests.id', 'chosen.id')
    .innerJoinLateral(newestTask, (join) => join.onTrue())
    .innerJoinLateral(runningOfTest(), (join) => join.onTrue())
    .leftJoinLateral(poster, (join) => join.onTrue())
    .selectAll('tests')
    .select(['chosen.place', 'newest.task', 'newest.figma_url'])
    .selectAll(['running', 'poster'])
    .select(recordedSince(sinceMs).as('recorded_since'))
    .orderBy(sql`chosen.place`, directionOf(filter))
    .orderBy('tests.id', directionOf(filter))
    .execute();
}

/** Totals of the recordings that have ended, where all of a test's are few enough to be added up. */
export const totalsOfTest = sql<{
  clicks: number | null;
  misclicks: number | null;
  duration_ms: number | null;
  average_ms: number | null;
}>`(
  SELECT sum(clicks)::int AS clicks, sum(missed)::int AS misclicks, sum(duration_ms) AS duration_ms,
    avg(duration_ms) AS average_ms
  FROM sessions JOIN recordings ON recordings.session_id = sessions.id
    LEFT JOIN LATERAL (SELECT sum(misclicks) AS missed FROM task_runs WHERE task_runs.session_id = sessions.id) AS runs
      ON true
  WHERE tests.recording_count <= ${LIST_MAX} AND sessions.test_id = tests.id AND took_part AND NOT is_running
)`.as<'totals'>(sql`totals`);
