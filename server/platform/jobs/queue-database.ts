// Gives the job queue's library the server's own connections and transactions.
import { CompiledQuery } from 'kysely';
import type { Pool } from 'pg';
import type { Db } from 'pg-boss';
import type { Database } from '#server/platform/db/database.ts';
import { asDatabaseError } from '#server/platform/db/database-away.ts';
import type { Listener } from '#server/platform/db/listener.ts';

/** Our connections instead of pg-boss's own, of which the one that listens ends the process when a pooler closes it. */
export function poolDatabase(pool: Pool, listener: Listener): Db {
  return {
    executeSql: async (text, values) => {
      try {
        return await pool.query(text, values);
      } catch (error) {
        throw asDatabaseError(error);
      }
    },
    listen: async (channel, onPayload, onListening) => {
      listener.subscribe(channel, { onPayload, onListening });
      // The listener is stopped by what started it.
      return { close: async () => undefined };
    },
  };
}

/** Lets pg-boss write in a transaction of ours. */
export function transactionDatabase(transaction: Database): Db {
  return {
    executeSql: async (text: string, values: unknown[] = []) => {
      const result = await transaction.executeQuery(CompiledQuery.raw(text, values));
      return { rows: result.rows };
    },
  };
}
