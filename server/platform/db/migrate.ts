// Updates a database at the start: applies the SQL files of migrations/ that it does not have.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** `NNNN-name.sql`: the number is the order. */
const fileName = /^\d{4}-[a-z0-9-]+\.sql$/;
/** A number that no other program locks, so that two servers that start at once migrate one after the other. */
const ADVISORY_LOCK = 7_286_901_344;
/** The oldest server that the SQL supports. */
const OLDEST_SERVER = 15;

interface Migration extends AppliedMigration {
  text: string;
}

const defaultFolder = join(import.meta.dirname, 'migrations');

/**
 * Applies the missing migrations in one transaction: all of them, or none when a file fails.
 * @returns names of the files applied now, in order.
 * @throws Error when the server is too old, an applied file changed, or the database is older than 0.9.0 or newer
 * than this program.
 */
export async function migrate(db: Database, folder = defaultFolder): Promise<string[]> {
  const files = await readMigrations(folder);
  return await db.transaction().execute(async (transaction) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(transaction);
    await sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(transaction);
    await refuseOldServer(transaction);
    const applied = await continueAtBaseline(transaction, await readApplied(transaction), files[0]);
    refuseDifferentPast(files, applied);
    const missing = files.slice(applied.length);
    for (const file of missing) await apply(transaction, file);
    return missing.map((file) => file.name);
  });
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  refuseSameNumber(names);
  return await Promise.all(
    names.map(async (name) => {
      if (!fileName.test(name)) throw new Error(`migration ${name}: not named NNNN-name.sql`);
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** @param names in order */
function refuseSameNumber(names: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    const before = names[index - 1];
    if (before?.slice(0, 4) === name.slice(0, 4)) {
      throw new Error(`migrations ${before} and ${name} have the same number`);
    }
  }
}

async function refuseOldServer(db: Database): Promise<void> {
  const { rows } = await sql<{ server_version: string }>`SHOW server_version`.execute(db);
  const version = rows[0]?.server_version ?? 'of unknown version';
  if (Number.parseInt(version, 10) >= OLDEST_SERVER) return;
  throw new Error(`PostgreSQL ${OLDEST_SERVER} or newer is needed, the server is ${version}`);
}

async function readApplied(db: Database): Promise<AppliedMigration[]> {
  await sql`CREATE TABLE IF NOT EXISTS migrations (
    name text PRIMARY KEY,
    hash text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
  const result =
    await sql<AppliedMigration>`SELECT name, hash FROM migrations ORDER BY name`.execute(db);
  return result.rows;
}

/** Throws unless the applied migrations are the unchanged beginning of the program's. */
function refuseDifferentPast(
  files: readonly Migration[],
  applied: readonly AppliedMigration[],
): void {
  for (const [index, past] of applied.entries()) {
    const file = files[index];
    if (!files.some(({ name }) => name === past.name)) {
      throw new Error(
        `the database has migration ${past.name}, which this version does not know: it was used by a newer version`,
      );
    }
    if (file?.name !== past.name) {
      throw new Error(
        `migration ${file?.name} comes before ${past.name}, which the database already has: give it a higher number`,
      );
    }
    if (file.hash !== past.hash) {
      throw new Error(
        `migration ${past.name} was changed after this database had applied it: undo that and add a new file`,
      );
    }
  }
}

async function apply(db: Database, { name, hash, text }: Migration): Promise<void> {
  try {
    // pg uses the simple protocol for statements without parameters, which takes several of them at once.
    await sql.raw(text).execute(db);
  } catch (error) {
    throw new Error(`migration ${name} failed${placeIn(text, error)}: ${causeOf(error)}`, {
      cause: error,
    });
  }
  await sql`INSERT INTO migrations (name, hash) VALUES (${name}, ${hash})`.execute(db);
}

/** Line of the file where PostgreSQL found the error, if it reports one: it does not for errors of rows. */
function placeIn(text: string, error: unknown): string {
  const position = Number((error as { position?: unknown }).position);
  return position > 0 ? ` in line ${text.slice(0, position).split('\n').length}` : '';
}

/** Message with SQLSTATE, or with the error that broke the connection. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, reason = code } = error as { code?: unknown; reason?: unknown };
  return typeof reason === 'string' ? `${error.message} (${reason})` : error.message;
}

// Databases of versions before 1.0, whose migrations the baseline replaced: one of 0.9.0 continues, an older one is refused.

/** A migration that the database has applied or the program contains. */
interface AppliedMigration {
  /** Name of the file. */
  name: string;
  /** SHA-256 of the file in hex: a file that was applied may never change. */
  hash: string;
}

/** The first and the last migration of 0.9.0, in the folder of its tag `v0.9.0`. */
const FIRST = '0001-first.sql';
const LAST = '0041-result-versions.sql';
/** SHA-256 of the names and hashes of all its migrations, a line each. */
const DIGEST = '07538b6fc96cdebb448b8f243a2b296973aae5d41f86d89296c7d687bfb50fd5';

const OLDER =
  'This database was made by a version before 0.9.0. Install Tryout 0.9.0, start it once, then install this version. Nothing was changed.';
const CHANGED =
  'This database was changed by other migrations than those of Tryout 0.9.0. Nothing was changed.';

/**
 * Records the baseline in a database of 0.9.0 without running it, because the schema is there already.
 * @returns the migrations that the database has after that
 * @throws Error if the database is older than 0.9.0
 */
async function continueAtBaseline(
  db: Database,
  applied: readonly AppliedMigration[],
  baseline: AppliedMigration | undefined,
): Promise<readonly AppliedMigration[]> {
  if (!baseline || applied[0]?.name !== FIRST) return applied;
  if (!applied.some(({ name }) => name === LAST)) throw new Error(OLDER);
  if (digestOf(applied) !== DIGEST) throw new Error(CHANGED);
  const { name, hash } = baseline;
  await sql`DELETE FROM migrations`.execute(db);
  await sql`INSERT INTO migrations (name, hash) VALUES (${name}, ${hash})`.execute(db);
  return [{ name, hash }];
}

function digestOf(applied: readonly AppliedMigration[]): string {
  const lines = applied.map(({ name, hash }) => `${name} ${hash}\n`).join('');
  return createHash('sha256').update(lines).digest('hex');
}
