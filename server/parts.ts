// What the app is built from: made by main.ts for production and by testing/ for tests.
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { StorageSpace } from './domain/workspaces/storage-space.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { SecurityLog } from './log/security-log.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Intake } from './media/intake.ts';
import type { Screenshots } from './prototypes/browser/screenshots.ts';
import type { PrototypeHost } from './prototypes/prototype-hosts.ts';
import type { Rates } from './rates.ts';
import type { Secrets } from './secrets.ts';
import type { Storage } from './storage/storage.ts';
import type { Updates } from './updates/updates.ts';

export interface Parts {
  config: Config;
  /** Origin in links and redirects, without a slash at the end. */
  publicUrl: string;
  log: FastifyBaseLogger;
  securityLog: SecurityLog;
  db: Database;
  storage: Storage;
  /** Videos on their way in: appends pieces and keeps their index. */
  intake: Intake;
  /** Bounds how often calls are made, over all servers on the database. */
  rates: Rates;
  /** Whether a new recording fits into the workspace's quota and on the disk. */
  space: StorageSpace;
  secrets: Secrets;
  mailer: Mailer;
  jobs: Jobs;
  /** Tells open pages of changes. */
  updates: Updates;
  /** The design tool first, then the sample where it is served. */
  prototypeHosts: readonly PrototypeHost[];
  /** Takes screen images where there is no REST token; null: no browser is configured. */
  screenshots: Screenshots | null;
  /** A link to try the product with; null when no sample is served. */
  samplePrototypeUrl: string | null;
  /** Folder of the built web app; null: the calls alone. */
  webRoot: string | null;
}
