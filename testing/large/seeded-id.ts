// Ids of seeded rows: the same at each run, version 7 as ours are, in the order of their time.
import { type RawBuilder, sql } from 'kysely';

/** The newest seeded rows are of this time: before what a test then adds. */
const NEWEST_MS = Date.UTC(2026, 0, 1);
/** An installation of two years, if there are a million of them. */
const APART_MS = 63_000;

/** Milliseconds since 1970 of the n-th row counted from the newest, as SQL. @param n an SQL expression of an integer */
export function seededMs(n: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(${sql.lit(NEWEST_MS)}::bigint - ${n}::bigint * ${sql.lit(APART_MS)})`;
}

/** @param n an SQL expression of an integer: the place counted from the newest */
export function seededId(kind: string, n: RawBuilder<unknown>): RawBuilder<string> {
  const random = sql`md5(${sql.lit(kind)} || ${n})`;
  return sql<string>`(lpad(to_hex(${seededMs(n)}), 12, '0') || '7' || substr(${random}, 1, 3) || '8'
    || substr(${random}, 4, 15))::uuid`;
}

/** 32 bytes, as hashes of tokens are. */
export function seededHash(kind: string, n: RawBuilder<unknown>): RawBuilder<Buffer> {
  return sql<Buffer>`sha256((${sql.lit(kind)} || ${n})::bytea)`;
}
