// How many people the filter leaves, of how many, and whose readings are being made again.
import { sql } from 'kysely';
import { READING_VERSION } from '#insight/reading.ts';
import type { Database } from '#server/db/database.ts';
import { everyone, type ResultsOf } from './people.ts';

export interface Filtered {
  people: number;
  total: number;
  /** Null: of all. */
  revision: number | null;
  /** Their numbers are those of the reading before. */
  beingRead: number;
}

export async function readFiltered(db: Database, of: ResultsOf): Promise<Filtered> {
  const { rows } = await sql<
    Omit<Filtered, 'revision'>
  >`WITH everyone AS MATERIALIZED (${everyone(of)})
    SELECT count(*) FILTER (WHERE kept)::int AS people, count(*) FILTER (WHERE counts)::int AS total,
      (SELECT count(*)::int FROM readings JOIN everyone USING (session_id)
        WHERE kept AND version < ${READING_VERSION}) AS "beingRead"
    FROM everyone`.execute(db);
  const [counted] = rows;
  if (!counted) throw new Error('a sum without a row');
  return { ...counted, revision: of.revision?.number ?? null };
}
