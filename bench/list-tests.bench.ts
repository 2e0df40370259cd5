// Answers per second of the dashboard's list, against Fastify servers that do less and less.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool, type PoolConfig } from 'pg';
import { openDatabase } from '#server/platform/db/database.ts';
import { startEmbeddedDatabase } from '#server/platform/db/embedded/embedded-database.ts';
import { runServer } from '../e2e/server.ts';
import { startBareServer } from './child.ts';
import { addDashboardTests, readListFromDatabase } from './dashboard-stage.ts';
import { ask, type Load, type Target } from './requests.ts';
import { lessIsBetter, median, moreIsBetter, type Row } from './rows.ts';
import type { BareServerTask } from './tasks.ts';

/** Short and many, one server after the other: what else the machine does hits all of them alike. */
const ROUNDS = 7;
const ROUND_SECONDS = 2;

export async function run(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-bench-'));
  const database = await startEmbeddedDatabase({
    dataDir: folder,
    log: { ...console, debug: () => undefined, info: () => undefined },
  });
  try {
    return await measureOn(addressOf(database.connection));
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A socket's folder goes into an address as the parameter `host`. */
function addressOf({ host, user, database }: PoolConfig): string {
  return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(String(host))}`;
}

async function measureOn(connectionString: string): Promise<Row[]> {
  const server = await runServer({
    DATABASE_URL: connectionString,
    SESSION_SECRET: 'a secret for benchmarks only',
    NODE_ENV: 'production',
  });
  const db = openDatabase({ connectionString });
  try {
    const client = await addDashboardTests(db, server.origin);
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, accept: 'application/json' };
    const url = `${server.origin}/api/tests`;
    const bare = await startBareServer({
      // Our server has the same number of connections.
      connection: { connectionString, max: 10 },
      statements: await recordStatements(connectionString, (recorded) =>
        readListFromDatabase(recorded, client),
      ),
      body: await (await fetch(url, { headers })).text(),
    });
    try {
      return await compare([
        { name: 'ours', url, headers, pid: server.pid() ?? 0 },
        { name: 'memory', url: `${bare.origin}/memory`, headers, pid: bare.pid },
        { name: 'sql', url: `${bare.origin}/sql`, headers, pid: bare.pid },
      ]);
    } finally {
      await bare.stop();
    }
  } finally {
    await db.destroy();
    await server.remove();
  }
}

/** The statements that a task sends to the database, in its order. */
async function recordStatements(
  connectionString: string,
  task: (db: ReturnType<typeof openDatabase>) => Promise<void>,
): Promise<BareServerTask['statements']> {
  const statements: BareServerTask['statements'] = [];
  const db: ReturnType<typeof openDatabase> = new Kysely({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString }) }),
    log: ({ query }) => {
      statements.push({ sql: query.sql, parameters: [...query.parameters] });
    },
  });
  await task(db);
  await db.destroy();
  return statements;
}

async function compare(targets: readonly Target[]): Promise<Row[]> {
  const loads = new Map<string, Load[]>(targets.map(({ name }) => [name, []]));
  for (const target of targets) await ask(target, 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const target of targets) {
      loads.get(target.name)?.push(await ask(target, ROUND_SECONDS));
    }
  }
  const perSecond = (name: string) => median((loads.get(name) ?? []).map((load) => load.perSecond));
  const cpuMs = (name: string) =>
    median((loads.get(name) ?? []).flatMap((load) => load.cpuMs ?? []));
  return [
    { name: 'sql', words: 'bare Fastify with the same SQL' },
    { name: 'memory', words: 'bare Fastify with the same bytes from memory' },
  ].flatMap(({ name, words }) => {
    const both = { ours: cpuMs('ours'), peer: cpuMs(name), unit: 'ms of CPU', aim: '–' } as const;
    return [
      moreIsBetter({
        name: `GET /api/tests, against ${words}`,
        ours: perSecond('ours'),
        peer: perSecond(name),
        unit: 'requests/s',
        aim: '–',
      }),
      ...(Number.isNaN(both.ours)
        ? []
        : [lessIsBetter({ name: 'the same, for one request', ...both })]),
    ];
  });
}
