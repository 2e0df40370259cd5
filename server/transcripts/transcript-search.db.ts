// People who spoke some words in a test, and the segments that contain most of the words.
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type TranscriptSegment, transcriptSegment } from '#contract/transcripts.ts';
import { containsWords } from '#server/filters/note-conditions.db.ts';
import { peopleWithWords, type ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Database } from '#server/platform/db/database.ts';
import { stillBefore } from '#server/recordings/moment-still.db.ts';
import type { MomentRow } from '#server/results/moments.db.ts';

export interface SearchRow extends MomentRow {
  /** Index of the segment, from 0. */
  segment: number;
  spoken: TranscriptSegment;
  corrected: string | null;
  language: string | null;
  /** Configuration of the search, or null if the match is a part of a text. */
  config: string | null;
}

/**
 * Maximum number of texts that are read to count the people who spoke a part of a text: more take longer than a
 * page may.
 */
const TEXTS_READ_MAX = 300;

interface TranscriptSearch {
  words: string;
  /** The last segment that was shown. */
  after: { number: number; segment: number };
  limit: number;
}

/**
 * @returns at most `limit` rows in the order of sessions and time, and how many people spoke the words; `more`:
 * there may be others in texts that were not read
 */
export async function readMatches(
  db: Database,
  of: ResultsOf,
  { words, after, limit }: TranscriptSearch,
): Promise<{ rows: SearchRow[]; people: number; more: boolean }> {
  const { rows } = await sql<SearchRow & { people: number; more: boolean }>`WITH
      saying AS MATERIALIZED (SELECT * FROM transcripts_saying(${of.testId}, ${words})),
      candidates AS MATERIALIZED (SELECT session_id, number, outcome, is_exact
        FROM (${peopleWithWords(of)}) AS people JOIN saying USING (session_id)),
      others AS (SELECT * FROM candidates WHERE NOT is_exact LIMIT ${sql.lit(TEXTS_READ_MAX)}),
      people AS MATERIALIZED (SELECT * FROM (SELECT * FROM candidates WHERE number >= ${after.number} ORDER BY number OFFSET 0)
        AS hits WHERE ${containsWords(words)} LIMIT ${limit + 1}),
      page AS MATERIALIZED (SELECT *, (spoken ->> 'startMs')::float8 AS at_ms FROM (
        SELECT people.*, places.segment, transcripts.segments -> places.segment AS spoken, language,
          CASE WHEN is_exact THEN config END AS config
        FROM people JOIN transcripts USING (session_id) CROSS JOIN LATERAL (${placesOf(words)}) AS places
        WHERE (number, places.segment) > (${after.number}::int, ${after.segment}::int)
        ORDER BY number, places.segment LIMIT ${limit}) AS placed)
    SELECT (SELECT count(*)::int FROM candidates WHERE is_exact) + (SELECT count(*)::int FROM others AS hits WHERE ${containsWords(words)}) AS people,
      (SELECT count(*) = ${sql.lit(TEXTS_READ_MAX)} FROM others) AS more, page.*, corrections.text AS corrected,
      sessions.participant_name, sessions.timestamp_ms, recordings.duration_ms, false AS without_video, still.*,
      1 AS times, NULL AS x, NULL AS y, false AS missed
    FROM (SELECT) AS one
      LEFT JOIN page ON true
      LEFT JOIN transcript_corrections AS corrections
        ON corrections.session_id = page.session_id AND corrections.segment = page.segment
      LEFT JOIN sessions ON sessions.id = page.session_id
      LEFT JOIN recordings ON recordings.session_id = page.session_id
      LEFT JOIN LATERAL (${stillBefore('page.session_id', 'page.at_ms')}) AS still ON true
    ORDER BY page.number, page.segment`.execute(db);
  const { people, more } = rows[0] ?? { people: 0, more: false };
  return { rows: rows.filter((row) => row.session_id !== null).map(parsed), people, more };
}

function parsed(row: SearchRow): SearchRow {
  return { ...row, spoken: transcriptSegment.parse(row.spoken) };
}

/** Segments, from 0, of a row of `people` and `transcripts` that have the most of the words, or the text. */
function placesOf(words: string): RawBuilder<unknown> {
  // The weight selects the words of the search, because unpacking some thousand others takes longer than all the
  // rest.
  return sql`SELECT n - 1 AS segment FROM (
      SELECT n, count(*) AS found, max(count(*)) OVER () AS most
      FROM (SELECT transcript_stems(config, ${words}) AS stems OFFSET 0) AS asked,
        unnest(ts_filter(setweight(search, 'A', stems), '{a}')) AS entry (lexeme, places), unnest(places) AS n
      GROUP BY n) AS counted
    WHERE is_exact AND found = most
    UNION ALL
    SELECT n::int - 1 FROM string_to_table(said, E'\n') WITH ORDINALITY AS lines (line, n)
    WHERE NOT is_exact AND strpos(line, folded(${words})) > 0`;
}

/** Returns the words that match the search, by the language's stems. */
export async function matchingWords(
  db: Database,
  config: string,
  { search, words }: { search: string; words: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ word: string }>`
    SELECT word FROM (SELECT transcript_stems(${config}, ${search}) AS stems OFFSET 0) AS asked,
      unnest(${words}::text[]) AS word
    WHERE transcript_stems(${config}, word) && stems`.execute(db);
  return new Set(rows.map(({ word }) => word));
}

export const searchCursor = z
  .string()
  .transform((text) => text.split('-').map(Number))
  .transform(([number = 0, segment = -1]) => ({ number, segment }));
