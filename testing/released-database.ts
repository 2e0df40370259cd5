// An installation of 0.9.0, the last version before the baseline: its database as its own migrations and server left it, and
// its stored objects.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { openDatabase } from '#server/platform/db/database.ts';
import { cloneDatabase, type TestDatabase } from './database.ts';
import { sentHeatmap, sentPoster, sentSheet, sentVideo } from './participant.ts';

/**
 * A dump of the database (`pg_dump --inserts`, gzip), with rows in every table and the schema of the job queue. Times are
 * relative to now; `sample.invalid` stands for the sample prototype's host.
 *
 * Users 01, 02; workspaces 11, 12; tests 21 to 24; sessions 31 to 40; screens 51 to 53:
 * - 21 'Shop', edited 3 hours ago: 31 Fay (heatmap, stills, poster, note, clip, transcript), 32 by the upload call alone,
 *   33 Vera (closed by the job), 34 Ann (after the edit, excluded), 35 Rex (recording, 20,000 bytes stored), 36 Wim
 *   (nothing recorded yet)
 * - 22 'Second', with the prototype of 21: 37 Sue, 38 Sid (recording), Zoe (nothing recorded yet)
 * - 23 'Foreign', of the other workspace with the prototype of 21: 39 Flo
 * - 24 'Web page', a prototype without messages or screens: 40 Una
 */
const DUMP = join(import.meta.dirname, 'fixtures/released-0.9.0.sql.gz');

/** Ids of the dump end with two digits. */
export function releasedId(number: number): string {
  return `01a20107-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`;
}

/** Numbers of sessions by their participants. */
export const releasedSessions = {
  Fay: 31,
  Anonymous: 32,
  Vera: 33,
  Ann: 34,
  Rex: 35,
  Wim: 36,
  Sue: 37,
  Sid: 38,
  Flo: 39,
  Una: 40,
};

/** Cookie of the owner of workspace 11. */
export const RELEASED_SIGN_IN = 'released-sign-in';

/** A database of 0.9.0, as if its server had stopped a moment ago. `migrate` does the rest. */
export async function releasedDatabase(sampleOrigin?: string): Promise<TestDatabase> {
  const dump = gunzipSync(await readFile(DUMP)).toString('utf8');
  const text = sampleOrigin ? dump.replaceAll('http://sample.invalid', sampleOrigin) : dump;
  const database = await cloneDatabase({ empty: true });
  // A connection of its own, because the dump changes the settings of its connection.
  const db = openDatabase({ ...database.connection, max: 1 });
  await sql.raw(text).execute(db);
  await db.destroy();
  return database;
}

/** Bytes of the videos of Rex and Sid. */
export const RELEASED_ARRIVED_BYTES = 20_000;

/** Writes the stored objects as 0.9.0 lays them out. */
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
