// The queue on the real database: several jobs of a kind at a time, none held up by another, each run once.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#testing/database.ts';
import { type JobHandlers, type JobKind, type Jobs, jobKinds, openJobs } from './jobs.ts';

let database: TestDatabase;
const servers: Jobs[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(async () => {
  for (const jobs of servers) await jobs.stop();
  await database.drop();
});

const log = { error: () => undefined };

/** A server that runs jobs of these kinds, and does nothing for the others. */
async function server(own: Partial<JobHandlers>): Promise<Jobs> {
  const jobs = await openJobs(database.connection, log);
  servers.push(jobs);
  const nothing = Object.fromEntries(
    (Object.keys(jobKinds) as JobKind[]).map((kind) => [kind, async () => undefined]),
  );
  await jobs.work({ ...nothing, ...own } as JobHandlers);
  return jobs;
}

async function stopAll(): Promise<void> {
  for (const jobs of servers.splice(0)) await jobs.stop();
}

/** A look at the queue every second would take longer by far. */
const limit = { timeout: 15_000 };

it('runs four compactions at a time, and the next as soon as one is done', async () => {
  let running = 0;
  let most = 0;
  let done = 0;
  const gate = Promise.withResolvers<void>();
  const jobs = await server({
    'objects.compact': async () => {
      running += 1;
      most = Math.max(most, running);
      await gate.promise;
      running -= 1;
      done += 1;
    },
  });
  for (let n = 0; n < 100; n += 1) await jobs.send('objects.compact', { key: `key-${n}` });
  await expect.poll(() => running, limit).toBe(4);
  gate.resolve();
  await expect.poll(() => done, limit).toBe(100);
  expect(most).toBe(4);
  await stopAll();
});

it('does the others of a kind while one fails, and while one takes long', async () => {
  const done: string[] = [];
  const never = Promise.withResolvers<void>();
  const jobs = await server({
    'objects.compact': async ({ key }) => {
      if (key === 'fails') throw new Error('on purpose');
      if (key === 'takes long') await never.promise;
      done.push(key);
    },
  });
  for (const key of ['fails', 'takes long', ...Array.from({ length: 20 }, (_, n) => `key-${n}`)]) {
    await jobs.send('objects.compact', { key });
  }
  await expect.poll(() => done.length, limit).toBe(20);
  never.resolve();
  await stopAll();
});

it('two servers run each job once', async () => {
  const ran: string[] = [];
  const handle = vi.fn(async ({ key }: { key: string }) => {
    ran.push(key);
  });
  const [first] = await Promise.all([
    server({ 'objects.compact': handle }),
    server({ 'objects.compact': handle }),
  ]);
  const keys = Array.from({ length: 60 }, (_, n) => `once-${n}`);
  await Promise.all(keys.map((key) => first?.send('objects.compact', { key })));
  await expect.poll(() => ran.length, limit).toBeGreaterThanOrEqual(60);
  await stopAll();
  expect(ran.filter((key) => key.startsWith('once')).sort()).toEqual(keys.sort());
});
