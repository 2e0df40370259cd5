// The job deleted.remove: removes deleted data batch by batch, and queues the removal of stored objects in the
// transaction of their rows. `deleted_at` marks the remaining rows, so after a kill at any point the next run
// continues.
import { sql } from 'kysely';
import type { Parts } from '#server/parts.ts';
import type { Database } from '#server/platform/db/database.ts';
import { sendDeletions } from '#server/platform/jobs/jobs.ts';
import { deleteTestsOfWorkspaces } from './deletions.db.ts';
import {
  countDeletedSessions,
  deletedTests,
  type Removed,
  removeOpenings,
  removeOwnSessions,
  removeRestorable,
  removeSessionsOf,
  removeTest,
  removeWorkspace,
  TESTS_PER_LOOK,
} from './removal.db.ts';

/** Approximate duration of one job. It then logs the number of remaining rows and queues the next job. */
const RUN_MS = 60_000;
/**
 * Below PostgreSQL's `deadlock_timeout` of 1 s: where a row of a session is in use, this gives way before the other
 * transaction is ended.
 */
const LOCK_WAIT_MS = 200;
/** Maximum number of consecutive batches that met a locked row; the next minute's job continues. */
const BUSY_MAX = 3;
/** SQLSTATE: lock_not_available, deadlock_detected (PostgreSQL, appendix A). */
const busyStates: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

/** One transaction's removal. */
type Step = (db: Database) => Promise<Removed | null>;

/** Harmless twice and beside other servers: each takes rows that no other one has. */
export async function removeDeleted(parts: Pick<Parts, 'log' | 'db' | 'jobs'>): Promise<void> {
  await deleteTestsOfWorkspaces(parts.db);
  const run = new Run(parts);
  await run.once(removeRestorable);
  await run.repeat(removeOwnSessions);
  const tests = await deletedTests(parts.db);
  for (const testId of tests) {
    let afterMs = -1;
    await run.repeat(async (db) => {
      const removed = await removeSessionsOf(db, testId, afterMs);
      afterMs = removed?.afterMs ?? afterMs;
      return removed;
    });
    await run.repeat((db) => removeOpenings(db, testId));
    await run.once((db) => removeTest(db, testId));
  }
  await run.repeat(removeWorkspace);
  if (run.isOver() || tests.length === TESTS_PER_LOOK) await parts.jobs.send('deleted.remove', {});
  if (run.sessions === 0) return;
  const left = await countDeletedSessions(parts.db);
  parts.log.info({ sessions: run.sessions, left }, 'removed what was deleted');
}

/** One job's time, and what it has removed. */
class Run {
  readonly #parts: Pick<Parts, 'db' | 'jobs'>;
  readonly #endsAtMs = performance.now() + RUN_MS;
  sessions = 0;

  constructor(parts: Pick<Parts, 'db' | 'jobs'>) {
    this.#parts = parts;
  }

  isOver(): boolean {
    return performance.now() >= this.#endsAtMs;
  }

  /** Until nothing is left that can be removed now. */
  async repeat(step: Step): Promise<void> {
    while (await this.once(step));
  }

  /** @returns whether something was removed. */
  async once(step: Step): Promise<boolean> {
    for (let busy = 0; busy < BUSY_MAX && !this.isOver(); busy += 1) {
      try {
        const removed = await this.#parts.db
          .transaction()
          .execute((db) => inTransaction(this.#parts, db, step));
        this.sessions += removed?.sessions ?? 0;
        return removed !== null;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && busyStates.has(error.code))) throw error;
      }
    }
    return false;
  }
}

async function inTransaction(
  { jobs }: Pick<Parts, 'jobs'>,
  db: Database,
  step: Step,
): Promise<Removed | null> {
  await sql`SELECT set_config('lock_timeout', ${String(LOCK_WAIT_MS)}, true)`.execute(db);
  const removed = await step(db);
  if (removed) await sendDeletions(jobs, removed.prefixes, db);
  return removed;
}
