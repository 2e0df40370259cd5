// The job deleted.remove: removes what is deleted, batch by batch, and queues the removal of stored objects in the
// transaction of their rows. `deleted_at` says what is left: killed at any point, the next run goes on.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { sendDeletions } from '#server/jobs/jobs.ts';
import type { Parts } from '#server/parts.ts';
import { deleteTestsOfWorkspaces } from './deletions.db.ts';
import {
  countDeletedSessions,
  type Removed,
  removeOpenings,
  removeSessions,
  removeTest,
  removeWorkspace,
} from './removal.db.ts';

/** A job runs for about so long, says in the log what is left, and queues the next one. */
const RUN_MS = 60_000;
/**
 * Below PostgreSQL's `deadlock_timeout` of 1 s: where a row of a session is in use, this gives way before the other
 * transaction is ended.
 */
const LOCK_WAIT_MS = 200;
/** Batches in a row that met a row in use; the next minute's job goes on. */
const BUSY_MAX = 3;
/** SQLSTATE: lock_not_available, deadlock_detected (PostgreSQL, appendix A). */
const busyStates: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

/** In the order in which references allow it. */
const steps = [removeSessions, removeOpenings, removeTest, removeWorkspace];

/** Harmless twice and beside other servers: each takes rows that no other one has. */
export async function removeDeleted(parts: Parts): Promise<void> {
  const endsAtMs = performance.now() + RUN_MS;
  let sessions = 0;
  let isDone = false;
  await deleteTestsOfWorkspaces(parts.db);
  while (!isDone && performance.now() < endsAtMs) {
    const removed = await removeBatch(parts);
    sessions += removed?.sessions ?? 0;
    isDone = removed === null;
  }
  if (!isDone) await parts.jobs.send('deleted.remove', {});
  if (sessions === 0) return;
  const left = await countDeletedSessions(parts.db);
  parts.log.info({ sessions, left }, 'removed what was deleted');
}

/** @returns null when nothing is left that can be removed now. */
async function removeBatch(parts: Parts): Promise<Removed | null> {
  for (let busy = 0; busy < BUSY_MAX; busy += 1) {
    try {
      return await parts.db.transaction().execute((db) => removeInTransaction(parts, db));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && busyStates.has(error.code))) throw error;
    }
  }
  return null;
}

async function removeInTransaction({ jobs }: Parts, db: Database): Promise<Removed | null> {
  await sql`SELECT set_config('lock_timeout', ${String(LOCK_WAIT_MS)}, true)`.execute(db);
  for (const step of steps) {
    const removed = await step(db);
    if (!removed) continue;
    await sendDeletions(jobs, removed.prefixes, db);
    return removed;
  }
  return null;
}
