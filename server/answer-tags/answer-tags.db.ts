// Tags of texts in the database.
import { sql } from 'kysely';
import type { TestId } from '#contract/ids.ts';
import type { TaggedTexts, TextTagsChange } from '#contract/result-questions.ts';
import { TAGS_MAX } from '#contract/tags.ts';
import { textOfAnswer } from '#server/filters/people-filter.read.ts';
import type { Database } from '#server/platform/db/database.ts';

/**
 * Changes the tags of the sessions' texts, unless one would have more than TAGS_MAX: then it changes none. Texts are
 * locked in the order of their sessions, so that two calls cannot wait for each other.
 * @returns the texts with the tags that they have now, or would have
 */
export async function changeTagsOfTexts(
  db: Database,
  testId: TestId,
  { step, sessions, add, remove }: TextTagsChange & { step: number },
): Promise<TaggedTexts['texts']> {
  const given = [...new Set(add)].filter((tag) => !remove.includes(tag));
  const { rows } = await sql<TaggedTexts['texts'][number]>`WITH chosen AS MATERIALIZED (
      SELECT own.session_id, own.tags FROM answers AS own JOIN sessions ON sessions.id = own.session_id
      WHERE own.session_id = ANY(${sessions}::uuid[]) AND own.step = ${step} AND sessions.test_id = ${testId}
        AND ${textOfAnswer(sql`own.answer`)} IS NOT NULL
      ORDER BY own.session_id FOR UPDATE OF own),
      changed AS MATERIALIZED (
        SELECT session_id, tags AS before, kept || ARRAY(
          SELECT tag FROM unnest(${given}::text[]) WITH ORDINALITY AS one (tag, place)
          WHERE tag <> ALL(kept) ORDER BY place) AS tags
        FROM chosen CROSS JOIN LATERAL (SELECT ARRAY(
          SELECT tag FROM unnest(tags) WITH ORDINALITY AS one (tag, place)
          WHERE tag <> ALL(${remove}::text[]) ORDER BY place) AS kept) AS left_over),
      stored AS (
        UPDATE answers SET tags = changed.tags FROM changed
        WHERE answers.session_id = changed.session_id AND answers.step = ${step} AND changed.tags <> before
          AND (SELECT max(cardinality(tags)) FROM changed) <= ${TAGS_MAX})
    SELECT session_id AS "sessionId", tags FROM changed`.execute(db);
  return rows;
}
