// Tests at the start the features that a pooler between us and PostgreSQL may break: it gives each transaction
// another connection, and our prepared statements (prepared-pool.ts) must be found there.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client, type PoolConfig } from 'pg';
import { type Database, openDatabase } from './database.ts';

/** A pooler whose connections are all taken lets the second client wait. */
const ANSWER_LIMIT_MS = 10_000;
/** A pooler with one connection lets a statement wait for the transaction beside it: not for ever. */
const TRANSACTION_MS = 1000;

const FORGETFUL =
  'it leads to a pooler that forgets prepared statements between transactions, as PgBouncer before 1.21 does with pool_mode = transaction, so that most calls would fail: ' +
  'set pool_mode = session, which works with every version; ' +
  'or use PgBouncer 1.21 or newer with pool_mode = transaction and max_prepared_statements = 200, and set DATABASE_DIRECT_URL too; ' +
  'or use the address of the database itself';

const SMALL =
  'a second connection gets no answer: a pooler must allow each server 10 connections at once, and 14 without DATABASE_DIRECT_URL';

/** @throws Error with a sentence of advice if statements can't be prepared */
export async function refuseForgetfulPooler(connection: PoolConfig): Promise<void> {
  const [one, two] = [clientOf(connection), clientOf(connection)];
  try {
    await one.connect();
    await two.connect();
    if (!(await keepsStatements(one, two))) throw new Error(FORGETFUL);
  } finally {
    await Promise.allSettled([one.end(), two.end()]);
  }
}

function clientOf(connection: PoolConfig): Client {
  const limits = { connectionTimeoutMillis: ANSWER_LIMIT_MS, query_timeout: ANSWER_LIMIT_MS };
  const client = new Client({ ...connection, ...limits, application_name: 'tryout-start' });
  // The query that breaks reports the reason.
  client.on('error', () => undefined);
  return client;
}

/** Two clients with one name for different statements, in turns, then one beside the other's transaction. */
async function keepsStatements(one: Client, two: Client): Promise<boolean> {
  try {
    for (const turn of [1, 2]) {
      if (!(await answers(one, turn, 10))) return false;
      if (!(await answers(two, turn, 20))) return false;
    }
    await two.query('BEGIN');
    const held = await answers(two, 3, 20);
    const beside = answers(one, 3, 10);
    await Promise.race([beside.catch(() => null), sleep(TRANSACTION_MS)]);
    await two.query('COMMIT');
    return held && (await beside);
  } catch (error) {
    if (isRefusal(error)) return false;
    // Message of pg's error after `query_timeout` has passed.
    if (error instanceof Error && error.message === 'Query read timeout') throw new Error(SMALL);
    throw error;
  }
}

async function answers(client: Client, value: number, added: number): Promise<boolean> {
  const text = `SELECT $1::int + ${added} AS sum`;
  const { rows } = await client.query({ name: 'tryout-start', text, values: [value] });
  return rows[0]?.sum === value + added;
}

/**
 * Returns true for a statement that does not exist or exists already (SQLSTATE 26000, 42P05), and for PgBouncer's error about
 * a transaction in its statement mode (08P01).
 */
function isRefusal(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === '26000' || code === '42P05' || code === '08P01';
}

/** @throws Error when `direct` does not lead to the database that `db` is */
export async function refuseOtherDatabase(db: Database, direct: PoolConfig): Promise<void> {
  const identity = sql<{ id: string }>`
    SELECT concat_ws(' ', current_database(), pg_postmaster_start_time()) AS id`;
  const other = openDatabase(direct);
  try {
    const [one, two] = await Promise.all([identity.execute(db), identity.execute(other)]);
    if (one.rows[0]?.id === two.rows[0]?.id) return;
    throw new Error('it leads to another database than DATABASE_URL');
  } finally {
    await other.destroy();
  }
}
