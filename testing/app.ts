// The real app for endpoint tests: real routes, database, storage, jobs and mail, on a free port.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { UserId, WorkspaceId } from '#contract/ids.ts';
import { type Sample, startSample } from '#sample/sample.ts';
import { startSignIn } from '#server/access/sign-ins.ts';
import { type AppBounds, createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { openStorageSpace } from '#server/domain/workspaces/storage-space.ts';
import { signInCookie } from '#server/http/cookie-names.ts';
import { openJobs } from '#server/jobs/jobs.ts';
import { createLog } from '#server/log/log.ts';
import { createSecurityLog } from '#server/log/security-log.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { outboxDir } from '#server/mail/outbox.ts';
import { createIntake } from '#server/media/intake.ts';
import type { Parts } from '#server/parts.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { openScreenshots } from '#server/prototypes/browser/open-screenshots.ts';
import { prototypeHosts } from '#server/prototypes/prototype-hosts.ts';
import { createRates } from '#server/rates.ts';
import { createSecrets } from '#server/secrets.ts';
import { openStorage } from '#server/storage/open-storage.ts';
import type { Storage } from '#server/storage/storage.ts';
import { openUpdates } from '#server/updates/updates.ts';
import { claimPort } from './claimed-port.ts';
import { TestClient } from './client.ts';
import { cloneDatabase, type TestDatabase } from './database.ts';

export interface TestApp {
  parts: Parts;
  database: TestDatabase;
  origin: string;
  /** A caller without cookies. */
  anyone: TestClient;
  /** A person who is signed in; a new one with a workspace of their own for a new e-mail. */
  signIn(email: string, options?: { company?: string }): Promise<TestClient>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Also works on the queue. */
  jobs?: boolean;
  /** Serves the sample prototype. */
  sample?: boolean;
  webRoot?: string;
  /** Another server on the same database and files; the first one is closed last. */
  beside?: TestApp;
  /** Puts something between the app and its storage. */
  storage?: (storage: Storage) => Storage;
  /** Takes what the server logs. */
  log?: Parts['log'];
  /** Bytes free on the disk; else plenty, however little this machine has. */
  freeBytes?: () => Promise<number>;
  /** How slow and how many bodies may be. */
  bounds?: AppBounds;
  /** Configuration beside folder and port. */
  env?: Record<string, string>;
}

/** A design tool that no connection reaches: nothing listens on port 1. */
export const DEAF_ORIGIN = 'http://127.0.0.1:1';

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { beside } = options;
  const dataDir = beside?.parts.config.dataDir ?? (await mkdtemp(join(tmpdir(), 'tryout-app-')));
  const database = beside ? shared(beside.database) : await cloneDatabase();
  const port = await claimPort();
  const origin = `http://127.0.0.1:${port}`;
  const config = readConfig({
    ...{ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' },
    ...options.env,
  });
  const log = options.log ?? createLog(process.env.TEST_LOG_LEVEL ?? 'silent');
  const sample = options.sample ? await startSample({ port: 0, host: '127.0.0.1' }) : null;
  const opened = await openStorage(config);
  const storage = options.storage?.(opened) ?? opened;
  const jobs = await openJobs(database.connection, log);
  const updates = await openUpdates(database.connection, database.db, log);
  const hosts = prototypeHosts(config.figma, sample?.origin ?? null);
  const parts: Parts = {
    config,
    publicUrl: config.publicUrl ?? origin,
    log,
    securityLog: createSecurityLog(log),
    db: database.db,
    storage,
    intake: createIntake(storage),
    rates: createRates(database.db),
    space: openStorageSpace({
      ...{ db: database.db, config, log, knownMs: 0 },
      freeBytes: options.freeBytes ?? muchFree,
    }),
    secrets: createSecrets('a secret for tests only'),
    mailer: createMailer({
      smtpUrl: null,
      from: config.mail.from,
      outboxDir: outboxDir(config),
    }),
    jobs,
    updates,
    prototypeHosts: hosts,
    screenshots: openScreenshots(config, { publicUrl: origin, prototypeHosts: hosts, log }),
    samplePrototypeUrl: sample?.prototypeUrl ?? null,
    webRoot: options.webRoot ?? null,
  };
  const app = await createApp(parts, options.bounds);
  await app.listen({ port, host: '127.0.0.1' });
  if (options.jobs) await jobs.work(jobHandlers(parts));
  return {
    parts,
    database,
    origin,
    anyone: new TestClient(origin),
    signIn: (email, { company } = {}) => signIn(parts, origin, { email, company: company ?? null }),
    close: () => close({ app, parts, database, sample, dataDir: beside ? null : dataDir }),
  };
}

const muchFree = async () => Number.MAX_SAFE_INTEGER;

/** Connections of its own to a database that somebody else drops. */
function shared({ connection }: TestDatabase): TestDatabase {
  const db = openDatabase(connection);
  return { connection, db, drop: () => db.destroy() };
}

async function close(opened: {
  app: { close(): Promise<unknown> };
  parts: Parts;
  database: { drop(): Promise<void> };
  sample: Sample | null;
  dataDir: string | null;
}): Promise<void> {
  await opened.parts.screenshots?.close();
  await opened.app.close();
  await opened.parts.jobs.stop();
  await opened.parts.updates.stop();
  await opened.sample?.stop();
  await opened.database.drop();
  if (opened.dataDir) await rm(opened.dataDir, { recursive: true, force: true });
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
