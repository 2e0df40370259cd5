// Callers take turns with the connections of a pool: many calls of one delay another by one statement each, not by all.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#testing/database.ts';
import { type Database, openDatabase, openPool } from './database.ts';
import { CallTurns, fairly, type Turn } from './fair-pool.ts';

const CONNECTIONS = 2;
const WAIT_MS = 300;

const turns = new CallTurns();
let database: TestDatabase;
let connect: () => Promise<Turn>;
const closing = new AsyncDisposableStack();

beforeAll(async () => {
  database = await cloneDatabase();
  const pool = openPool({
    ...database.connection,
    max: CONNECTIONS,
    connectionTimeoutMillis: WAIT_MS,
  });
  closing.defer(() => database.drop());
  closing.defer(() => pool.end());
  connect = fairly(pool, turns);
});
afterAll(() => closing.disposeAsync());

/** Connects as a caller, holds the connection for a moment and notes whose turn it was. */
async function call(caller: string, order: string[], holdMs = 5): Promise<void> {
  await turns.during(caller, async () => {
    const { client, end } = await connect();
    order.push(caller);
    await client.query('SELECT 1');
    await sleep(holdMs);
    client.release();
    end();
  });
}

it('a call among a flood of another caller has the next turn', async () => {
  const order: string[] = [];
  const flood = Array.from({ length: 20 }, () => call('flood', order));
  await Promise.all([...flood, call('honest', order), call('another', order)]);
  expect(order).toHaveLength(22);
  // Two of the flood have the connections, and one stood first in the queue.
  expect(order.indexOf('honest')).toBeLessThanOrEqual(CONNECTIONS + 1);
  expect(order.indexOf('another')).toBeLessThanOrEqual(CONNECTIONS + 2);
});

it('a caller waits no longer than the pool would, and its place is not lost', async () => {
  const order: string[] = [];
  const held = [call('slow', order, 2 * WAIT_MS), call('slow', order, 2 * WAIT_MS)];
  await expect(call('late', order)).rejects.toThrow(/^timeout exceeded/);
  await Promise.all(held);
  await call('next', order);
  expect(order).toEqual(['slow', 'slow', 'next']);
});

it('no turn is lost by statements and transactions that fail, or whose connection ends', async () => {
  const connection = { ...database.connection, max: CONNECTIONS };
  const db = openDatabase(connection, () => undefined, turns);
  closing.defer(() => db.destroy());
  const run = (text: string, on: Database = db) => sql.raw(text).execute(on);
  const failing = [
    () => run('SELECT 1 / 0'),
    () => db.transaction().execute((transaction) => run('SELECT 1 / 0', transaction)),
    () => db.transaction().execute(() => Promise.reject(new Error('of the call'))),
    () => run('SELECT pg_terminate_backend(pg_backend_pid())'),
    () => db.connection().execute((one) => run('SELECT 1 / 0', one)),
    () =>
      db
        .transaction()
        .execute((transaction) =>
          run('SELECT pg_terminate_backend(pg_backend_pid())', transaction),
        ),
  ];
  for (let round = 0; round < 5; round += 1) {
    const all = failing.map((fail, at) => turns.during(`caller ${at % 3}`, fail));
    const results = await Promise.allSettled(all);
    expect(results.map(({ status }) => status)).toEqual(failing.map(() => 'rejected'));
  }
  // Each of these waits for the other one, so both need a connection at the same time.
  const meet = Promise.withResolvers<void>();
  let present = 0;
  const together = Array.from({ length: CONNECTIONS }, () =>
    db.connection().execute(async (one) => {
      present += 1;
      if (present === CONNECTIONS) meet.resolve();
      await meet.promise;
      await run('SELECT 1', one);
    }),
  );
  await Promise.all(together);
});
