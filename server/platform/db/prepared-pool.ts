// A pool whose reading statements are prepared: PostgreSQL parses and plans each once a connection
// instead of once a request. Looking a sign-in up takes it 0.04 ms instead of 0.3. A single statement that PostgreSQL ended
// because of a deadlock is repeated once (deadlocks.ts).
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { asDatabaseError, isDatabaseAway } from './database-away.ts';
import { isDeadlock, repeatAfterDeadlock } from './deadlocks.ts';
import { type CallTurns, fairly } from './fair-pool.ts';

/**
 * Maximum number of prepared texts, first come first served; we have some forty. A text that varies (a list of ids)
 * can't fill the server's memory: a plan takes tens of kilobytes on each connection.
 */
const PREPARED_MAX = 100;

/** Pattern of reading statements, and of the one that counts calls. */
const PREPARED = /^(select|with) |^\s{0,20}INSERT INTO "rate_counts" /;

/** SQLSTATE feature_not_supported (PostgreSQL, appendix A): here a plan whose table was altered. */
const STALE_PLAN = '0A000';

/** Names of prepared statements by text. */
class Names {
  readonly #names = new Map<string, Statement>();
  #generation = 0;

  /** Returns the text's name, or undefined if the maximum is reached. */
  of(text: string): Statement | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= PREPARED_MAX) return known;
    const name = `read-${this.#generation}-${this.#names.size + 1}`;
    // A pooler stores plans by text, on connections that outlive ours, so another text is planned again.
    const suffix = this.#generation > 0 ? ` /* ${this.#generation} */` : '';
    const statement = { name, text: `${text}${suffix}` };
    this.#names.set(text, statement);
    return statement;
  }

  /** A table was altered: from now on all are prepared again, under other names. */
  renew(): void {
    this.#generation += 1;
    this.#names.clear();
  }
}

interface Statement {
  name: string;
  text: string;
}

/** Wraps a pool for Kysely's PostgresDialect. */
export function preparing(
  pool: Pool,
  { onDeadlock, turns }: { onDeadlock: (error: unknown) => void; turns: CallTurns },
): PostgresPool {
  const names = new Names();
  const connect = fairly(pool, turns);
  // Kysely distinguishes connections by their object.
  const wrapped = new WeakMap<PoolClient, Wrapped>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const { client, end } = await connect().catch((error: unknown) => {
        throw asDatabaseError(error);
      });
      const known = wrapped.get(client) ?? wrap(client, { names, onDeadlock });
      wrapped.set(client, known);
      known.turn = end;
      return known.connection;
    },
  };
}

/** Texts that begin and end a transaction, as Kysely writes them. */
const BEGIN = /^(begin|start transaction)\b/i;
const END = /^(commit|rollback)$/i;

interface Wrapping {
  names: Names;
  onDeadlock: (error: unknown) => void;
}

interface Wrapped {
  connection: PostgresPoolClient;
  /** Ends the turn of who has the connection. */
  turn: () => void;
}

function wrap(client: PoolClient, { names, onDeadlock }: Wrapping): Wrapped {
  let mustClose = false;
  let isInTransaction = false;
  async function watched(text: string, values: readonly unknown[]): Promise<unknown> {
    try {
      return await query(text, values);
    } catch (error) {
      if (isDeadlock(error)) onDeadlock(error);
      // PostgreSQL reports the end of a connection before it closes it, so the next call must not get that one.
      if (isDatabaseAway(error)) mustClose = true;
      throw error;
    }
  }
  async function queryOrRepeat(text: string, values: readonly unknown[]): Promise<unknown> {
    if (BEGIN.test(text)) isInTransaction = true;
    try {
      // A statement of a transaction is never repeated alone, because the statements before it are undone.
      if (isInTransaction) return await watched(text, values);
      return await repeatAfterDeadlock(() => watched(text, values));
    } finally {
      if (END.test(text)) isInTransaction = false;
    }
  }
  async function query(text: string, values: readonly unknown[]): Promise<unknown> {
    const given = [...values];
    const statement = PREPARED.test(text) && values.length > 0 ? names.of(text) : undefined;
    if (statement === undefined) return await ask(client, { text, values: given });
    try {
      return await ask(client, { ...statement, values: given });
    } catch (error) {
      if ((error as { code?: unknown }).code !== STALE_PLAN) throw error;
      mustClose = true;
      names.renew();
      // The statement succeeds once it is planned again, except in a transaction, which has failed and whose reason
      // is reported.
      return await ask(client, { text, values: given }).catch(() => Promise.reject(error));
    }
  }
  const wrapped: Wrapped = {
    turn: () => undefined,
    connection: {
      query: queryOrRepeat as PostgresPoolClient['query'],
      release: (destroy) => {
        // A connection whose plans are out of date is closed; the next one plans again.
        client.release(destroy || mustClose);
        wrapped.turn();
      },
    },
  };
  return wrapped;
}

/**
 * Queries by callback. With its own promises pg would hold each answer reachable from the one before, so that
 * everything that one loop reads would outlive it until the whole heap is collected (some 100 MB in an export).
 */
function ask(client: PoolClient, query: QueryConfig): Promise<unknown> {
  return new Promise((resolve, reject) => {
    void client.query(query, (error, result) =>
      error ? reject(asDatabaseError(error)) : resolve(result),
    );
  });
}
