// Parts of the app, opened in one place for main.ts and for tests. They contain all state of the server.
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { PoolConfig } from 'pg';
import { startSample } from '#sample/sample.ts';
import { KeyAnswers } from './api-keys/key-answers.ts';
import { Archives } from './exports/archives.ts';
import { ImageReader } from './media/images.ts';
import { createIntake, type Intake } from './media/intake.ts';
import { FeedTurns } from './media/video-indexer.ts';
import { createVideoLayouts, type VideoLayouts } from './media/video-layouts.ts';
import { type Config, naming } from './platform/config/config.ts';
import { connectDatabase } from './platform/db/connect.ts';
import type { Database } from './platform/db/database.ts';
import { CallTurns } from './platform/db/fair-pool.ts';
import { Listener } from './platform/db/listener.ts';
import { refuseSplitMedia, serverName } from './platform/db/other-servers.ts';
import { Outages } from './platform/db/outages.ts';
import { type Jobs, openJobs } from './platform/jobs/jobs.ts';
import { createLog } from './platform/log/log.ts';
import { createSecurityLog, type SecurityLog } from './platform/log/security-log.ts';
import type { Closing } from './platform/machine/closing.ts';
import { holdDataFolder } from './platform/machine/data-folder.ts';
import { createMailer, type Mailer } from './platform/mail/mailer.ts';
import { outboxDir } from './platform/mail/outbox.ts';
import { Passwords } from './platform/security/passwords.ts';
import { createRates, type Rates } from './platform/security/rates.ts';
import { createSecrets, type Secrets, storedSecret } from './platform/security/secrets.ts';
import { openUpdates, type Updates } from './platform/updates/updates.ts';
import { openScreenshots } from './prototypes/browser/open-screenshots.ts';
import type { Screenshots } from './prototypes/browser/screenshots.ts';
import { type PrototypeHost, prototypeHosts } from './prototypes/prototype-hosts.ts';
import { PrototypeListings } from './prototypes/prototype-listings.ts';
import { createScreenFetches, type ScreenFetches } from './prototypes/screen-fetches.ts';
import { openRunningReadings, type RunningReadings } from './readings/find-reading.db.ts';
import { ResultAnswers } from './results/result-answers.ts';
import { LastSeenTimes } from './session-state/last-seen.db.ts';
import { DiskStorage } from './storage/disk-storage.ts';
import { KeyQueue } from './storage/key-queue.ts';
import { probeStorage } from './storage/probe.ts';
import { type Storage, StorageFull } from './storage/storage.ts';
import { type Health, type HealthTimes, openHealth, serverChecks } from './system/health.ts';
import { listenerAccessReader } from './updates/listener-access.db.ts';
import { ViewAnswers } from './view-links/view-answers.ts';
import {
  openStorageSpace,
  type SpaceProbe,
  type StorageSpace,
} from './workspaces/storage-space.db.ts';

export interface Parts {
  config: Config;
  /** Origin in links and redirects, without a slash at the end. */
  publicUrl: string;
  log: FastifyBaseLogger;
  securityLog: SecurityLog;
  db: Database;
  /** Calls take turns with the connections of `db`. */
  callTurns: CallTurns;
  storage: Storage;
  /** Incoming videos: appends pieces and maintains their index. */
  intake: Intake;
  /** Videos that are played: caches data computed from their indexes. */
  videoLayouts: VideoLayouts;
  /** Archives of exports that are downloaded. */
  archives: Archives;
  /** Computed answers of results. */
  resultAnswers: ResultAnswers;
  /** Checks images that people and the design tool send. */
  images: ImageReader;
  /** Time of each participant's last request. */
  lastSeen: LastSeenTimes;
  /** Answers under way to API keys; those of a key that has ended are cut. */
  keyAnswers: KeyAnswers;
  /** Answers under way to visitors of links; those of a link that has ended, or of a session that is gone, are cut. */
  viewAnswers: ViewAnswers;
  /** Runs the ends of one session one after another: the second finds it finished. */
  sessionEnds: KeyQueue;
  /** Sends a person's plain lists of tests one after another. */
  plainLists: KeyQueue;
  /** Bounds how often calls are made, over all servers on the database. */
  rates: Rates;
  /** Hashes and checks passwords of links for viewing, one at a time. */
  passwords: Passwords;
  /** Decides whether a new recording fits into the workspace's quota and on the disk. */
  space: StorageSpace;
  /** Checks of this server's health. */
  health: Health;
  /** Readings of sessions that run, so that several looks read the messages once. */
  runningReadings: RunningReadings;
  secrets: Secrets;
  mailer: Mailer;
  jobs: Jobs;
  /** Tells open pages of changes. */
  updates: Updates;
  /** The design tool first, then the sample where it is served. */
  prototypeHosts: readonly PrototypeHost[];
  /** Takes screen images where there is no REST token, or null if no browser is configured. */
  screenshots: Screenshots | null;
  /** Requests for screen images under way, and what the design tool refused lately. */
  screenFetches: ScreenFetches;
  /** Cache of recent listings of prototypes' files. */
  listings: PrototypeListings;
  /** A link to try the product with; null when no sample is served. */
  samplePrototypeUrl: string | null;
  /** Folder of the built web app, or null to serve the calls alone. */
  webRoot: string | null;
}

/** Replacements that tests pass in. */
export interface PartsOverrides {
  log?: Parts['log'];
  /** A migrated database; its owner closes it. */
  database?: { connection: PoolConfig; db: Database };
  /** Puts something between the app and its storage. */
  storage?: (storage: Storage) => Storage;
  space?: SpaceProbe;
  health?: HealthTimes;
  webRoot?: string | null;
}

const WEB_ROOT = join(import.meta.dirname, '..', 'dist', 'web');

/**
 * Opens all parts that the configuration requires, migrates the database, and serves the sample.
 * @param config with the port that the app will listen on, not 0
 * @param closing gets each part as soon as it is open; disposing it closes them in reverse, also half-way
 * @throws Error with one line that names the variable whose value can't be used
 */
export async function openParts(
  config: Config,
  closing: Closing,
  overrides: PartsOverrides = {},
): Promise<Parts> {
  const outages = new Outages();
  const log =
    overrides.log ?? createLog(config.logLevel, undefined, (error) => outages.takes(error));
  const publicUrl = config.publicUrl ?? originOf(config);
  const given = overrides.database;
  const database = given
    ? { direct: given.connection, db: given.db, callTurns: new CallTurns(), isShared: false }
    : await connect(config, closing, log);
  const { db, callTurns } = database;
  outages.watch(db, log);
  closing.defer(() => outages.stop());
  const own = serverName(mediaPlace(config));
  const connection = { ...database.direct, application_name: own };
  const listener = new Listener({ connection, db, log });
  closing.defer(() => listener.stop());
  const jobs = await openJobs(
    { connection: database.direct, listener, log },
    { runsJobs: config.work !== 'web' },
  );
  closing.defer(() => jobs.stop());
  const updates = openUpdates(listener, listenerAccessReader(db));
  closing.defer(() => updates.stop());
  await listener.start();
  if (database.isShared) await checkOtherServers(db, { own, config, log });
  const opened = await openStorage(config);
  const storage = overrides.storage?.(opened) ?? opened;
  const turns = new FeedTurns();
  const sample = await startSampleIfFree(config, closing, log);
  const hosts = prototypeHosts(config.figma, sample?.origin ?? null);
  const images = new ImageReader();
  const screenshots = openScreenshots(config, { publicUrl, prototypeHosts: hosts, log, images });
  closing.defer(async () => screenshots?.close());
  const keyAnswers = new KeyAnswers(db);
  closing.defer(() => keyAnswers.stop());
  const viewAnswers = new ViewAnswers(db);
  closing.defer(() => viewAnswers.stop());
  const space = openStorageSpace({ db, config, log, ...overrides.space });
  const passwords = new Passwords();
  closing.defer(() => passwords.stop());
  return {
    config,
    publicUrl,
    log,
    securityLog: createSecurityLog(log),
    db,
    callTurns,
    storage,
    intake: createIntake(storage, {
      turns,
      onIndexFailed: (err, key) => log.warn({ err, key }, 'the index of a video was not kept'),
    }),
    videoLayouts: createVideoLayouts(storage, { turns }),
    archives: new Archives(storage),
    resultAnswers: new ResultAnswers(db),
    images,
    lastSeen: new LastSeenTimes(db, log),
    keyAnswers,
    viewAnswers,
    sessionEnds: new KeyQueue(),
    plainLists: new KeyQueue(),
    rates: createRates(db),
    space,
    health: openHealth(
      serverChecks({ db, space, storage, media: config.s3 ? 'bucket' : 'disk' }),
      log,
      overrides.health,
    ),
    passwords,
    secrets: createSecrets(config.sessionSecret ?? (await storedSecret(config.dataDir))),
    mailer: createMailer({ ...config.mail, outboxDir: outboxDir(config) }),
    jobs,
    updates,
    prototypeHosts: hosts,
    runningReadings: openRunningReadings({ db, prototypeHosts: hosts }),
    screenFetches: createScreenFetches(),
    listings: new PrototypeListings(),
    screenshots,
    samplePrototypeUrl: sample?.prototypeUrl ?? null,
    webRoot: overrides.webRoot === undefined ? WEB_ROOT : overrides.webRoot,
  };
}

/** The client of buckets takes 8 MB: it is loaded where there is one. */
async function openStorage({ s3, dataDir }: Config): Promise<Storage> {
  if (s3 === null) {
    return await naming('DATA_DIR', async () => {
      const disk = await DiskStorage.open(join(dataDir, 'media'));
      await probeStorage(disk).catch(passFullDisk);
      return disk;
    });
  }
  const { S3Storage } = await import('./storage/s3-storage.ts');
  return await S3Storage.open(s3);
}

/**
 * A server starts on a full disk, because its team must be able to delete recordings. Its health reports the full disk.
 */
function passFullDisk(error: unknown): void {
  if (!(error instanceof StorageFull)) throw error;
}

/** An IPv6 address is written in brackets (RFC 3986 section 3.2.2). */
function originOf({ host, port }: Config): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The folder is opened first, because its contents must not change while another server uses it. */
async function connect(config: Config, closing: Closing, log: Parts['log']) {
  const { dataDir, databaseUrl, s3 } = config;
  await holdDataFolder({ dataDir, log, needed: !(databaseUrl && s3) }, closing);
  const connected = await connectDatabase(config, closing, log);
  return { ...connected, isShared: databaseUrl !== null };
}

const mediaPlace = ({ s3 }: Config) => (s3 ? 'bucket' : 'disk');

/** @param own name of this server's listener, by which other servers find it */
async function checkOtherServers(
  db: Database,
  { own, config, log }: { own: string; config: Config; log: Parts['log'] },
): Promise<void> {
  const others = await refuseSplitMedia(db, { own, media: mediaPlace(config) });
  if (others > 0 && config.google === null) log.warn({ others }, STAND_IN_ALONE);
}

const STAND_IN_ALONE =
  'other servers run on this database: without Google each knows only the sign-ins that begin and end at itself, so do not put them behind one address';

/** The sample is a convenience: when its port is taken the product runs without it. */
async function startSampleIfFree(config: Config, closing: Closing, log: Parts['log']) {
  if (config.samplePort === null) return null;
  try {
    const sample = await startSample({ port: config.samplePort, host: config.host });
    closing.defer(() => sample.stop());
    return sample;
  } catch (error) {
    log.warn({ err: error, port: config.samplePort }, 'the sample prototype is not served');
    return null;
  }
}
