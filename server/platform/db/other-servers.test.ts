// Servers on one database that store media on disk: the second is refused once the first one is surely there.
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#testing/database.ts';
import { type MediaPlace, refuseSplitMedia, serverName } from './other-servers.ts';

let database: TestDatabase;
let servers: Client[];

beforeEach(async () => {
  database = await cloneDatabase({ empty: true });
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.end();
  await database.drop();
});

/** A server as far as others can see it, and the output of its start. */
async function start(media: MediaPlace): Promise<number> {
  const own = serverName(media);
  const server = new Client({ ...database.connection, application_name: own });
  await server.connect();
  servers.push(server);
  return await refuseSplitMedia(database.db, { own, media });
}

it('one with a disk, or several with a bucket, start', async () => {
  expect(await start('disk')).toBe(0);
  await servers.pop()?.end();
  expect(await start('bucket')).toBe(0);
  expect(await start('bucket')).toBe(1);
  expect(await start('bucket')).toBe(2);
});

it.each([
  ['disk', 'disk', 'this one keeps its media on its own disk'],
  ['disk', 'bucket', 'and keeps its media on its own disk'],
  ['bucket', 'disk', 'this one keeps its media on its own disk'],
] as const)('beside one with a %s, one with a %s is refused', async (first, second, words) => {
  await start(first);
  await expect(start(second)).rejects.toThrow(words);
});

it('a server that has just ended is waited for', async () => {
  await start('disk');
  const [first] = servers;
  const second = start('disk');
  await first?.end();
  servers.shift();
  expect(await second).toBe(0);
});
