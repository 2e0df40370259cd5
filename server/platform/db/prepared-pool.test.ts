// Prepared statements on a real server: planned once, bounded in number, renewed when a table is altered.
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#testing/database.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await cloneDatabase({ empty: true });
  await sql`CREATE TABLE fruits (name text)`.execute(database.db);
  await sql`INSERT INTO fruits VALUES ('apple')`.execute(database.db);
});
afterEach(() => database.drop());

/** One after the other, so that all of it takes the pool's one connection. */
const fruits = async (name: string) =>
  (await sql`select * from fruits where name = ${name}`.execute(database.db)).rows;

const prepared = async () => {
  const { rows } = await sql<{
    statement: string;
    uses: number;
  }>`SELECT statement, (generic_plans + custom_plans)::int AS uses FROM pg_prepared_statements`.execute(
    database.db,
  );
  return rows;
};

describe('prepared statements', () => {
  it('a statement that reads is prepared once and used again with other values', async () => {
    expect(await fruits('apple')).toEqual([{ name: 'apple' }]);
    expect(await fruits('pear')).toEqual([]);
    expect(await prepared()).toEqual([
      { statement: 'select * from fruits where name = $1', uses: 2 },
    ]);
  });

  it('a statement that writes or has no values is not', async () => {
    await sql`INSERT INTO fruits VALUES (${'fig'})`.execute(database.db);
    await sql`select * from fruits`.execute(database.db);
    expect(await prepared()).toEqual([]);
  });

  it('statements whose text varies are prepared up to a limit, and all answer', async () => {
    for (let number = 1; number <= 120; number += 1) {
      const column = sql.raw(`${number} as n`);
      const { rows } = await sql`select ${column} from fruits where name = ${'apple'}`.execute(
        database.db,
      );
      expect(rows).toEqual([{ n: number }]);
    }
    expect(await prepared()).toHaveLength(100);
  });

  it('after a table was altered by someone else a plan is made again, under another text', async () => {
    await fruits('apple');
    await sql`ALTER TABLE fruits ADD colour text`.execute(database.db);
    expect(await fruits('apple')).toEqual([{ name: 'apple', colour: null }]);
    expect(await fruits('apple')).toEqual([{ name: 'apple', colour: null }]);
    expect(await prepared()).toEqual([
      { statement: 'select * from fruits where name = $1 /* 1 */', uses: 1 },
    ]);
  });

  it('in a transaction it fails with the reason, and the next transaction works', async () => {
    const inTransaction = () =>
      database.db.transaction().execute(async (transaction) => {
        const { rows } = await sql`select * from fruits where name = ${'apple'}`.execute(
          transaction,
        );
        return rows;
      });
    await inTransaction();
    await sql`ALTER TABLE fruits ADD colour text`.execute(database.db);
    await expect(inTransaction()).rejects.toThrow('cached plan');
    expect(await inTransaction()).toEqual([{ name: 'apple', colour: null }]);
  });
});

describe('answers of statements in a loop', () => {
  /** Bytes that outlive the collections of what was just made. */
  const outlived = () =>
    v8.getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')
      ?.space_used_size ?? 0;

  it('are gone with the next quick collection, and wait for no collection of all', async () => {
    v8.setFlagsFromString('--expose-gc');
    const collect: (options?: { type: 'minor' }) => void = runInNewContext('gc');
    const read = (times: number) => readMany(times, () => collect({ type: 'minor' }));
    await read(20);
    collect();
    const before = outlived();
    await read(200);
    // All that was read comes to 10 MB; chained to each other the answers would all be there.
    expect((outlived() - before) / 1e6).toBeLessThan(3);
  });

  async function readMany(times: number, between: () => void): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      await sql`select n, n || ${'x'.repeat(100)} as text from generate_series(1, 200) as n`.execute(
        database.db,
      );
      if (time % 5 === 0) between();
    }
  }
});
