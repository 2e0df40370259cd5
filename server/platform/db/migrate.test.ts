// Migrations on a real server: applied once, in order, all or none, and never changed behind our back.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#testing/database.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

const first = `CREATE TABLE fruits (name text);\nINSERT INTO fruits VALUES ('apple');`;
const second = 'ALTER TABLE fruits ADD colour text;';

let folder: string;
let database: TestDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tryout-migrations-'));
  database = await cloneDatabase({ empty: true });
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function put(files: Record<string, string>): Promise<void> {
  await Promise.all(
    Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)),
  );
}

async function countFruits(): Promise<unknown> {
  const { rows } = await sql`SELECT count(*)::int AS n FROM fruits`.execute(database.db);
  return rows[0];
}

describe('migrate', () => {
  it('applies what is missing, in order, once', async () => {
    await put({ '0002-colour.sql': second, '0001-fruits.sql': first });
    expect(await migrate(database.db, folder)).toEqual(['0001-fruits.sql', '0002-colour.sql']);
    expect(await migrate(database.db, folder)).toEqual([]);
    await put({ '0003-drop.sql': 'ALTER TABLE fruits DROP colour;' });
    expect(await migrate(database.db, folder)).toEqual(['0003-drop.sql']);
    expect(await countFruits()).toEqual({ n: 1 });
  });

  it('applies all or nothing', async () => {
    await put({ '0001-fruits.sql': first, '0002-broken.sql': 'CREATE TABL;' });
    await expect(migrate(database.db, folder)).rejects.toThrow('migration 0002-broken.sql failed');
    await expect(countFruits()).rejects.toThrow('"fruits" does not exist');
  });

  it.each([
    [
      'in line 2: syntax error at or near "TABL" (42601)',
      'CREATE TABLE nuts (name text);\nCREATE TABL;',
    ],
    [
      'in line 3: relation "nuts" does not exist (42P01)',
      'SELECT 1;\n-- ünïcode\nINSERT INTO nuts VALUES (1);',
    ],
    [
      ': could not create unique index "one" (23505)',
      "INSERT INTO fruits VALUES ('apple');\nCREATE UNIQUE INDEX one ON fruits (name);",
    ],
  ])('names file, line and cause: %s', async (cause, broken) => {
    await put({ '0001-fruits.sql': first, '0002-broken.sql': broken });
    const failed = await migrate(database.db, folder).catch((error: Error) => error.message);
    expect(failed).toContain('migration 0002-broken.sql failed');
    expect(failed).toContain(cause);
    // PostgreSQL's details hold values of rows.
    expect(failed).not.toContain('apple');
  });

  it('is applied by one of several servers that start at once', async () => {
    await put({ '0001-fruits.sql': first });
    const others = [1, 2, 3].map(() => openDatabase(database.connection));
    const applied = await Promise.all(others.map((db) => migrate(db, folder)));
    await Promise.all(others.map((db) => db.destroy()));
    expect(applied.flat()).toEqual(['0001-fruits.sql']);
    expect(await countFruits()).toEqual({ n: 1 });
  });

  it.each([
    ['a changed file', { '0001-fruits.sql': `${first} ` }, 'migration 0001-fruits.sql was changed'],
    ['an older file', { '0000-early.sql': 'SELECT 1' }, '0000-early.sql comes before 0001-fruits'],
    ['two files of one number', { '0001-nuts.sql': 'SELECT 1' }, 'have the same number'],
    ['a bad name', { 'fruits.sql': 'SELECT 1' }, 'fruits.sql: not named NNNN-name.sql'],
  ])('refuses %s', async (_what, files, message) => {
    await put({ '0001-fruits.sql': first });
    await migrate(database.db, folder);
    await put(files);
    await expect(migrate(database.db, folder)).rejects.toThrow(message);
  });

  it('refuses a database of a newer version', async () => {
    await put({ '0001-fruits.sql': first, '0002-colour.sql': second });
    await migrate(database.db, folder);
    await rm(join(folder, '0002-colour.sql'));
    await expect(migrate(database.db, folder)).rejects.toThrow('used by a newer version');
  });

  it("applies the product's own migrations", async () => {
    expect(await migrate(database.db)).not.toEqual([]);
    expect(await database.db.selectFrom('tests').selectAll().execute()).toEqual([]);
  });
});

describe('openDatabase', () => {
  it('reads bigint as a number and refuses one that would lose digits', async () => {
    const read = (text: string) =>
      sql`SELECT ${sql.raw(text)}::bigint AS n`.execute(database.db).then(({ rows }) => rows[0]);
    expect(await read('9007199254740991')).toEqual({ n: 9_007_199_254_740_991 });
    await expect(read('9007199254740993')).rejects.toThrow('exceeds 2^53');
  });

  it('survives that the server ends its idle connections', async () => {
    const other = openDatabase(database.connection);
    await sql`SELECT 1`.execute(other);
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(database.db);
    await expect.poll(() => sql`SELECT 1`.execute(other).then(() => 'answered')).toBe('answered');
    await other.destroy();
  });
});
