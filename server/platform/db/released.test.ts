// An installation of the last release under today's version: nothing is lost, also when a start is interrupted.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Sample, startSample } from '#sample/sample.ts';
import { createSecrets } from '#server/platform/security/secrets.ts';
import { toolAt } from '#testing/app.ts';
import { TestClient } from '#testing/client.ts';
import type { TestDatabase } from '#testing/database.ts';
import {
  migrationsFolder,
  putReleasedMedia,
  RELEASED,
  RELEASED_ARRIVED_BYTES,
  RELEASED_SIGN_IN,
  releasedDatabase,
  releasedId,
  releasedSessions,
} from '#testing/older-database.ts';
import { pieceHeaders, sendForm, sentVideo } from '#testing/participant.ts';
import {
  addressOf,
  type ServerProcess,
  startServerProcess,
  TEST_SECRET,
} from '#testing/server-process.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';

/** Columns that later migrations rewrite on purpose, as `table.column`; a test beside says to what. */
const rewritten = new Set<string>([]);

const later = readdirSync(migrationsFolder).filter((name) => name.slice(0, 4) > RELEASED);

/** The rows of each table and view; counts of calls are left out, they end by time. */
type Rows = Record<string, Record<string, unknown>[]>;

async function readRows(db: Database): Promise<Rows> {
  const { rows: tables } = await sql<{ name: string }>`SELECT table_name AS name
    FROM information_schema.tables
    WHERE table_schema = 'public' AND table_name <> 'rate_counts' ORDER BY 1`.execute(db);
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
    const kept = after[table];
    if (!kept) return [];
    const columns = Object.keys(rows[0] ?? {}).filter(
      (column) => column in (kept[0] ?? {}) && !rewritten.has(`${table}.${column}`),
    );
    const text = (row: Record<string, unknown>) => JSON.stringify(columns.map((name) => row[name]));
    const texts = new Set(kept.map(text));
    return rows.filter((row) => !texts.has(text(row))).map((row) => ({ table, row }));
  });
}

/** Columns of all tables, in order. */
async function readColumns(db: Database): Promise<unknown[]> {
  const { rows } = await sql`SELECT table_name, column_name, data_type, is_nullable
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`.execute(db);
  return rows;
}

/** What makes a migration wait until the test lets go of its lock. */
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
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
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

describe('migrations on the data of the last release', () => {
  beforeEach(async () => {
    database = await releasedDatabase();
  });
  afterEach(() => database.drop());

  it('keep every row, and do nothing when they run again', async () => {
    const before = await readRows(database.db);
    expect(await migrate(database.db)).toEqual(later);
    const after = await readRows(database.db);
    expect(lost(before, after)).toEqual([]);
    expect(await migrate(database.db)).toEqual([]);
    expect(await readRows(database.db)).toEqual(after);
  });

  it.each([...later, LAST])(
    'change nothing when their process is killed after %s',
    async (name) => {
      const [rows, columns] = [await readRows(database.db), await readColumns(database.db)];
      await killWhileMigrating(database, name);
      expect(await readRows(database.db)).toEqual(rows);
      expect(await readColumns(database.db)).toEqual(columns);
      expect(await migrate(database.db)).toEqual(later);
      expect(lost(rows, await readRows(database.db))).toEqual([]);
    },
  );
});

describe('a server that starts on a killed migration, beside one that migrates too', () => {
  let server: ServerProcess | undefined;
  let dataDir: string;
  let owner: TestClient;
  let sample: Sample;

  beforeEach(async () => {
    sample = await startSample({ port: 0, host: '127.0.0.1' });
    database = await releasedDatabase(sample.origin);
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
