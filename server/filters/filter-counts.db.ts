// Number of people of the base whom the filter leaves, number of all, recordings outside of the base, and number of
// readings that are being renewed.
import { type RawBuilder, sql } from 'kysely';
import { type Outcome, outcome } from '#contract/outcomes.ts';
import { READING_VERSION } from '#insight/reading.ts';
import type { Database } from '#server/platform/db/database.ts';
import { everyone, type ResultsOf } from './people-filter.read.ts';

interface OutcomePeople {
  outcome: Outcome;
  people: number;
}

/** Number of people by outcome; outcomes without people may be missing. */
export type OutcomeCounts = Partial<Record<Outcome, number>>;

/** Returns the outcomes in the order of the rules; those without people are left out. */
export function outcomesOf(counts: OutcomeCounts): OutcomePeople[] {
  return outcome.options.flatMap((each) => {
    const people = counts[each] ?? 0;
    return people > 0 ? [{ outcome: each, people }] : [];
  });
}

export interface Filtered {
  people: number;
  total: number;
  /** Recordings that match the filter outside of the base, in the order of the rules. */
  outside: OutcomePeople[];
  /** Number of the revision, or null for all. */
  revision: number | null;
  /** Their numbers are those of the reading before. */
  beingRead: number;
}

export type FilteredSums = Omit<Filtered, 'revision' | 'outside'> & { outside: OutcomeCounts };

/** Columns of `Filtered` but the revision, of an aggregate over a table `everyone`, which has that function's columns. */
const filteredColumns: RawBuilder<unknown> = sql`count(*) FILTER (WHERE kept)::int AS people,
  count(*) FILTER (WHERE counts)::int AS total,
  (SELECT coalesce(json_object_agg(outcome, runs), '{}') FROM (SELECT outcome, count(*) AS runs
    FROM everyone WHERE asked AND NOT counts GROUP BY outcome) AS left_out) AS outside,
  (SELECT count(*)::int FROM readings JOIN everyone USING (session_id)
    WHERE kept AND version < ${sql.lit(READING_VERSION)}) AS "beingRead"`;

/** Column for sessions whose numbers are those of the reading before. */
export const isBeingRead = sql<boolean>`sessions.id IN (
  SELECT session_id FROM readings WHERE version < ${sql.lit(READING_VERSION)})`;

interface Sums {
  /** More columns of everyone. */
  more?: RawBuilder<unknown>;
  /** More tables over `everyone`, and columns of the aggregate, each after a comma. */
  tables?: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
}

/** One statement over everyone: their counts and the other sums over the table `everyone`. */
export async function readOver<T>(
  db: Database,
  of: ResultsOf,
  { more, tables = sql``, columns }: Sums,
): Promise<{ filtered: Filtered } & T> {
  const { rows } = await sql<
    FilteredSums & T
  >`WITH everyone AS MATERIALIZED (${everyone(of, more)}) ${tables}
    SELECT ${filteredColumns} ${columns} FROM everyone`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a sum without a row');
  return { ...row, filtered: filteredOf(of, row) };
}

/** @param sums the columns of `Filtered`, as the database counts them */
export function filteredOf(
  { revision }: ResultsOf,
  { people, total, outside, beingRead }: FilteredSums,
): Filtered {
  return {
    people,
    total,
    outside: outcomesOf(outside),
    revision: revision?.number ?? null,
    beingRead,
  };
}

export async function readFiltered(db: Database, of: ResultsOf): Promise<Filtered> {
  return (await readOver(db, of, { columns: sql`` })).filtered;
}

/** Numbers that SQL joined by commas: the driver takes a microsecond for each of an array's. */
export function numbersOf(text: string | null): number[] {
  return text ? text.split(',').map(Number) : [];
}
