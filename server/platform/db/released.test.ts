// An installation of 0.9.0 under today's version: it continues at the baseline and nothing is lost, also when a start is
// interrupted. An older one is refused.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Sample, startSample } from '#sample/sample.ts';
import { createSecrets } from '#server/platform/security/secrets.ts';
import { rereadAll } from '#server/readings/reread.ts';
import { toolAt } from '#testing/app.ts';
import { TestClient } from '#testing/client.ts';
import { cloneDatabase, type TestDatabase } from '#testing/database.ts';
import { pieceHeaders, sendForm, sentVideo } from '#testing/participant.ts';
import {
  putReleasedMedia,
  RELEASED_ARRIVED_BYTES,
  RELEASED_SIGN_IN,
  releasedDatabase,
  releasedId,
  releasedSessions,
} from '#testing/released-database.ts';
import {
  addressOf,
  type ServerProcess,
  startServerProcess,
  TEST_SECRET,
} from '#testing/server-process.ts';
import { readCatalogue } from './catalogue.fixture.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';

const migrationsFolder = join(import.meta.dirname, 'migrations');

/** Columns that later migrations rewrite on purpose, as `table.column`. A separate test checks each new value. */
const rewritten = new Set<string>([]);

const [BASELINE = '', ...later] = readdirSync(migrationsFolder).toSorted();

/**
 * The rows of each table and view. Counts of calls are left out because they end by time, and migrations because the
 * baseline replaces them.
 */
type Rows = Record<string, Record<string, unknown>[]>;

async function readRows(db: Database): Promise<Rows> {
  const { rows: tables } = await sql<{ name: string }>`SELECT table_name AS name
    FROM information_schema.tables
    WHERE table_schema = 'public' AND table_name NOT IN ('rate_counts', 'migrations') ORDER BY 1`.execute(
    db,
  );
  const all: Rows = {};
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(name)}`.execute(
      db,
    );
    all[name] = rows;
  }
  return all;
}

/** Rows of `before` that `after` does not have, by the tables and columns of both. */
function lost(before: Rows, after: Rows): unknown[] {
  return Object.entries(before).flatMap(([table, rows]) => {
    const rowsAfter = after[table];
    if (!rowsAfter) return [];
    const columns = Object.keys(rows[0] ?? {}).filter(
      (column) => column in (rowsAfter[0] ?? {}) && !rewritten.has(`${table}.${column}`),
    );
    const text = (row: Record<string, unknown>) => JSON.stringify(columns.map((name) => row[name]));
    const texts = new Set(rowsAfter.map(text));
    return rows.filter((row) => !texts.has(text(row))).map((row) => ({ table, row }));
  });
}

async function readMigrations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM migrations ORDER BY name`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Lock that makes a migration wait until the test releases it. */
const LOCK = 4711;

/** A migration that does nothing else. */
const LAST = '9999-last.sql';

/** Today's migrations, where the named one waits at its end. */
function waitingMigrations(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tryout-waiting-'));
  cpSync(migrationsFolder, folder, { recursive: true });
  appendFileSync(join(folder, name), `\nSELECT pg_advisory_xact_lock(${LOCK});`);
  return folder;
}

const migrating = `
import { openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
await migrate(openDatabase({ connectionString: process.argv[1] }), process.argv[2]);`;

function startMigrating({ connection }: TestDatabase, folder: string): ChildProcess {
  const args = ['--input-type=module', '-e', migrating, addressOf(connection), folder];
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Ends a process with SIGKILL while it migrates. @param name the migration whose end it has reached */
async function killWhileMigrating(database: TestDatabase, name = LAST): Promise<void> {
  const folder = waitingMigrations(name);
  await database.db.connection().execute(async (db) => {
    await sql`SELECT pg_advisory_lock(${LOCK})`.execute(db);
    const child = startMigrating(database, folder);
    const waiting = async () => {
      const { rows } = await sql`SELECT 1 FROM pg_locks
        WHERE locktype = 'advisory' AND NOT granted AND objid = ${LOCK}`.execute(db);
      return rows.length;
    };
    await expect.poll(waiting, { timeout: 15_000 }).toBe(1);
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    await sql`SELECT pg_advisory_unlock(${LOCK})`.execute(db);
  });
  rmSync(folder, { recursive: true });
}

let database: TestDatabase;

const OLDER =
  'This database was made by a version before 0.9.0. Install Tryout 0.9.0, start it once, then install this version. Nothing was changed.';

describe('a database of 0.9.0', () => {
  beforeEach(async () => {
    database = await releasedDatabase();
  });
  afterEach(() => database.drop());

  it('has rows in every table', async () => {
    const rows = await readRows(database.db);
    expect(Object.entries(rows).filter(([, { length }]) => length === 0)).toEqual([]);
  });

  it('continues at the baseline with every row, and nothing happens when migrations run again', async () => {
    const before = await readRows(database.db);
    expect(await migrate(database.db)).toEqual(later);
    expect(await readMigrations(database.db)).toEqual([BASELINE, ...later]);
    const after = await readRows(database.db);
    expect(lost(before, after)).toEqual([]);
    expect(await migrate(database.db)).toEqual([]);
    expect(await readRows(database.db)).toEqual(after);
  });

  it('has the schema of a new database', async () => {
    await migrate(database.db);
    const fresh = await cloneDatabase();
    expect(await readCatalogue(database.db)).toEqual(await readCatalogue(fresh.db));
    await fresh.drop();
  });

  it('has the same readings when all its sessions are read again', async () => {
    await migrate(database.db);
    const parts = { db: database.db, prototypeHosts: [] };
    const again = await rereadAll(parts, { progress: () => undefined, failed: console.error });
    expect(again).toMatchObject({ changed: 0, first: 0, failed: 0 });
    expect(again.sessions).toBeGreaterThan(5);
  });

  it.each([...later, LAST])(
    'is unchanged when the process of its migration is killed after %s',
    async (name) => {
      const read = async () => [
        await readMigrations(database.db),
        await readRows(database.db),
        await readCatalogue(database.db),
      ];
      const [before, rows] = [await read(), await readRows(database.db)];
      await killWhileMigrating(database, name);
      expect(await read()).toEqual(before);
      expect(await migrate(database.db)).toEqual(later);
      expect(lost(rows, await readRows(database.db))).toEqual([]);
    },
  );

  it('is refused once a newer version has used it', async () => {
    await migrate(database.db);
    await sql`INSERT INTO migrations (name, hash) VALUES ('9999-later.sql', 'x')`.execute(
      database.db,
    );
    await expect(migrate(database.db)).rejects.toThrow('it was used by a newer version');
  });

  it.each([
    ['before 0.9.0', sql`DELETE FROM migrations WHERE name = '0041-result-versions.sql'`, OLDER],
    ['of the first migration', sql`DELETE FROM migrations WHERE name > '0001-first.sql'`, OLDER],
    [
      'with another migration of the same name',
      sql`UPDATE migrations SET hash = 'x' WHERE name = '0017-results.sql'`,
      'This database was changed by other migrations than those of Tryout 0.9.0. Nothing was changed.',
    ],
  ])('is refused and unchanged in the state %s', async (_, change, message) => {
    await change.execute(database.db);
    const [names, rows] = [await readMigrations(database.db), await readRows(database.db)];
    await expect(migrate(database.db)).rejects.toThrow(message);
    expect([await readMigrations(database.db), await readRows(database.db)]).toEqual([names, rows]);
  });
});

describe('a server that starts on a killed migration, beside one that migrates too', () => {
  let server: ServerProcess | undefined;
  let dataDir: string;
  let owner: TestClient;
  let sample: Sample;
  let queue: unknown;

  beforeEach(async () => {
    sample = await startSample({ port: 0, host: '127.0.0.1' });
    database = await releasedDatabase(sample.origin);
    queue = await queueVersion();
    dataDir = mkdtempSync(join(tmpdir(), 'tryout-released-'));
    await putReleasedMedia(dataDir);
    await killWhileMigrating(database);
    const starting = startServerProcess(toolAt(sample), { database, dataDir });
    [server] = await Promise.all([starting, migrate(database.db)]);
    owner = await TestClient.signedIn(server.origin, RELEASED_SIGN_IN);
  });
  afterEach(async () => {
    await server?.kill();
    await sample.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true });
  });

  async function queueVersion(): Promise<unknown> {
    const { rows } = await sql`SELECT version FROM pgboss.version`.execute(database.db);
    return rows;
  }

  async function isScheduled(kind: string): Promise<boolean> {
    const { rows } = await sql`SELECT FROM pgboss.schedule WHERE name = ${kind}`.execute(
      database.db,
    );
    return rows.length > 0;
  }

  /** The number of rows in each list of the test 'Shop' and of its workspace. */
  async function countListed(): Promise<Record<string, number>> {
    const ofTest = ['notes', 'clips', 'reels', 'findings', 'view-links'];
    const paths = [
      ...[...ofTest, 'results/screens', 'transcripts/search?words=basket'].map(
        (list) => `tests/${releasedId(21)}/${list}`,
      ),
      ...['workspaces/current/api-keys', 'workspaces/current/webhooks'],
    ];
    const counts = paths.map(async (path) => {
      const { body } = await owner.get(`/api/${path}`);
      const rows = [body, ...Object.values(body)].find(Array.isArray);
      return [path.replace(/^.*0021.|\?.*$/g, ''), rows?.length ?? body];
    });
    return Object.fromEntries(await Promise.all(counts));
  }

  /** A recording's page: clicks, screens with an image, and the answers of the addresses on it. */
  async function page(testNumber: number, uniqueId: string, userTimestamp: string) {
    const address = `/api/tests/${uniqueId}/${releasedId(testNumber)}/x/y/${userTimestamp}`;
    const { body } = await owner.get(address, { accept: 'application/json' });
    const urls = [
      body.videoUrl,
      body.posterUrl,
      ...body.stills.map(urlOf),
      ...body.screens.map(urlOf),
    ];
    const statuses = urls.filter(Boolean).map(async (url) => (await owner.fetch(url)).status);
    const screens = body.screens.map(({ screenId }: { screenId: string }) => screenId);
    const places = body.clickList.map(({ x, y }: { x: number; y: number }) => [x, y]);
    return { state: body.state, places, screens, statuses: await Promise.all(statuses) };
  }

  it('shows every recording, and takes what its participant still sends', async () => {
    const shop = 'x1bExiygCcjEgHWDmkv-ng';
    const read = {
      state: 'ready',
      places: [
        [104, 35],
        [364, 715],
        [104, 35],
      ],
      screens: ['1:2', '1:3'],
    };
    expect(await page(21, shop, 'Fay_1795313577275')).toEqual({
      ...read,
      statuses: [200, 200, 200, 200, 200],
    });
    expect(await page(21, shop, 'Ann_1795313580275')).toEqual({
      ...read,
      statuses: [200, 200, 200],
    });
    expect(await page(22, 'RxPNfiBjpxzyj7NXBaDEqg', 'Sue_1795313583275')).toMatchObject(read);

    expect(await countListed()).toEqual({
      notes: 1,
      clips: 1,
      reels: 1,
      findings: 1,
      'view-links': 2,
      'results/screens': 3,
      'transcripts/search': 1,
      'workspaces/current/api-keys': 1,
      'workspaces/current/webhooks': 1,
    });
    expect(await queueVersion()).toEqual(queue);
    // A job of 0.9.0 that no worker runs any more.
    expect(await isScheduled('indexes.move')).toBe(false);
    expect(await isScheduled('messages.pack')).toBe(true);

    const id = releasedId(releasedSessions.Rex);
    const uploadId = releasedId(75);
    const endsAt = Math.floor(Date.now() / 1000) + 60;
    const signature = createSecrets(TEST_SECRET).sign('session-token', `${id}.${endsAt}`);
    const session = { token: `${id}.${endsAt}.${signature}` };
    const headers = pieceHeaders(session, RELEASED_ARRIVED_BYTES);
    const rest = sentVideo.subarray(RELEASED_ARRIVED_BYTES);
    const piece = { method: 'PATCH', body: rest, headers };
    const anyone = new TestClient(server?.origin ?? '');
    expect((await anyone.send(`/api/uploads/${uploadId}`, piece)).status).toBe(204);
    const form = new FormData();
    form.append('upload', uploadId);
    const test = { uniqueId: shop, _id: releasedId(21) };
    expect((await sendForm(anyone, test, { form, session })).status).toBeLessThan(300);
    const rex = { state: 'ready', places: [[104, 35]], screens: ['1:2', '1:3'] };
    expect(await page(21, shop, 'Rex_1795313581275')).toMatchObject(rex);
    expect(await server?.stored(`recordings/${id}/video.webm`)).toEqual(sentVideo);
  });
});

function urlOf({ url, imageUrl }: { url?: string; imageUrl?: string }): string | undefined {
  return url ?? imageUrl;
}
