// Condition of statements for sessions of a test in which some words are spoken.
import { type RawBuilder, sql } from 'kysely';
import type { TestId } from '#contract/ids.ts';

/** Ids of sessions of a test in which all the words are spoken. */
export function sessionsWithWords(testId: TestId, words: string): RawBuilder<unknown> {
  return sql`SELECT hits.session_id FROM transcripts_saying(${testId}, ${words}) AS hits WHERE ${containsWords(words)}`;
}

/** Condition over a table `hits`: verifies candidates, because the index matches only parts of a text. */
export function containsWords(words: string): RawBuilder<boolean> {
  return sql`(hits.is_exact OR strpos((SELECT said FROM transcripts WHERE transcripts.session_id = hits.session_id),
    (SELECT folded(${words}))) > 0)`;
}
