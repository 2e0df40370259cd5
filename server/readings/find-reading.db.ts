// Returns the reading of a session: the stored one, or for a running session one that is computed and cached briefly.
import type { FastifyBaseLogger } from 'fastify';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { LRUCache } from 'lru-cache';
import { AppError } from '#contract/errors.ts';
import type { SessionId } from '#contract/ids.ts';
import { READING_VERSION, type ReadClick } from '#insight/reading.ts';
import type { RunReading } from '#insight/task-runs.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type ReadingParts, type ReadSession, readMessages } from './session-reading.db.ts';

/** The reading of a session: a run for each task that it was shown, in the order of their times. */
export interface SessionRuns {
  runs: RunReading[];
  /** The value is true if an older version computed it. */
  isDue: boolean;
}

/** Returns a session's stored runs, or null without a reading. */
export async function findReading(db: Database, sessionId: SessionId): Promise<SessionRuns | null> {
  // One statement reads all tables, so that a reading that is stored meanwhile is read as a whole or not at all.
  const rows = await db
    .selectFrom('task_runs')
    .innerJoin('readings', 'readings.session_id', 'task_runs.session_id')
    .selectAll('task_runs')
    .select('readings.version')
    .select(({ selectFrom }) => [
      jsonArrayFrom(
        selectFrom('clicks')
          .select(['seq', 'at_ms as atMs', 'screen_id as screenId', 'reacted', 'x', 'y'])
          .select(['behind_overlay as behindOverlay', 'target_id as targetId', 'unplaced'])
          .select(['inner_scrolled as innerScrolled', 'is_first as isFirst', 'place'])
          .whereRef('clicks.session_id', '=', 'task_runs.session_id')
          .whereRef('clicks.step', '=', 'task_runs.step')
          .orderBy('seq'),
      ).as('clickList'),
      jsonArrayFrom(
        selectFrom('visits')
          .select(['screen_id as screenId', 'in_history as inHistory'])
          .select(['entered_at_ms as enteredAtMs', 'left_at_ms as leftAtMs'])
          .whereRef('visits.session_id', '=', 'task_runs.session_id')
          .whereRef('visits.step', '=', 'task_runs.step')
          .orderBy('ordinal'),
      ).as('visits'),
    ])
    .where('task_runs.session_id', '=', sessionId)
    .orderBy('began_at_ms')
    .execute();
  const [first] = rows;
  if (!first) return null;
  const runs = rows.map((row) => ({
    step: row.step,
    ended: row.ended,
    // Times of a run without boundaries are those of its visits.
    startMs: row.began_at_ms,
    endedAtMs: row.ended_at_ms,
    reading: {
      prototypeState: row.prototype_state,
      clicks: row.clickList as ReadClick[],
      visits: row.visits,
      path: row.path,
      pathAtMs: row.path_at_ms,
      skipped: {
        echo: row.skipped_echo,
        navigationRace: row.skipped_navigation_race,
        withoutPosition: row.skipped_without_position,
        withoutScreen: row.skipped_without_screen,
      },
    },
  }));
  return { runs, isDue: first.version < READING_VERSION };
}

/** Cached readings of sessions without a stored one, so that several requests read their messages once. */
export type RunningReadings = LRUCache<SessionId, RunReading[], ReadSession>;

/**
 * Maximum number of cached clicks and visits, 200 bytes each: five of the longest sessions, hundreds of ordinary
 * ones.
 */
const RUNNING_READINGS_MAX = 200_000;
/** Reading a message takes 0.03 ms, so requests for a running session take 6 % of a core at the most. */
const TTL_MS_PER_MESSAGE = 0.5;

/** @param clock milliseconds from any moment on */
export function openRunningReadings(
  parts: ReadingParts,
  clock: { now(): number } = performance,
): RunningReadings {
  return new LRUCache<SessionId, RunReading[], ReadSession>({
    maxSize: RUNNING_READINGS_MAX,
    sizeCalculation: (runs) =>
      runs.reduce((sum, { reading }) => sum + reading.clicks.length + reading.visits.length, 1),
    ttl: 1,
    perf: clock,
    ttlResolution: 0,
    fetchMethod: async (_sessionId, _stale, { context, options }) => {
      const { runs, messages } = await readMessages(parts, parts.db, context);
      options.ttl = Math.ceil(messages * TTL_MS_PER_MESSAGE) + 1;
      return runs;
    },
  });
}

/** Returns the stored reading of a session, or computes one that is stored nowhere. */
export async function readingOf(
  parts: { db: Database; runningReadings: RunningReadings; log: FastifyBaseLogger },
  session: ReadSession & { state: 'receiving' | 'ready' },
): Promise<SessionRuns> {
  const { sessionId, state } = session;
  const stored = state === 'ready' ? await findReading(parts.db, sessionId) : null;
  if (stored) return stored;
  try {
    const runs = await parts.runningReadings.forceFetch(sessionId, { context: session });
    return { runs, isDue: false };
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The video can be watched without a reading, and the job retries.
    parts.log.error({ err: error, sessionId }, 'a session could not be read');
    return { runs: [], isDue: true };
  }
}
