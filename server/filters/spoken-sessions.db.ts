// Which sessions of a test said some words, as a condition of statements.
import { type RawBuilder, sql } from 'kysely';
import type { TestId } from '#contract/ids.ts';

/** Ids of sessions of a test in which all the words are said. */
export function sessionsSaying(testId: TestId, words: string): RawBuilder<unknown> {
  return sql`SELECT hits.session_id FROM transcripts_saying(${testId}, ${words}) AS hits WHERE ${isSaid(words)}`;
}

/** Over a table `hits`: what an index promises of parts of a text is looked at. */
export function isSaid(words: string): RawBuilder<boolean> {
  return sql`(hits.is_exact OR strpos((SELECT said FROM transcripts WHERE transcripts.session_id = hits.session_id),
    (SELECT folded(${words}))) > 0)`;
}
