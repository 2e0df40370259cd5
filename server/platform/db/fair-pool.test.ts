// Callers take turns with the connections of a pool: many calls of one delay another by one statement each, not by all.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#testing/database.ts';
import { openPool } from './database.ts';
import { fairly, inTurnsOf, type Turn } from './fair-pool.ts';

const CONNECTIONS = 2;
const WAIT_MS = 300;

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
  connect = fairly(pool);
});
afterAll(() => closing.disposeAsync());

/** Connects as a caller, holds the connection for a moment and notes whose turn it was. */
async function call(caller: string, order: string[], holdMs = 5): Promise<void> {
  await inTurnsOf(caller, async () => {
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
