// Deadlocks: the order of row locks that prevents them, and the one place that repeats a transaction which PostgreSQL ended
// because of one.
//
// A transaction that locks or changes rows of several of these takes them in this order; it may leave out any:
//   1. user, 2. workspace, 3. recording, 4. session, 5. test, 6. reading, then task run, 7. the advisory lock of a test's
//   screen numbers, 8. step, 9. reel or finding, then its items or evidence, 10. everything else.
// It takes several rows of one table by rising id. These rows are outside of the order:
// - rows that the same transaction has inserted, which no other transaction can see;
// - rows that are taken with SKIP LOCKED, and the job `deleted.remove`, which gives up after 200 ms (remove-deleted.ts).
// A foreign key shares the row that it refers to. FOR NO KEY UPDATE lets it, so no statement of ours uses FOR UPDATE on a
// row that stays. Triggers belong to the statement that fires them: a first piece changes its recording, a trigger the
// session, and a deferred trigger the test when the transaction commits. An INSERT into a unique index waits for a
// transaction that changes the row in its way, so no INSERT of ours meets another transaction's session.
// server/sessions/lock-order.test.ts runs every two writing calls against each other.
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, type Transaction, type TransactionBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/** SQLSTATE deadlock_detected (PostgreSQL, appendix A). */
const DEADLOCK = '40P01';

/**
 * Pause before a transaction is repeated, in milliseconds. The transaction in its way takes the rows in the meantime;
 * PostgreSQL would give them to a repetition that came at once.
 */
const PAUSE_MS = 100;

export function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DEADLOCK;
}

/**
 * Runs a whole transaction, and once more when PostgreSQL ended it because of a deadlock: nothing of it was stored,
 * and the transaction in its way has continued. A second deadlock is thrown.
 */
export async function repeatAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if (!isDeadlock(error)) throw error;
    await sleep(PAUSE_MS);
    return await transaction();
  }
}

/**
 * A database whose transactions are repeated after a deadlock. A callback of `execute` may therefore run twice: what it
 * does beside statements of its transaction must be harmless the second time. A transaction with an isolation level or an
 * access mode of its own is not repeated: ours only read. Single statements are transactions of their own, and
 * prepared-pool.ts repeats them.
 */
export class RepeatingDatabase extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = async <T>(callback: (transaction: Transaction<Tables>) => Promise<T>) =>
      await repeatAfterDeadlock(() => execute(callback));
    return builder;
  }
}
