// The queue on the real database: several jobs of a kind at a time, none held up by another, each run once.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import { Listener } from '#server/platform/db/listener.ts';
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

const quiet = () => undefined;
const log = { info: quiet, warn: quiet, error: quiet };

/** A server that runs jobs of these kinds, and does nothing for the others. */
async function server(own: Partial<JobHandlers>): Promise<Jobs> {
  const { connection, db } = database;
  const listener = new Listener({ connection, db, log });
  const jobs = await openJobs({ connection, listener, log });
  await listener.start();
  servers.push({
    ...jobs,
    stop: async () => {
      await jobs.stop();
      await listener.stop();
    },
  });
  await jobs.work(handlersWith(own));
  return jobs;
}

function handlersWith(own: Partial<JobHandlers>): JobHandlers {
  const nothing = Object.fromEntries(
    (Object.keys(jobKinds) as JobKind[]).map((kind) => [kind, async () => undefined]),
  );
  return { ...nothing, ...own } as JobHandlers;
}

async function stopAll(): Promise<void> {
  for (const jobs of servers.splice(0)) await jobs.stop();
}

/** A poll of the queue every second would take longer by far. */
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

it('groups take turns on all servers, and none has every worker', async () => {
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const running = new Map<string, number>();
  const ended = new Map<string, number>();
  let most = 0;
  const gate = Promise.withResolvers<void>();
  const handlers: Partial<JobHandlers> = {
    'transcripts.make': async ({ runId: group }) => {
      running.set(group, (running.get(group) ?? 0) + 1);
      most = Math.max(most, running.get(group) ?? 0);
      await gate.promise;
      running.set(group, (running.get(group) ?? 0) - 1);
      ended.set(group, (ended.get(group) ?? 0) + 1);
    },
  };
  const [jobs] = [await server(handlers), await server(handlers)];
  const send = (group: string, turn: number) =>
    database.db.transaction().execute((transaction) => {
      const data = { sessionId: crypto.randomUUID() as SessionId, runId: group, part: 0 };
      return jobs.sendInTurn('transcripts.make', data, {
        group,
        turn,
        notBefore: null,
        transaction,
      });
    });
  for (let turn = 1; turn <= 12; turn += 1) await send(one, turn);
  await expect.poll(() => running.get(one), limit).toBe(2);
  await send(other, 2);
  await expect.poll(() => running.get(other), limit).toBe(1);
  expect(running.get(one)).toBe(2);
  gate.resolve();
  await expect.poll(() => ended.get(one), limit).toBe(12);
  expect([most, ended.get(other)]).toEqual([2, 1]);
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

it('reports one cause of many failures once', async () => {
  const lines: object[] = [];
  const own = await cloneDatabase();
  const { connection, db } = own;
  const listener = new Listener({ connection, db, log });
  const jobs = await openJobs({
    connection,
    listener,
    log: { error: (detail) => lines.push(detail) },
  });
  await jobs.work(handlersWith({}));
  await sql`ALTER SCHEMA pgboss RENAME TO pgboss_away`.execute(db);
  const failed = sql<{ n: number }>`
    SELECT xact_rollback::int AS n FROM pg_stat_database WHERE datname = current_database()`;
  await expect
    .poll(async () => (await failed.execute(db)).rows[0]?.n, { timeout: 60_000 })
    .toBeGreaterThan(60);
  await jobs.stop();
  await own.drop();
  const counts = lines.filter((line) => 'count' in line);
  expect(counts.length).toBeGreaterThan(0);
  // One for each statement of the queue that fails.
  expect(lines.length - counts.length).toBeLessThanOrEqual(6);
  expect(lines[0]).toMatchObject({
    err: { code: '42P01', message: expect.stringContaining('pgboss.') },
  });
});
