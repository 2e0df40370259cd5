// A database as an earlier version left it: empty, with its migrations up to one of them.
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#server/db/migrate.ts';
import { cloneDatabase, type TestDatabase } from './database.ts';

const folder = join(import.meta.dirname, '../server/db/migrations');

/** @param last number of the last migration, as in '0006'. `migrate` does the rest. */
export async function olderDatabase(last: string): Promise<TestDatabase> {
  const older = await mkdtemp(join(tmpdir(), 'tryout-older-'));
  const names = (await readdir(folder)).filter((name) => name.slice(0, 4) <= last);
  for (const name of names) await copyFile(join(folder, name), join(older, name));
  const database = await cloneDatabase({ empty: true });
  await migrate(database.db, older);
  await rm(older, { recursive: true });
  return database;
}
