// The duration of an export of 5,000 sessions, beside pg_dump's statement of the same tables and `zip`, and the
// export's memory at 1,000, 5,000 and 20,000 sessions, in one run.
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Exported, ExportTakes } from '#contract/exports.ts';
import type { RevisionId, TestId } from '#contract/ids.ts';
import type { Test } from '#contract/tests.ts';
import type { Database } from '#server/platform/db/database.ts';
import { successBody } from '#testing/client.ts';
import {
  addClicks,
  addSessions,
  nodeIdOf,
  type SeededTest,
} from '#testing/large/result-sessions.ts';
import { memoryBytes } from './process-memory.ts';
import { type BenchServer, withBenchServer } from './results-stage.ts';
import { alone, lessIsBetter, median, type Row } from './rows.ts';

/** Exported one after the other: memory must not grow with them. */
const SIZES = [1000, 5000, 20_000];
/** The one whose time is taken. */
const SESSIONS = 5000;
/** Number of raw messages of each session, in exports that include them. */
const MESSAGES = 100;
const ROUNDS = 3;
/** Sessions of one statement that adds. */
const BATCH = 1000;
/** Time between two measurements of the server's memory. */
const LOOK_MS = 50;
const NOTHING: ExportTakes = {
  separator: 'comma',
  names: true,
  videos: false,
  heatmaps: false,
  messages: false,
};
const WITH_MESSAGES: ExportTakes = { ...NOTHING, messages: true };
/** Source tables of the archive. */
const TABLES = ['all_sessions', 'recordings', 'task_runs', 'visits', 'clicks', 'answers'];
const execute = promisify(execFile);

export const run = (): Promise<Row[]> => withBenchServer(measure);

async function makeTest(
  { client, db, server }: BenchServer,
  sessions: number,
): Promise<SeededTest> {
  const form = { name: 'Shop', task: 'Buy a plant', figmaUrl: server.prototypeUrl };
  const test = successBody<Test>(await client.post('/api/tests', form));
  const seeded = { testId: test._id as TestId, revisionId: test.revision._id as RevisionId };
  await addSessions(db, seeded, { sessions, presented: 20, clicks: 40 });
  await addClicks(db, seeded);
  for (let after = 0; after < sessions; after += BATCH) await addBatch(db, seeded, after);
  await sql`ANALYZE`.execute(db);
  return seeded;
}

/** Adds export rows to the next batch of sessions. One statement for all sessions takes too long. */
async function addBatch(db: Database, { testId }: SeededTest, after: number): Promise<void> {
  const these = sql`test_id = ${testId} AND number BETWEEN ${after + 1} AND ${after + BATCH}`;
  await sql`UPDATE sessions SET took_part = true WHERE ${these}`.execute(db);
  await sql`INSERT INTO visits (session_id, step, ordinal, screen_id, entered_at_ms, left_at_ms, in_history)
    SELECT session_id, 1, place - 1, node, path_at_ms[place], path_at_ms[place + 1], true
    FROM sessions JOIN task_runs ON session_id = id, unnest(path) WITH ORDINALITY AS walked (node, place)
    WHERE ${these} ON CONFLICT DO NOTHING`.execute(db);
  await sql`INSERT INTO events (session_id, seq, at_ms, type, data)
    SELECT id, seq, 500 + seq * 90, 'PRESENTED_NODE_CHANGED', ('{"presentedNodeId":"' || ${nodeIdOf(1)} || '","n":' || seq || '}')::json
    FROM sessions, generate_series(0, ${MESSAGES - 1}::int) AS seq WHERE ${these}`.execute(db);
}

async function measure(stage: BenchServer): Promise<Row[]> {
  const pid = stage.server.pid() ?? 0;
  const memory: Row[] = [];
  let timed: Row[] = [];
  let before = 0;
  await stage.server.figures();
  for (const size of SIZES) {
    const test = await makeTest(stage, size);
    before ||= await memoryBytes(pid);
    const { most } = await mostMemory(pid, () => exportOf(stage, test, WITH_MESSAGES));
    memory.push(
      alone({
        name: `memory of the server beyond what it had before the first export, the most at ${size} sessions`,
        ours: (most - before) / 1e6,
        unit: 'MB',
        aim: 'under 100 MB',
      }),
    );
    if (size === SESSIONS) timed = await times(stage, test);
  }
  const { maxCpuMs } = await stage.server.figures();
  return [
    ...timed,
    ...memory,
    alone({
      name: 'longest turn of the event loop meanwhile',
      ours: maxCpuMs,
      unit: 'ms of CPU',
      aim: 'under 50 ms',
    }),
  ];
}

async function mostMemory(pid: number, act: () => Promise<unknown>): Promise<{ most: number }> {
  let most = 0;
  let isOver = false;
  const looks = (async () => {
    while (!isOver) {
      most = Math.max(most, await memoryBytes(pid));
      await sleep(LOOK_MS);
    }
  })();
  await act();
  isOver = true;
  await looks;
  return { most };
}

async function times(stage: BenchServer, test: SeededTest): Promise<Row[]> {
  const rows: Row[] = [];
  const kinds = [
    [NOTHING, `${SESSIONS} sessions without videos`],
    [WITH_MESSAGES, `the same with ${SESSIONS * MESSAGES} raw messages`],
  ] as const;
  for (const [takes, what] of kinds) {
    const rounds: { ours: number; peer: number }[] = [];
    let archive = Buffer.alloc(0);
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAt = performance.now();
      archive = await exportOf(stage, test, takes);
      rounds.push({ ours: seconds(startedAt), peer: await copied(stage, test, takes) });
    }
    const row = {
      name: `${what} (${(archive.length / 1e6).toFixed(1)} MB): asked for until downloaded, against pg_dump's statement (COPY … TO STDOUT) of the same tables and zip -1`,
      ours: median(rounds.map(({ ours }) => ours)),
      unit: 's',
      aim: 'under 10 s',
    };
    rows.push(lessIsBetter({ ...row, peer: median(rounds.map(({ peer }) => peer)) }));
  }
  return rows;
}

/** Requests and downloads an export, as a page or a script does. */
async function exportOf({ client }: BenchServer, { testId }: SeededTest, takes: ExportTakes) {
  let exported = successBody<Exported>(await client.post(`/api/tests/${testId}/exports`, takes));
  while (exported.state === 'preparing') {
    await sleep(50);
    exported = successBody<Exported>(await client.get(`/api/exports/${exported.id}`));
  }
  const answer = await client.fetch(`/api/exports/${exported.id}/archive`);
  const archive = Buffer.from(await answer.arrayBuffer());
  if (archive.length !== exported.sizeBytes) throw new Error(`the export is ${exported.state}`);
  return archive;
}

/**
 * The test's rows of each table as `pg_dump` asks for them, by psql: a pg_dump that is older than the server refuses it,
 * and the embedded server comes without one. Then the files into an archive.
 */
async function copied(
  { connection, folder }: BenchServer,
  { testId }: SeededTest,
  takes: ExportTakes,
) {
  const from = join(folder, 'copied');
  await mkdir(from, { recursive: true });
  const env = { ...process.env, PGHOST: connection.host, PGUSER: connection.user };
  const startedAt = performance.now();
  for (const table of takes.messages ? [...TABLES, 'events'] : TABLES) {
    const session = table === 'all_sessions' ? 'one.id' : 'one.session_id';
    const rows = `SELECT one.* FROM ${table} AS one JOIN sessions ON sessions.id = ${session} WHERE sessions.test_id = '${testId}'`;
    const psqlArguments = [
      '-d',
      connection.database ?? '',
      '-c',
      `\\copy (${rows}) TO '${join(from, table)}'`,
    ];
    await execute('psql', psqlArguments, { env });
  }
  await execute('zip', ['-q', '-1', '-r', '-FS', join(folder, 'copied.zip'), from]);
  return seconds(startedAt);
}

const seconds = (startedAt: number) => (performance.now() - startedAt) / 1000;
