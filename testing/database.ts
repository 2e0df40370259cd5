// A database of its own for a test: a copy of the run's migrated template, made in milliseconds.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { databaseIn, ownedBy } from './database.setup.ts';

export interface TestDatabase {
  db: Database;
  /** For parts that open connections of their own, as the job queue. */
  connection: PoolConfig;
  /** Closes `db` and removes the database, also with others still connected. */
  drop(): Promise<void>;
}

interface CloneOptions {
  /** The database has none of our tables. */
  empty?: boolean;
  /** Orders texts as people of this language do ('en'); else by their bytes, as the database that we bring along does. */
  language?: string;
  /** The listener of `openDatabase`. */
  onDeadlock?: ((error: unknown) => void) | undefined;
}

export async function cloneDatabase({
  empty = false,
  language,
  onDeadlock,
}: CloneOptions = {}): Promise<TestDatabase> {
  const server = inject('testServer');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = empty || language ? 'template0' : server.template;
  const owner = ownedBy(server.connection);
  const locale = language ? sql`LOCALE_PROVIDER icu ICU_LOCALE ${sql.lit(language)}` : sql``;
  // Copying files takes half the time of writing each page to the log.
  await asAdmin(
    sql`CREATE DATABASE ${sql.id(name)} TEMPLATE ${sql.id(template)} STRATEGY file_copy ${locale} ${owner}`,
  );
  const connection = { ...server.connection, ...databaseIn(server.connection, name) };
  const db = openDatabase(connection, onDeadlock);
  if (language && !empty) await migrate(db);
  return {
    db,
    connection,
    async drop() {
      await db.destroy();
      await asAdmin(sql`DROP DATABASE ${sql.id(name)} WITH (FORCE)`);
    },
  };
}

async function asAdmin(statement: ReturnType<typeof sql>): Promise<void> {
  const admin = openDatabase(inject('testServer').admin);
  try {
    await statement.execute(admin);
  } finally {
    await admin.destroy();
  }
}
