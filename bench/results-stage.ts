// A server with tests of seeded sessions, for benchmarks of results over all sessions of a test.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PoolConfig } from 'pg';
import type { RevisionId, TestId } from '#contract/ids.ts';
import type { Test } from '#contract/tests.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { runningDatabase } from '#server/platform/db/embedded/embedded-database.ts';
import { successBody, TestClient } from '#testing/client.ts';
import {
  addClicks,
  addSessions,
  nodeIdOf,
  SCREENS,
  type SeededTest,
} from '#testing/large/result-sessions.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import { runWatchedServer, type WatchedServer } from './watched-server.ts';

/** A server of its own with a database and a signed-in owner. */
export interface BenchServer {
  server: WatchedServer;
  db: Database;
  connection: PoolConfig;
  /** Owner of the tests. */
  client: TestClient;
  /** Folder for files of the benchmark, which is removed with the server. */
  folder: string;
}

export async function withBenchServer<T>(measure: (stage: BenchServer) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-bench-'));
  const server = await runWatchedServer(folder);
  const connection = runningDatabase({ dataDir: server.dataDir, log: console });
  if (!connection) throw new Error('the database of the server does not run');
  const db = openDatabase(connection);
  try {
    const client = new TestClient(server.origin);
    await signInAtIssuer(client, { email: 'ada@example.com', name: 'Ada Lovelace' });
    await client.post('/api/set-company', { company: 'Acme' });
    return await measure({ server, db, connection, client, folder });
  } finally {
    await db.destroy();
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

export interface ResultsStage extends Pick<BenchServer, 'server' | 'db' | 'client'> {
  /** Makes a test with so many sessions of 500 messages each in its one task. */
  makeTest(sessions: number): Promise<SeededTest>;
  /** Makes one with several tasks, of 500 messages each. Its clicks are not stored: heat and moments alone read them. */
  makeTestOf(tasks: number, sessions: number): Promise<SeededTest>;
  /** Makes a study of 12 steps, two tasks and ten scales, which everyone answered who answered the card. */
  makeStudy(sessions: number): Promise<SeededTest>;
  /** Resets the counted rates, because a benchmark sends more requests than a person may. */
  forgetRates(): Promise<void>;
}

export async function withResultsStage<T>(
  measure: (stage: ResultsStage) => Promise<T>,
): Promise<T> {
  return await withBenchServer(({ server, db, client }) => {
    const { prototypeUrl: figmaUrl } = server;
    const make = async (more: object, size: { sessions: number; tasks?: number }) => {
      const input = { ...formOf(size.sessions), figmaUrl, ...more };
      const test = successBody<Test>(await client.post('/api/tests', input));
      const seeded = { testId: test._id as TestId, revisionId: test.revision._id as RevisionId };
      await addSessions(db, seeded, size);
      return seeded;
    };
    return measure({
      server,
      db,
      client,
      makeTest: async (sessions) => {
        const seeded = await make({}, { sessions });
        await addClicks(db, seeded);
        return seeded;
      },
      makeTestOf: async (tasks, sessions) => {
        const step = { kind: 'task', task: formOf(sessions).task, figmaUrl, goal };
        return await make({ steps: Array(tasks).fill(step) }, { sessions, tasks });
      },
      makeStudy: async (sessions) => {
        const task = { kind: 'task', task: formOf(sessions).task, figmaUrl, goal };
        const form = { type: 'scale', points: 7, low: 'Never', high: 'Always' };
        const steps = [
          ...Array(2).fill(task),
          ...Array.from({ length: 10 }, (_, at) => ({
            kind: 'question',
            question: `How often do you do thing ${at + 1}?`,
            form,
          })),
        ];
        return await make({ steps }, { sessions, tasks: 2 });
      },
      forgetRates: async () => {
        await db.deleteFrom('rate_counts').execute();
      },
    });
  });
}

const goal = { kind: 'screens', screens: [nodeIdOf(SCREENS)], routes: [] };

/** Name and task of a test with so many sessions. */
export const formOf = (sessions: number) => ({ name: `Shop of ${sessions}`, task: 'Buy a plant' });
