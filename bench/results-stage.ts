// A server with tests of seeded sessions, for benchmarks of results over all sessions of a test.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RevisionId, TestId } from '#contract/ids.ts';
import type { Test } from '#contract/tests.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { runningDatabase } from '#server/platform/db/embedded/embedded-database.ts';
import { successBody, TestClient } from '#testing/client.ts';
import { addClicks, addSessions, type SeededTest } from '#testing/large/result-sessions.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import { runWatchedServer, type WatchedServer } from './watched-server.ts';

export interface ResultsStage {
  server: WatchedServer;
  db: Database;
  /** Owner of the tests. */
  client: TestClient;
  /** A test with so many sessions of 500 messages each. */
  makeTest(sessions: number): Promise<SeededTest>;
  /** A benchmark sends more requests than a person may. */
  forgetRates(): Promise<void>;
}

export async function withResultsStage<T>(
  measure: (stage: ResultsStage) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-bench-'));
  const server = await runWatchedServer(folder);
  const connection = runningDatabase({ dataDir: server.dataDir, log: console });
  if (!connection) throw new Error('the database of the server does not run');
  const db = openDatabase(connection);
  try {
    const client = new TestClient(server.origin);
    await signInAtIssuer(client, { email: 'ada@example.com', name: 'Ada Lovelace' });
    await client.post('/api/set-company', { company: 'Acme' });
    return await measure({
      server,
      db,
      client,
      makeTest: async (sessions) => {
        const input = { ...formOf(sessions), figmaUrl: server.prototypeUrl };
        const test = successBody<Test>(await client.post('/api/tests', input));
        const seeded = { testId: test._id as TestId, revisionId: test.revision._id as RevisionId };
        await addSessions(db, seeded, { sessions });
        await addClicks(db, seeded);
        return seeded;
      },
      forgetRates: async () => {
        await db.deleteFrom('rate_counts').execute();
      },
    });
  } finally {
    await db.destroy();
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Name and task of a test with so many sessions. */
export const formOf = (sessions: number) => ({ name: `Shop of ${sessions}`, task: 'Buy a plant' });
