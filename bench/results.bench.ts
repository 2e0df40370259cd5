// How quickly results are answered at 100, 1,000 and 10,000 sessions of 500 messages, with and without filters.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RevisionId, TestId } from '#contract/ids.ts';
import type { Test } from '#contract/tests.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { runningDatabase } from '#server/db/embedded/embedded-database.ts';
import { made, TestClient } from '#testing/client.ts';
import {
  addClicks,
  addSessions,
  nodeIdOf,
  SCREENS,
  type SeededTest,
} from '#testing/large/result-sessions.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import { alone, lessIsBetter, median, quantile, type Row } from './rows.ts';
import { runWatchedServer, type WatchedServer } from './watched-server.ts';

const SIZES = [100, 1000, 10_000] as const;
/** Milliseconds at the 95th percentile. */
const AIMS: Record<(typeof SIZES)[number], number> = { 100: 100, 1000: 100, 10000: 200 };
/** Looks at each page, in turns. */
const LOOKS = 60;
const PAGES = { Summary: '', Screens: '/screens', Paths: '/paths' };
const FILTERS = {
  'without a filter': '',
  'with a filter':
    'outcome=direct,indirect,gave_up&screen=2,5&device=Chrome on Windows&answer=did_it,none&text=participant',
};
/** Changes of the goal. */
const CHANGES = 5;

export async function run(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-bench-'));
  const server = await runWatchedServer(folder);
  const connection = runningDatabase({ dataDir: server.dataDir, log: console });
  if (!connection) throw new Error('the database of the server does not run');
  const db = openDatabase(connection);
  try {
    return await measureOn(server, db);
  } finally {
    await db.destroy();
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureOn(server: WatchedServer, db: Database): Promise<Row[]> {
  const client = new TestClient(server.origin);
  await signInAtIssuer(client, { email: 'ada@example.com', name: 'Ada Lovelace' });
  await client.post('/api/set-company', { company: 'Acme' });
  const tests: SeededTest[] = [];
  for (const size of SIZES)
    tests.push(await makeTest(client, db, { prototypeUrl: server.prototypeUrl, size }));
  // What the seeding took doesn't count.
  await server.figures();
  const rows: Row[] = [];
  let fewer: Times | null = null;
  for (const [at, size] of SIZES.entries()) {
    const test = tests[at];
    if (!test) continue;
    const times = await lookAt(client, test);
    rows.push(...rowsOf(times, { size, fewer }));
    fewer = times;
    const { peakMemoryBytes } = await server.figures();
    rows.push(
      alone({
        name: `memory of the server at ${size} sessions, the most until then`,
        ...{ ours: peakMemoryBytes / 1e6, unit: 'MB', aim: '–' },
      }),
    );
  }
  const largest = tests.at(-1);
  if (largest) rows.push(await changeGoal(client, largest, server.prototypeUrl));
  const { maxCpuMs } = await server.figures();
  rows.push(
    alone({
      name: 'longest turn of the event loop meanwhile',
      ours: maxCpuMs,
      unit: 'ms of CPU',
      aim: 'under 50 ms',
    }),
  );
  return rows;
}

async function makeTest(
  client: TestClient,
  db: Database,
  { prototypeUrl, size }: { prototypeUrl: string; size: number },
): Promise<SeededTest> {
  const test = made<Test>(
    await client.post('/api/tests', { ...form(size), figmaUrl: prototypeUrl }),
  );
  const seeded = { testId: test._id as TestId, revisionId: test.revision._id as RevisionId };
  await addSessions(db, seeded, { sessions: size });
  await addClicks(db, seeded);
  return seeded;
}

/** Milliseconds of each look, by page and filter. */
type Times = ReadonlyMap<string, readonly number[]>;

async function lookAt(client: TestClient, { testId }: SeededTest): Promise<Times> {
  const times = new Map<string, number[]>();
  for (let look = -3; look < LOOKS; look += 1) {
    for (const [page, path] of Object.entries(PAGES)) {
      for (const [filter, query] of Object.entries(FILTERS)) {
        const startedAt = performance.now();
        made(await client.get(`/api/tests/${testId}/results${path}?${query}`));
        const name = `${page}, ${filter}`;
        if (look >= 0) times.set(name, [...(times.get(name) ?? []), performance.now() - startedAt]);
      }
    }
  }
  return times;
}

interface Looked {
  size: (typeof SIZES)[number];
  /** Of a tenth of the sessions: what it grows to is stated beside it. */
  fewer: Times | null;
}

function rowsOf(times: Times, { size, fewer }: Looked): Row[] {
  return [...times].flatMap(([name, taken]) => {
    const before = fewer?.get(name);
    const middle = { name: `${name}, ${size} sessions: median`, ours: median(taken), unit: 'ms' };
    return [
      before
        ? lessIsBetter({ ...middle, peer: median(before), aim: '–' })
        : alone({ ...middle, aim: '–' }),
      alone({
        name: `${name}, ${size} sessions: p95`,
        ours: quantile(taken, 0.95),
        unit: 'ms',
        aim: `under ${AIMS[size]} ms`,
      }),
    ];
  });
}

async function changeGoal(
  client: TestClient,
  { testId }: SeededTest,
  figmaUrl: string,
): Promise<Row> {
  const times: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const goal = { kind: 'screens', screens: [nodeIdOf(SCREENS - (change % 2))], routes: [] };
    const startedAt = performance.now();
    made(await client.put(`/api/tests/${testId}`, { ...form(10_000), figmaUrl, goal }));
    made(await client.get(`/api/tests/${testId}/results`));
    times.push(performance.now() - startedAt);
  }
  return alone({
    name: 'goal changed at 10,000 sessions until all numbers are new',
    ...{ ours: median(times), unit: 'ms', aim: 'under 2000 ms' },
  });
}

const form = (size: number) => ({ name: `Shop of ${size}`, task: 'Buy a plant' });
