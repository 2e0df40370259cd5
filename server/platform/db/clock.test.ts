// A server whose clock differs from the database's logs a warning at its start.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#testing/database.ts';
import { warnOfOtherClock } from './connect.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await cloneDatabase({ empty: true });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.drop();
});

it.each([
  [0, undefined],
  [60, "this server's clock is 60 s ahead of the database's"],
  [-60, "this server's clock is 60 s behind the database's"],
])('%i s ahead', async (seconds, words) => {
  // It goes on, or a slow answer would count as the difference.
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + seconds * 1000);
  const messages: string[] = [];
  await warnOfOtherClock(database.db, { warn: (_detail, message) => messages.push(message) });
  expect(messages).toEqual(words ? [expect.stringContaining(words)] : []);
});
