// The content of a log line about an error: the place and the violated rule, without values of rows.
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#testing/database.ts';
import { createLog } from './log.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase({ empty: true });
  await sql`CREATE TABLE people (name text CONSTRAINT people_name UNIQUE)`.execute(database.db);
});
afterAll(() => database.drop());

function loggedError(err: unknown): Record<string, unknown> {
  const lines: { err: Record<string, unknown> }[] = [];
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  log.error({ err }, 'failed');
  return lines[0]?.err ?? {};
}

async function duplicateName(): Promise<Error> {
  const insert = sql`INSERT INTO people VALUES ('Ada Lovelace'), ('Ada Lovelace')`;
  return await insert.execute(database.db).then(
    () => new Error('the row was taken'),
    (error: Error) => error,
  );
}

const duplicate = {
  type: 'error',
  message: 'duplicate key value violates unique constraint "people_name"',
  code: '23505',
  severity: 'ERROR',
  routine: '_bt_check_unique',
  table: 'people',
  constraint: 'people_name',
};

it('names code, rule and place of an error of the database, and no value [16.2.5, 16.3.4]', async () => {
  const error = await duplicateName();
  expect(error).toHaveProperty('detail', expect.stringContaining('Ada Lovelace'));
  const { stack, ...rest } = loggedError(error);
  expect(rest).toEqual(duplicate);
  expect(stack).toContain('duplicate key');
});

it('shows the same of a copy of its properties, as the job queue reports it', async () => {
  const { name, message, ...others } = (await duplicateName()) as Error & Record<string, unknown>;
  const logged = loggedError({ ...others, name, message, queue: 'mail.send' });
  expect(logged).toMatchObject(duplicate);
  expect(JSON.stringify(logged)).not.toContain('Ada');
});

it('shows causes, masks addresses, and says of anything else what type it is', () => {
  const cause = Object.assign(new Error('refused ada@example.com'), { code: 'EAUTH' });
  expect(loggedError(new Error('no mail', { cause }))).toMatchObject({
    message: 'no mail',
    cause: { message: 'refused [email]', code: 'EAUTH' },
  });
  expect(loggedError('text')).toEqual({ type: 'string' });
});

it('has no field twice: no line of the server names what every line has', async () => {
  const files = globSync('server/**/*.ts', { exclude: ['**/*.test.ts'] });
  const reserved =
    /\blog\.(debug|info|warn|error)\(\s*\{[^}]*\b(pid|hostname|level|time|msg)\b\s*[,:}]/;
  const found = [];
  for (const file of files) if (reserved.test(await readFile(file, 'utf8'))) found.push(file);
  expect(files.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});
