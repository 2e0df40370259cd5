// Tests that a start which fails because of a variable reports one line that names the variable.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { cloneDatabase } from '#testing/database.ts';
import { releasedDatabase } from '#testing/released-database.ts';
import { addressOf } from '#testing/server-process.ts';

const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
const secret = { SESSION_SECRET: 'a secret for tests only' };

it.each([
  ['HOST, PORT', { HOST: '192.0.2.1', PORT: '0', ...google }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://127.0.0.1:1/nothing', ...secret }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://%ff/nothing', ...secret }],
  [
    'DATABASE_URL',
    {
      DATABASE_URL: 'postgres://127.0.0.1/nothing?sslmode=verify-full&sslrootcert=/nowhere',
      ...secret,
    },
  ],
  ['DATA_DIR', { DATA_DIR: '/dev/null/data' }],
])('%s', async (names, environment: Record<string, string>) => {
  expect(await failedStart(environment)).toEqual([
    1,
    expect.stringMatching(new RegExp(`^Configuration: ${names} cannot be used: .+\\n$`)),
  ]);
});

/** Exit code of a server, and what it printed on standard error. */
async function failedStart(environment: Record<string, string>): Promise<[number, string]> {
  const { NODE_COMPILE_CACHE = '' } = process.env;
  const given = { DATA_DIR: '/dev/null/data', ...environment, ...bucketFor(environment) };
  const server = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { NODE_COMPILE_CACHE, ...given },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [printed, [code]] = await Promise.all([text(server.stderr), once(server, 'exit')]);
  return [code, printed];
}

it('a migration that fails: its file, the line and the cause', async () => {
  const database = await cloneDatabase({ empty: true });
  await sql`CREATE TABLE migrations (id int)`.execute(database.db);
  const given = { DATABASE_URL: addressOf(database.connection), ...secret };
  expect(await failedStart(given)).toEqual([
    1,
    expect.stringMatching(
      /^Configuration: DATABASE_URL cannot be used: .*"name" does not exist.*\n$/,
    ),
  ]);
  await sql`DROP TABLE migrations`.execute(database.db);
  await sql`CREATE TABLE users (id int)`.execute(database.db);
  expect(await failedStart(given)).toEqual([
    1,
    expect.stringMatching(
      /^Configuration: DATABASE_URL cannot be used: migration \d{4}-\S+\.sql failed.*: relation "users" already exists \(42P07\)\n$/,
    ),
  ]);
  await database.drop();
});

it('a database of a version before 0.9.0: the version to install first', async () => {
  const database = await releasedDatabase();
  await sql`DELETE FROM migrations WHERE name > '0040'`.execute(database.db);
  const given = { DATABASE_URL: addressOf(database.connection), ...secret };
  expect(await failedStart(given)).toEqual([
    1,
    'Configuration: DATABASE_URL cannot be used: This database was made by a version before 0.9.0. Install Tryout 0.9.0, start it once, then install this version. Nothing was changed.\n',
  ]);
  await database.drop();
});

/** A server with its own database and bucket needs no folder. */
function bucketFor({ DATABASE_URL }: Record<string, string>): Record<string, string> {
  if (!DATABASE_URL) return {};
  return { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 's' };
}
