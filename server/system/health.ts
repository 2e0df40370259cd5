// Health of this server: a list of checks, each run at most once in a while, however often it is called.
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/platform/db/database.ts';
import { isDatabaseAway } from '#server/platform/db/database-away.ts';
import { recentValue } from '#server/platform/machine/recent-value.ts';
import { probeStorage } from '#server/storage/probe.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { StorageSpace } from '#server/workspaces/storage-space.db.ts';
import { answersQueries } from './system.db.ts';

/** One condition without which the server is not healthy. */
export interface HealthCheck {
  /** Name in the log. */
  name: string;
  /** Sentence for the caller when the check fails. It holds no paths, addresses or names. */
  problem: string;
  /** Resolves to whether the condition holds. An error counts as a failure. */
  holds: () => Promise<boolean>;
  /** Age in milliseconds up to which its result is used again, where running it costs more; else RESULT_MS. */
  resultMs?: number;
}

export interface Health {
  /** Sentences of the checks that fail; empty while the server is healthy. */
  problems(): Promise<string[]>;
}

export interface HealthTimes {
  /** Age in milliseconds up to which any result is used again; else that of the check. */
  resultMs?: number;
  /** Time after which a check that has not ended counts as failed; else CHECK_MAX_MS. */
  checkMaxMs?: number;
}

type HealthLog = Pick<FastifyBaseLogger, 'warn' | 'info'>;

/** Monitors call every few seconds; a flood of calls runs each check once a second. */
const RESULT_MS = 1000;
/** Monitors give up after five to ten seconds. */
const CHECK_MAX_MS = 4000;

/** Writing to the disk takes some milliseconds; a bucket's provider charges for each request. */
const PROBE_MS = { disk: 10_000, bucket: 60_000 };

/** The checks of every server. */
export function serverChecks({
  db,
  space,
  storage,
  media,
}: {
  db: Database;
  space: StorageSpace;
  storage: Storage;
  media: 'disk' | 'bucket';
}): HealthCheck[] {
  return [
    {
      name: 'database',
      problem: 'The database does not answer.',
      holds: () => answersQueries(db),
    },
    {
      name: 'disk',
      problem: 'The disk is full: nothing can be stored.',
      holds: () => space.canStore(),
    },
    {
      name: 'media',
      problem: 'Recordings cannot be stored.',
      holds: () => probeStorage(storage).then(() => true),
      resultMs: PROBE_MS[media],
    },
  ];
}

export function openHealth(
  checks: readonly HealthCheck[],
  log: HealthLog,
  { resultMs, checkMaxMs = CHECK_MAX_MS }: HealthTimes = {},
): Health {
  const readers = checks.map((check) => {
    const run = withoutOverlap(check.holds);
    const read = recentValue(
      resultMs ?? check.resultMs ?? RESULT_MS,
      logChanges(check, log, () => within(checkMaxMs, run())),
    );
    return async () => ((await read()) ? [] : [check.problem]);
  });
  return {
    problems: async () => (await Promise.all(readers.map((read) => read()))).flat(),
  };
}

/** A check that hangs, as with a database that accepts connections and never answers, is not started again meanwhile. */
function withoutOverlap(run: () => Promise<boolean>): () => Promise<boolean> {
  let running: Promise<boolean> | null = null;
  return () => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
}

async function within(maxMs: number, check: Promise<boolean>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), maxMs);
  try {
    return await Promise.race([check, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Writes one line when a check begins to fail, and one when it holds again. An outage of the database
 * has lines of its own (db/outages.ts).
 */
function logChanges(
  { name }: HealthCheck,
  log: HealthLog,
  run: () => Promise<boolean>,
): () => Promise<boolean> {
  let held = true;
  let isOutage = false;
  return async () => {
    let cause: unknown;
    const holds = await run().catch((error) => {
      cause = error;
      return false;
    });
    if (held && !holds) {
      isOutage = isDatabaseAway(cause);
      log.warn({ check: name, err: cause }, 'a health check fails');
    }
    if (!held && holds && !isOutage) log.info({ check: name }, 'a health check holds again');
    held = holds;
    return holds;
  };
}
