// The real app for endpoint tests: real routes, database, storage, jobs and mail, on a free port.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { UserId, WorkspaceId } from '#contract/ids.ts';
import type { Sample } from '#sample/sample.ts';
import { startSignIn } from '#server/accounts/sign-ins.db.ts';
import { type AppBounds, createApp } from '#server/app.ts';
import { openParts, type Parts } from '#server/parts.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import { signInCookie } from '#server/platform/http/credentials.ts';
import { createLog } from '#server/platform/log/log.ts';
import { Closing } from '#server/platform/machine/closing.ts';
import type { Storage } from '#server/storage/storage.ts';
import { claimPort } from './claimed-port.ts';
import { TestClient } from './client.ts';
import { cloneDatabase, type TestDatabase } from './database.ts';
import { refuseUndeclaredAnswers } from './strict-answers.ts';

export interface TestApp {
  parts: Parts;
  database: TestDatabase;
  origin: string;
  /** A caller without cookies. */
  anyone: TestClient;
  /** A person who is signed in; a new one with a workspace of their own for a new email. */
  signIn(email: string, options?: { company?: string }): Promise<TestClient>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** The app works on the queue too. */
  jobs?: boolean;
  /** Serves the sample prototype. */
  sample?: boolean;
  webRoot?: string;
  /** Language of the database, which decides its collation (`cloneDatabase`). */
  language?: string;
  /** Another server on the same database and files; the first one is closed last. */
  beside?: TestApp;
  /** Puts something between the app and its storage. */
  storage?: (storage: Storage) => Storage;
  /** Called for each statement that a deadlock ended. */
  onDeadlock?: (error: unknown) => void;
  /** Takes what the server logs. */
  log?: Parts['log'];
  /** Bytes free on the disk; else plenty, however little this machine has. */
  freeBytes?: () => Promise<number>;
  /** Limits of the duration and the number of bodies. */
  bounds?: AppBounds;
  /** Configuration beside folder and port. */
  env?: Record<string, string>;
}

/** Configuration with the sample as the design tool. */
export const toolAt = ({ origin, clientId }: Pick<Sample, 'origin' | 'clientId'>) => ({
  FIGMA_WEB_ORIGIN: origin,
  FIGMA_EMBED_ORIGIN: origin,
  FIGMA_MESSAGE_ORIGIN: origin,
  FIGMA_API_ORIGIN: origin,
  FIGMA_CLIENT_ID: clientId,
});

/** A design tool that no connection reaches: nothing listens on port 1. */
export const DEAF_ORIGIN = 'http://127.0.0.1:1';

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { beside } = options;
  const dataDir = beside?.parts.config.dataDir ?? (await mkdtemp(join(tmpdir(), 'tryout-app-')));
  const database = beside ? shared(beside.database) : await cloneDatabase(options);
  const port = await claimPort();
  const origin = `http://127.0.0.1:${port}`;
  const config = {
    ...readConfig({
      DATA_DIR: dataDir,
      PORT: String(port),
      SESSION_SECRET: 'a secret for tests only',
      ...options.env,
    }),
    samplePort: options.sample ? 0 : null,
  };
  const closing = new Closing();
  if (!beside) closing.defer(() => rm(dataDir, { recursive: true, force: true }));
  closing.defer(() => database.drop());
  const parts = await openParts(config, closing, {
    log: options.log ?? createLog(process.env.TEST_LOG_LEVEL ?? 'silent'),
    database,
    ...(options.storage ? { storage: options.storage } : {}),
    space: { knownMs: 0, freeBytes: options.freeBytes ?? muchFree },
    health: { resultMs: 0 },
    webRoot: options.webRoot ?? null,
  });
  const app = await createApp(parts, options.bounds);
  refuseUndeclaredAnswers(app);
  closing.defer(() => app.close());
  await app.listen({ port, host: '127.0.0.1' });
  if (options.jobs) await parts.jobs.work(jobHandlers(parts));
  return {
    parts,
    database,
    origin,
    anyone: new TestClient(origin),
    signIn: (email, { company } = {}) => signIn(parts, origin, { email, company: company ?? null }),
    close: () => closing.disposeAsync(),
  };
}

const muchFree = async () => Number.MAX_SAFE_INTEGER;

/** Connections of its own to a database that another party drops. */
function shared({ connection }: TestDatabase): TestDatabase {
  const db = openDatabase(connection);
  return { connection, db, drop: () => db.destroy() };
}

async function signIn(
  parts: Parts,
  origin: string,
  { email, company }: { email: string; company: string | null },
): Promise<TestClient> {
  const userId = uuidv7() as UserId;
  const workspaceId = uuidv7() as WorkspaceId;
  const { db } = parts;
  await db
    .insertInto('users')
    .values({
      id: userId,
      issuer: 'tests',
      subject: email,
      email,
      verified_email: email,
      first_name: 'Ada',
      last_name: 'Lovelace',
    })
    .execute();
  await db
    .insertInto('workspaces')
    .values({ id: workspaceId, owner_id: userId, company })
    .execute();
  await db
    .insertInto('members')
    .values({ workspace_id: workspaceId, user_id: userId, role: 'owner' })
    .execute();
  const token = await startSignIn(db, { userId, workspaceId }, { verifiedEmail: email });
  return TestClient.signedIn(origin, token, signInCookie(parts.publicUrl));
}
