// Rows of a large statement a few at a time, in a transaction: neither we nor the driver hold more of them.
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/** A batch takes milliseconds to write out; other calls take their turn between two. */
const BATCH = 500;

/** @param db a transaction with no other cursor open */
export async function* cursorRows<T>(
  db: Database,
  statement: RawBuilder<T>,
): AsyncGenerator<readonly T[]> {
  // Planned for all of its rows, not for a quick first one.
  await sql`SELECT set_config('cursor_tuple_fraction', '1', true)`.execute(db);
  await sql`DECLARE in_batches NO SCROLL CURSOR FOR ${statement}`.execute(db);
  for (;;) {
    const { rows } = await sql<T>`FETCH ${sql.lit(BATCH)} FROM in_batches`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) break;
  }
  await sql`CLOSE in_batches`.execute(db);
}
