// The start's report about a real PgBouncer between it and the database. With version 1.21 or newer the transaction
// mode works too: PGBOUNCER_PATH names such a program.
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#testing/database.ts';
import {
  hasPgBouncer,
  keepsStatements,
  type PgBouncer,
  type PoolerOptions,
  startPgBouncer,
} from '#testing/pgbouncer.ts';
import { openDatabase } from './database.ts';
import { refuseForgetfulPooler, refuseOtherDatabase } from './pooler-check.ts';

let database: TestDatabase;
let pooler: PgBouncer | undefined;

beforeEach(async () => {
  database = await cloneDatabase({ empty: true });
});
afterEach(async () => {
  await pooler?.stop();
  pooler = undefined;
  await database.drop();
});

async function check(options: PoolerOptions) {
  pooler = await startPgBouncer(database.connection, options);
  await refuseForgetfulPooler({ connectionString: pooler.address });
}

/** Names both modes that work, and what the second one needs. */
const FORGETS =
  /^it leads to a pooler that forgets prepared statements .*: set pool_mode = session, .* PgBouncer 1\.21 or newer with pool_mode = transaction and max_prepared_statements = 200, and set DATABASE_DIRECT_URL/;

describe.runIf(hasPgBouncer())("a pooler (left out without 'node scripts/provision.mjs')", () => {
  it('in session mode is taken', () => check({ mode: 'session' }));

  it.each([20, 1])('in transaction mode is taken as far as it keeps statements (%i)', (size) => {
    const checked = check({ mode: 'transaction', size });
    return keepsStatements()
      ? expect(checked).resolves.toBeUndefined()
      : expect(checked).rejects.toThrow(FORGETS);
  });

  it('passes the limits of statements on, though it takes no such parameter at the start', async () => {
    pooler = await startPgBouncer(database.connection, { mode: 'session' });
    const plain = new Client({ connectionString: pooler.address, statement_timeout: 30_000 });
    plain.on('error', () => undefined);
    await expect(plain.connect()).rejects.toThrow('unsupported startup parameter');
    const db = openDatabase({ connectionString: pooler.address });
    const { rows } = await sql`SHOW statement_timeout`.execute(db);
    expect(rows).toEqual([{ statement_timeout: '30s' }]);
    await db.destroy();
  });
});

it('the database itself is taken', () => refuseForgetfulPooler(database.connection));

it('a direct address of another database is refused', async () => {
  const other = await cloneDatabase({ empty: true });
  await refuseOtherDatabase(database.db, database.connection);
  await expect(refuseOtherDatabase(database.db, other.connection)).rejects.toThrow(
    'it leads to another database than DATABASE_URL',
  );
  await other.drop();
});
