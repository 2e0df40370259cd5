// Conditions of statements for sessions of a test with a note that contains a text, or a note, a clip or a text with a tag.
import { type RawBuilder, sql } from 'kysely';
import type { TestId } from '#contract/ids.ts';
import { containing } from '#server/platform/db/lists.ts';
import { isOfShownStep } from './answer-conditions.db.ts';

/** Ids of those sessions. The test's notes are read once. */
export function sessionsWithNote(testId: TestId, text: string): RawBuilder<unknown> {
  return sql`SELECT notes.session_id FROM notes
    WHERE notes.test_id = ${testId} AND ${containing(sql`notes.text`, text)}`;
}

/** Condition for sessions with one of these tags. The test's notes and clips are read once each. */
export function hasTag(testId: TestId, tags: readonly string[]): RawBuilder<boolean> {
  const given = sql`${[...tags]}::text[]`;
  return sql`(sessions.id IN (
      SELECT notes.session_id FROM notes WHERE notes.test_id = ${testId} AND notes.tags && ${given}
      UNION ALL SELECT clips.session_id FROM clips WHERE clips.test_id = ${testId} AND clips.tags && ${given})
    OR (SELECT bool_or(of.tags && ${given} AND ${isOfShownStep('of')}) FROM answers AS of
      WHERE of.session_id = sessions.id))`;
}

/** `session_id` and `tag` of a table `everyone`, each pair once. */
export function tagsOfSessions(testId: TestId): RawBuilder<unknown> {
  return sql`SELECT notes.session_id, unnest(notes.tags) AS tag FROM notes WHERE notes.test_id = ${testId}
    UNION SELECT clips.session_id, unnest(clips.tags) FROM clips WHERE clips.test_id = ${testId}
    UNION SELECT answers.session_id, unnest(answers.tags) FROM everyone JOIN answers USING (session_id)
      WHERE answers.tags <> '{}' AND ${isOfShownStep('answers')}`;
}

// Condition of statements for sessions of a test in which some words are spoken.

/** Ids of sessions of a test in which all the words are spoken. */
export function sessionsWithWords(testId: TestId, words: string): RawBuilder<unknown> {
  return sql`SELECT hits.session_id FROM transcripts_saying(${testId}, ${words}) AS hits WHERE ${containsWords(words)}`;
}

/** Condition over a table `hits`: verifies candidates, because the index matches only parts of a text. */
export function containsWords(words: string): RawBuilder<boolean> {
  return sql`(hits.is_exact OR strpos((SELECT said FROM transcripts WHERE transcripts.session_id = hits.session_id),
    (SELECT folded(${words}))) > 0)`;
}
