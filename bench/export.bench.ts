// How long an export of 5,000 sessions takes, and what memory; beside reading the same rows with a plain statement each
// and packing the same files with `zip`, in one run.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Exported, ExportTakes } from '#contract/exports.ts';
import type { RevisionId, TestId } from '#contract/ids.ts';
import type { Test } from '#contract/tests.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { runningDatabase } from '#server/db/embedded/embedded-database.ts';
import { made, TestClient } from '#testing/client.ts';
import {
  addClicks,
  addSessions,
  nodeIdOf,
  type SeededTest,
} from '#testing/large/result-sessions.ts';
import { readZip } from '#testing/read-zip.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import { alone, lessIsBetter, median, type Row } from './rows.ts';
import { runWatchedServer, type WatchedServer } from './watched-server.ts';

const SESSIONS = 5000;
/** With raw messages: so many of each session. */
const MESSAGES = 100;
const ROUNDS = 3;
const NOTHING: ExportTakes = { names: true, videos: false, heatmaps: false, messages: false };
const execute = promisify(execFile);

export async function run(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-bench-'));
  const server = await runWatchedServer(folder);
  const connection = runningDatabase({ dataDir: server.dataDir, log: console });
  if (!connection) throw new Error('the database of the server does not run');
  const db = openDatabase(connection);
  try {
    const client = new TestClient(server.origin);
    await signInAtIssuer(client, { email: 'ada@example.com', name: 'Ada Lovelace' });
    await client.post('/api/set-company', { company: 'Acme' });
    const test = await makeTest(client, db, server.prototypeUrl);
    return await measure({ server, client, db, folder }, test);
  } finally {
    await db.destroy();
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeTest(client: TestClient, db: Database, figmaUrl: string): Promise<SeededTest> {
  const form = { name: 'Shop', task: 'Buy a plant', figmaUrl };
  const test = made<Test>(await client.post('/api/tests', form));
  const seeded = { testId: test._id as TestId, revisionId: test.revision._id as RevisionId };
  await addSessions(db, seeded, { sessions: SESSIONS, presented: 20, clicks: 40 });
  await addClicks(db, seeded);
  await sql`UPDATE sessions SET is_recorded = true WHERE test_id = ${seeded.testId}`.execute(db);
  await sql`INSERT INTO visits (session_id, step, ordinal, screen_id, entered_at_ms, left_at_ms, in_history)
    SELECT session_id, 1, place - 1, node, path_at_ms[place], path_at_ms[place + 1], true
    FROM task_runs, unnest(path) WITH ORDINALITY AS walked (node, place) ON CONFLICT DO NOTHING`.execute(
    db,
  );
  await sql`INSERT INTO events (session_id, seq, at_ms, type, data)
    SELECT id, seq, 500 + seq * 90, 'PRESENTED_NODE_CHANGED', ('{"presentedNodeId":"' || ${nodeIdOf(1)} || '","n":' || seq || '}')::json
    FROM sessions, generate_series(0, ${MESSAGES - 1}::int) AS seq WHERE test_id = ${seeded.testId}`.execute(
    db,
  );
  await sql`ANALYZE`.execute(db);
  return seeded;
}

interface Stage {
  server: WatchedServer;
  client: TestClient;
  db: Database;
  folder: string;
}

async function measure(stage: Stage, test: SeededTest): Promise<Row[]> {
  const before = (await stage.server.figures()).peakMemoryBytes;
  const rounds: { ours: number; peer: number }[] = [];
  let archive = Buffer.alloc(0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    archive = await exportOf(stage, test, NOTHING);
    rounds.push({ ours: seconds(startedAt), peer: await plainly(stage, test, archive) });
  }
  const tables = await stage.server.figures();
  const startedAt = performance.now();
  const withMessages = await exportOf(stage, test, { ...NOTHING, messages: true });
  const messagesTook = seconds(startedAt);
  const all = await stage.server.figures();
  const aim = 'under 10 s';
  return [
    lessIsBetter({
      name: `${SESSIONS} sessions without videos (${megabytes(archive.length)} MB): asked for until downloaded, against plain statements and zip`,
      ...{ ours: median(rounds.map(({ ours }) => ours)), unit: 's', aim },
      peer: median(rounds.map(({ peer }) => peer)),
    }),
    alone({
      name: `the same with ${SESSIONS * MESSAGES} raw messages (${megabytes(withMessages.length)} MB)`,
      ...{ ours: messagesTook, unit: 's', aim: '–' },
    }),
    alone({
      name: 'memory of the server beyond what it had before, the most until then',
      ...{ ours: (all.peakMemoryBytes - before) / 1e6, unit: 'MB', aim: 'under 100 MB' },
    }),
    alone({
      name: 'longest turn of the event loop meanwhile',
      ...{ ours: Math.max(tables.maxCpuMs, all.maxCpuMs), unit: 'ms of CPU', aim: 'under 50 ms' },
    }),
  ];
}

/** As a page or a script gets it. */
async function exportOf({ client }: Stage, { testId }: SeededTest, takes: ExportTakes) {
  let exported = made<Exported>(await client.post(`/api/tests/${testId}/exports`, takes));
  while (exported.state === 'preparing') {
    await sleep(50);
    exported = made<Exported>(await client.get(`/api/exports/${exported.id}`));
  }
  const answer = await client.fetch(`/api/exports/${exported.id}/archive`);
  const archive = Buffer.from(await answer.arrayBuffer());
  if (archive.length !== exported.sizeBytes) throw new Error(`the export is ${exported.state}`);
  return archive;
}

/** The rows of each table whole, as JSON; then the same files into an archive. */
async function plainly({ db, folder }: Stage, { testId }: SeededTest, archive: Buffer) {
  const from = join(folder, 'plain');
  await mkdir(from, { recursive: true });
  const files = await readZip(archive);
  for (const [name, bytes] of files) await writeFile(join(from, name), bytes);
  const startedAt = performance.now();
  for (const table of ['task_runs', 'visits', 'clicks', 'task_answers']) {
    const { rows } = await sql`SELECT of.* FROM ${sql.table(table)} AS of
      JOIN sessions ON sessions.id = of.session_id WHERE test_id = ${testId}`.execute(db);
    await writeFile(
      join(folder, `${table}.json`),
      rows.map((row) => JSON.stringify(row)).join('\n'),
    );
  }
  await execute('zip', ['-q', '-1', '-r', join(folder, 'plain.zip'), from]);
  return seconds(startedAt);
}

const seconds = (startedAt: number) => (performance.now() - startedAt) / 1000;
const megabytes = (bytes: number) => Math.round(bytes / 1e6);
