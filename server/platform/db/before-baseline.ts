// Databases of versions before 1.0, whose migrations the baseline replaced: one of 0.9.0 continues, an older one is refused.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** A migration that the database has applied or the program contains. */
export interface AppliedMigration {
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
export async function continueAtBaseline(
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
