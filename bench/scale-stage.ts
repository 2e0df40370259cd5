// Two of our servers side by side, one with a small database and one with a large one, both seeded by SQL.
import { sql } from 'kysely';
import type { RevisionId, TestId, WorkspaceId } from '#contract/ids.ts';
import { joinUserTimestamp, recordingPath } from '#contract/paths.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { runningDatabase } from '#server/platform/db/embedded/embedded-database.ts';
import { successBody, TestClient } from '#testing/client.ts';
import { seedLarge } from '#testing/large/seed.ts';
import type { LargeSizes } from '#testing/large/template-sessions.ts';
import { quietMessages, storeMessages } from '#testing/messages.ts';
import { startSession } from '#testing/participant.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import { type RunningServer, runServer } from '../e2e/server.ts';

export interface ScaleSizes extends LargeSizes {
  /** Messages of each session that takes one more. */
  messagesOfLongest: number;
}

/** A server and its data, as the calls of the benchmark need them. */
export interface ScaleStage {
  server: RunningServer;
  db: Database;
  owner: TestClient;
  /** The largest one of the owner's workspace; it takes no browser twice. */
  test: Test;
  /** Address of one of the largest test's recordings. */
  recording: string;
  /** Sessions that have many messages, one for each connection. */
  longest: StartedSession[];
  remove(): Promise<void>;
}

/** @param lanes connections that ask at once; each has a session of its own */
export async function openStage(
  sizes: ScaleSizes,
  { lanes, NODE_OPTIONS }: { lanes: number; NODE_OPTIONS: string },
): Promise<ScaleStage> {
  const server = await runServer({ NODE_ENV: 'production', NODE_OPTIONS });
  const connection = runningDatabase({ dataDir: server.dataDir, log: console });
  if (!connection) throw new Error('the database of the server does not run');
  const db = openDatabase(connection);
  const remove = async () => {
    await db.destroy();
    await server.remove();
  };
  try {
    return { ...(await fill(server, db, { sizes, connections: lanes })), server, db, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function fill(
  server: RunningServer,
  db: Database,
  { sizes, connections }: { sizes: ScaleSizes; connections: number },
): Promise<Omit<ScaleStage, 'server' | 'db' | 'remove'>> {
  const owner = new TestClient(server.origin);
  await signInAtIssuer(owner, { email: 'ada@example.com', name: 'Ada Lovelace' });
  await owner.post('/api/set-company', { company: 'Acme' });
  const form = { name: 'Largest', task: 'Buy a plant', figmaUrl: server.prototypeUrl };
  const test = successBody<Test>(await owner.post('/api/tests', form));
  successBody(await owner.put(`/api/tests/${test._id}/settings`, { duplicate: false }));
  await seedLarge(db, await largestOf(db, test), sizes);
  const longest: StartedSession[] = [];
  for (let at = 0; at < connections; at += 1) {
    const browserKey = `longest-${at}`;
    const session = await startSession(owner, test, { name: `Longest ${at}`, browserKey });
    await addMessages(db, session, sizes.messagesOfLongest);
    longest.push(session);
  }
  await sql`VACUUM ANALYZE`.execute(db);
  return { owner, test, recording: await recordingOf(db, test), longest };
}

async function largestOf(db: Database, { _id, revision }: Test) {
  const { workspace_id } = await db
    .selectFrom('tests')
    .select('workspace_id')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow();
  return {
    workspaceId: workspace_id as WorkspaceId,
    testId: _id as TestId,
    revisionId: revision._id as RevisionId,
  };
}

async function addMessages(db: Database, { _id }: StartedSession, messages: number): Promise<void> {
  const named = quietMessages(messages).map((one) => ({
    ...one,
    data: '{"presentedNodeId":"900:1"}',
  }));
  await storeMessages(db, _id, named);
  const events = { events_in_a_row: messages, events_bytes: 27 * messages };
  await db.updateTable('sessions').set(events).where('id', '=', _id).execute();
}

async function recordingOf(db: Database, test: Test): Promise<string> {
  const session = await db
    .selectFrom('sessions')
    .select(['participant_name', 'timestamp_ms'])
    .where('test_id', '=', test._id)
    .orderBy('number')
    .executeTakeFirstOrThrow();
  const { participant_name: name, timestamp_ms: ms } = session;
  const { uniqueId, _id: testId, company, name: testName } = test;
  const userTimestamp = joinUserTimestamp(name, ms);
  const path = recordingPath({
    uniqueId,
    testId: testId as TestId,
    company,
    testName,
    userTimestamp,
  });
  return `/api/tests/${path}`;
}
