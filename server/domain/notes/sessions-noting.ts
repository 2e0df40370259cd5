// Which sessions of a test have a note that says a text, as a condition of statements.
import { type RawBuilder, sql } from 'kysely';
import type { TestId } from '#contract/ids.ts';
import { containing } from '#server/domain/lists.ts';

/** Ids of those sessions: one look at the test's notes. */
export function sessionsNoting(testId: TestId, text: string): RawBuilder<unknown> {
  return sql`SELECT notes.session_id FROM notes
    WHERE notes.test_id = ${testId} AND ${containing(sql`notes.text`, text)}`;
}
