// The real server as a process of its own, for tests that kill it and start it again.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { PoolConfig } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { UserId, WorkspaceId } from '#contract/ids.ts';
import { startSignIn } from '#server/accounts/sign-ins.db.ts';
import type { Database } from '#server/platform/db/database.ts';
import { claimPort } from './claimed-port.ts';
import { TestClient } from './client.ts';
import { cloneDatabase, type TestDatabase } from './database.ts';

export interface ServerProcess {
  origin: string;
  db: Database;
  /** Process id of the running server. */
  pid(): number | undefined;
  /** Ends the process in the middle of whatever it does. */
  kill(): Promise<void>;
  isUp(): Promise<boolean>;
  /** Starts it again on the same port, database and files. */
  restart(): Promise<void>;
  /** A new person with a workspace, signed in. */
  signIn(email: string): Promise<TestClient>;
  /** Bytes of a stored object. */
  stored(key: string): Promise<Buffer>;
  /** Ends the process and removes all it kept. */
  close(): Promise<void>;
}

/** Parts that a test has made already, and what takes the lines of the server's log. */
export interface GivenParts {
  database?: TestDatabase;
  dataDir?: string;
  onLine?: (line: string) => void;
}

export const TEST_SECRET = 'a secret for tests only';

/** Maximum duration of a start, on a machine that does other work too. */
const START_LIMIT_MS = 60_000;

/** Starts the server with a new database and a new folder, or with those given, which it removes at the end too. */
export async function startServerProcess(
  env: Record<string, string> = {},
  given: GivenParts = {},
): Promise<ServerProcess> {
  const dataDir = given.dataDir ?? (await mkdtemp(join(tmpdir(), 'tryout-process-')));
  const database = given.database ?? (await cloneDatabase());
  const port = await claimPort();
  const origin = `http://127.0.0.1:${port}`;
  const variables = {
    PORT: String(port),
    DATA_DIR: dataDir,
    // Machines that run tests may have little free.
    FREE_SPACE_FLOOR_BYTES: '0',
    DATABASE_URL: addressOf(database.connection),
    SESSION_SECRET: TEST_SECRET,
    SAMPLE_PORT: '0',
    LOG_LEVEL: 'warn',
    ...env,
  };
  const { onLine } = given;
  let child = await launch({ variables, origin, onLine });
  const kill = () => ended(child, 'SIGKILL');
  return {
    origin,
    db: database.db,
    pid: () => child.pid,
    kill,
    isUp: async () => Boolean((await fetch(`${origin}/api/health`).catch(() => null))?.ok),
    restart: async () => {
      await kill();
      child = await launch({ variables, origin, onLine });
    },
    signIn: (email) => signIn(database.db, origin, email),
    stored: (key) => readFile(join(dataDir, 'media', key)),
    close: async () => {
      await kill();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface Launch {
  variables: Record<string, string>;
  origin: string;
  onLine: ((line: string) => void) | undefined;
}

async function launch({ variables, origin, onLine }: Launch): Promise<ChildProcess> {
  const main = resolve(import.meta.dirname, '../server/main.ts');
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', onLine ? 'pipe' : 'ignore', 'inherit'],
  });
  if (onLine && child.stdout) createInterface({ input: child.stdout }).on('line', onLine);
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit && child.exitCode === null) {
    const answer = await fetch(`${origin}/api/health`).catch(() => null);
    if (answer?.ok) return child;
    await new Promise((resolved) => setTimeout(resolved, 50));
  }
  await ended(child, 'SIGKILL');
  throw new Error('the server did not start');
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolved) => child.once('exit', resolved));
  child.kill(signal);
  await exit;
}

/** The address of a database that the tests know by its parts; a folder is a socket's. */
export function addressOf({ connectionString, host, user, database }: PoolConfig): string {
  if (connectionString) return connectionString;
  const socket = encodeURIComponent(String(host));
  return `postgresql://${user}@localhost/${database}?host=${socket}`;
}

async function signIn(db: Database, origin: string, email: string): Promise<TestClient> {
  const userId = uuidv7() as UserId;
  const workspaceId = uuidv7() as WorkspaceId;
  const person = { issuer: 'tests', subject: email, email, first_name: 'Ada', last_name: 'L' };
  await db
    .insertInto('users')
    .values({ id: userId, ...person })
    .execute();
  const workspace = { id: workspaceId, owner_id: userId, company: 'Ünïcorp & Söhne' };
  await db.insertInto('workspaces').values(workspace).execute();
  const membership = { workspace_id: workspaceId, user_id: userId, role: 'owner' as const };
  await db.insertInto('members').values(membership).execute();
  return TestClient.signedIn(
    origin,
    await startSignIn(db, { userId, workspaceId }, { verifiedEmail: email }),
  );
}
