// The connection to PostgreSQL that all queries go through: a pool with time limits, typed by tables.ts.
import { type Kysely, PostgresDialect } from 'kysely';
import { type ClientBase, Pool, type PoolConfig, types } from 'pg';
import { RepeatingDatabase } from './deadlocks.ts';
import { CallTurns } from './fair-pool.ts';
import { preparing } from './prepared-pool.ts';
import type { Tables } from './tables.ts';

/** Everything that runs a query takes this: the pool, or a transaction on it. */
export type Database = Kysely<Tables>;

/** 2 cores answer no quicker with more; the job queue has 3 of its own and the listener one, the server allows 100. */
const CONNECTIONS = 10;
/** A request that gets no connection within this time fails with a clear error instead of hanging. */
const CONNECT_LIMIT_MS = 10_000;
/** Limit of a runaway query, far above any of ours (the slowest take milliseconds). */
const STATEMENT_LIMIT_MS = 30_000;
/** A transaction that waits for its client this long holds locks for nothing. */
const IDLE_TRANSACTION_LIMIT_MS = 60_000;

/** PostgreSQL's type number of bigint (pg_type.dat); ours hold byte counts and milliseconds. */
const BIGINT = 20;

/**
 * Opens a pool; connections are made when they are needed. `destroy()` closes them all.
 * @param connection where the server is: `{ connectionString }`, or host, port, user and database.
 * @param onDeadlock called for each statement that PostgreSQL ended because of a deadlock. Its transaction is repeated.
 * @param turns whose calls take turns with the connections
 */
export function openDatabase(
  connection: PoolConfig,
  onDeadlock: (error: unknown) => void = () => undefined,
  turns = new CallTurns(),
): Database {
  const pool = openPool({
    max: CONNECTIONS,
    application_name: 'tryout',
    types: { getTypeParser },
    onConnect: setLimits,
    ...connection,
  });
  const dialect = new PostgresDialect({ pool: preparing(pool, { onDeadlock, turns }) });
  return new RepeatingDatabase({ dialect });
}

/** Opens a pool whose connections may break at any time without ending the process. */
export function openPool(options: PoolConfig): Pool {
  const pool = new Pool({
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
    ...options,
  });
  // An idle connection broke (the server was restarted): the pool has already dropped it, and the
  // next query makes a new one or fails with the reason.
  pool.on('error', () => undefined);
  // The listener does the same while a query is under way. The query fails with the reason, but without a listener
  // the client's own event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** The limits are a statement of their own because poolers refuse such parameters in a connection's first message. */
async function setLimits(client: ClientBase): Promise<void> {
  await client.query(
    `SET statement_timeout = ${STATEMENT_LIMIT_MS}; SET idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_LIMIT_MS}`,
  );
}

/** pg reads bigint as text. Our values stay below 2^53, so they are numbers, as tables.ts declares. */
function getTypeParser(id: number, format?: 'text' | 'binary') {
  return id === BIGINT && format !== 'binary' ? safeInteger : types.getTypeParser(id, format);
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} exceeds 2^53`);
  return value;
}
