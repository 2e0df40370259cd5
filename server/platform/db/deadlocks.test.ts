// Real deadlocks: PostgreSQL ends one of two transactions, which is repeated, and both are carried out.
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { countWaiting } from '#testing/count-waiting.ts';
import { cloneDatabase, type TestDatabase } from '#testing/database.ts';
import type { Database } from './database.ts';
import { repeatAfterDeadlock } from './deadlocks.ts';

let database: TestDatabase;
let deadlocks = 0;

beforeEach(async () => {
  deadlocks = 0;
  database = await cloneDatabase({
    empty: true,
    onDeadlock: () => {
      deadlocks += 1;
    },
  });
  await sql`CREATE TABLE sums (id integer PRIMARY KEY, sum integer NOT NULL)`.execute(database.db);
  await sql`INSERT INTO sums VALUES (1, 0), (2, 0)`.execute(database.db);
});
afterEach(() => database.drop());

const add = (db: Database, id: number) =>
  sql`UPDATE sums SET sum = sum + 1 WHERE id = ${id}`.execute(db);

async function sums(): Promise<number[]> {
  const { rows } = await sql<{ sum: number }>`SELECT sum FROM sums ORDER BY id`.execute(
    database.db,
  );
  return rows.map(({ sum }) => sum);
}

/** Resolves for everyone once this many have arrived; those who come later pass. */
function meetingOf(count: number): () => Promise<void> {
  const everyone = Promise.withResolvers<void>();
  let arrived = 0;
  return async () => {
    arrived += 1;
    if (arrived >= count) everyone.resolve();
    await everyone.promise;
  };
}

it('a transaction is repeated as a whole, once', async () => {
  const meet = meetingOf(2);
  let runs = 0;
  const addBoth = (first: number, second: number) =>
    database.db.transaction().execute(async (db) => {
      runs += 1;
      await add(db, first);
      await meet();
      await add(db, second);
    });
  await Promise.all([addBoth(1, 2), addBoth(2, 1)]);
  expect(await sums()).toEqual([2, 2]);
  expect(deadlocks).toBeGreaterThan(0);
  expect(runs).toBe(2 + deadlocks);
});

it('a single statement is repeated', async () => {
  const { db } = database;
  // A trigger changes a row of another table when the statement commits, as the count of a test's recordings does.
  await sql`CREATE TABLE pieces (bytes integer NOT NULL)`.execute(db);
  await sql`INSERT INTO pieces VALUES (0)`.execute(db);
  await sql`CREATE FUNCTION count_piece() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN UPDATE sums SET sum = sum + 1 WHERE id = 1; RETURN NULL; END $$`.execute(db);
  await sql`CREATE CONSTRAINT TRIGGER count_piece AFTER UPDATE ON pieces DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION count_piece()`.execute(db);
  const addPiece = (to: Database) => sql`UPDATE pieces SET bytes = bytes + 1`.execute(to);
  const held = Promise.withResolvers<void>();
  const waits = Promise.withResolvers<void>();
  const transaction = db.transaction().execute(async (one) => {
    await add(one, 1);
    held.resolve();
    await waits.promise;
    await addPiece(one);
  });
  await held.promise;
  // It waits for longer than the transaction when PostgreSQL looks for deadlocks, so it is the one that ends.
  const statement = addPiece(db);
  await expect.poll(() => countWaiting(database.db), { timeout: 10_000 }).toBe(1);
  waits.resolve();
  await Promise.all([transaction, statement]);
  expect(await sums()).toEqual([3, 0]);
  expect(deadlocks).toBeGreaterThan(0);
});

it.each([
  ['a second deadlock is thrown', '40P01', 2],
  ['another error is not repeated', '23505', 1],
])('%s', async (_, code, runs) => {
  const failing = vi.fn(async () => {
    throw Object.assign(new Error('ended'), { code });
  });
  await expect(repeatAfterDeadlock(failing)).rejects.toMatchObject({ code });
  expect(failing).toHaveBeenCalledTimes(runs);
});
