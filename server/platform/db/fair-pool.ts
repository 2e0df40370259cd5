// Connections for callers in turns: a flood of calls from one address waits for its own calls, not the others for it.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import { FairQueue } from '#server/platform/machine/fair-queue.ts';

/** The callers of the calls that run. */
export class CallTurns {
  readonly #callers = new AsyncLocalStorage<string>();

  /**
   * Runs a call. Its statements wait for a connection together with those of the same caller.
   * @param caller an address
   */
  during<T>(caller: string, run: () => Promise<T>): Promise<T> {
    return this.#callers.run(caller, run);
  }

  /** Returns the caller, or null outside of calls, such as in jobs. */
  caller(): string | null {
    return this.#callers.getStore() ?? null;
  }
}

/** A connection, and what hands it to the next. */
export interface Turn {
  client: PoolClient;
  end(): void;
}

/** The error of a pool, which `asDatabaseError` knows. */
const late = () => new Error('timeout exceeded when trying to connect');

/** Statements of no call, such as those of jobs, wait together. */
const OF_NO_CALL = '';

/**
 * Returns what connects to a pool, in turns of callers. It waits for a turn no longer than the pool does for a new
 * connection, and rejects with the pool's error then.
 */
export function fairly(pool: Pool, turns: CallTurns): () => Promise<Turn> {
  const { max, connectionTimeoutMillis: waitMs } = pool.options;
  const queue = new FairQueue({ atOnce: max, waitingPerGroup: Number.POSITIVE_INFINITY }, late);
  return () =>
    new Promise((resolve, reject) => {
      let isLate = false;
      const limit = setTimeout(() => {
        isLate = true;
        reject(late());
      }, waitMs);
      const hold = async () => {
        clearTimeout(limit);
        if (isLate) return;
        const client = await pool.connect();
        await new Promise<void>((end) => resolve({ client, end }));
      };
      queue.run(turns.caller() ?? OF_NO_CALL, hold).catch(reject);
    });
}
