// Installations of earlier versions: a database with migrations up to one of them, and the last release's data.
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '#server/platform/db/migrate.ts';
import { cloneDatabase, type TestDatabase } from './database.ts';
import { sentHeatmap, sentPoster, sentSheet, sentVideo } from './participant.ts';

export const migrationsFolder = join(import.meta.dirname, '../server/platform/db/migrations');

/** Number of the last migration of the last release. */
export const RELEASED = '0012';

/** @param last number of the last migration, as in '0006'. `migrate` does the rest. */
export async function olderDatabase(last: string): Promise<TestDatabase> {
  const older = await mkdtemp(join(tmpdir(), 'tryout-older-'));
  const names = (await readdir(migrationsFolder)).filter((name) => name.slice(0, 4) <= last);
  for (const name of names) await copyFile(join(migrationsFolder, name), join(older, name));
  const database = await cloneDatabase({ empty: true });
  await migrate(database.db, older);
  await rm(older, { recursive: true });
  return database;
}

/** Ids of `fixtures/released-0012.sql` end with two digits: users 01 on, tests 21 on, sessions 31 on. */
export function releasedId(number: number): string {
  return `01a20107-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`;
}

/** Sessions of `fixtures/released-0012.sql` by their participants. */
export const releasedSessions = {
  ...{ Fay: 31, Anonymous: 32, Vera: 33, Ann: 34, Rex: 35 },
  ...{ Wim: 36, Sue: 37, Sid: 38, Flo: 39, Una: 40 },
};

/** Cookie of the owner of workspace 11. */
export const RELEASED_SIGN_IN = 'released-sign-in';

/** A database with the rows of `fixtures/released-0012.sql`; the later migrations are missing. */
export async function releasedDatabase(sampleOrigin?: string): Promise<TestDatabase> {
  const database = await olderDatabase(RELEASED);
  const file = join(import.meta.dirname, `fixtures/released-${RELEASED}.sql`);
  const text = await readFile(file, 'utf8');
  const rows = sampleOrigin ? text.replaceAll('http://sample.invalid', sampleOrigin) : text;
  await sql.raw(rows).execute(database.db);
  return database;
}

/** Bytes of the videos of Rex and Sid. */
export const RELEASED_ARRIVED_BYTES = 20_000;

/** Writes the stored objects of `fixtures/released-0012.sql` as the last release lays them out. */
export async function putReleasedMedia(dataDir: string): Promise<void> {
  const put = async (key: string, bytes: Uint8Array) => {
    const path = join(dataDir, 'media', key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  };
  const { Wim: _, ...withVideo } = releasedSessions;
  for (const [name, number] of Object.entries(withVideo)) {
    const isWhole = name !== 'Rex' && name !== 'Sid';
    const bytes = isWhole ? sentVideo : sentVideo.subarray(0, RELEASED_ARRIVED_BYTES);
    await put(`recordings/${releasedId(number)}/video.webm`, bytes);
  }
  const fay = `recordings/${releasedId(releasedSessions.Fay)}`;
  await put(`${fay}/heatmaps/1-2.png`, sentHeatmap);
  await put(`${fay}/stills/0`, sentSheet);
  await put(`${fay}/stills/poster`, sentPoster);
  const images = join(import.meta.dirname, '../sample/images');
  for (const [number, image] of [
    [51, '1-2.png'],
    [52, '1-3.png'],
    [53, '1-2.png'],
  ] as const) {
    await mkdir(join(dataDir, 'media/screens'), { recursive: true });
    await cp(join(images, image), join(dataDir, 'media/screens', releasedId(number)));
  }
}
