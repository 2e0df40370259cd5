// Sums of the answers to a question or a set in the database, and the questions that a test has.
import { type RawBuilder, sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import type { PanelStep } from '#contract/steps.ts';
import { isOfShownStep } from '#server/filters/answer-conditions.db.ts';
import { type Filtered, numbersOf, readOver } from '#server/filters/filter-counts.db.ts';
import { people, type ResultsOf, textOfAnswer } from '#server/filters/people-filter.read.ts';
import type { Database } from '#server/platform/db/database.ts';
import { containing } from '#server/platform/db/lists.ts';
import { panelStepOf, type StepRow } from '#server/revisions/steps.db.ts';
import { TAGS_MOST } from './choices.db.ts';

export interface QuestionSums {
  filtered: Filtered;
  visitors: number;
  answered: number;
  /** People by option, `yes` and `no` among them. */
  words: Record<string, number>;
  numbers: number[];
  /** People by item of a set, from 0, and its answer. */
  items: { item: number; answer: number; people: number }[];
  texts: number;
}

/** Reads all sums in one scan of the people who were shown the step. @param of results of a question */
export async function readQuestion(db: Database, of: ResultsOf): Promise<QuestionSums> {
  const columns = sql`, count(*) FILTER (WHERE kept)::int AS visitors,
      count(*) FILTER (WHERE kept AND given_answer IS NOT NULL)::int AS answered,
      (SELECT coalesce(json_object_agg(word, people), '{}') FROM (
        SELECT word, count(*) AS people FROM everyone CROSS JOIN LATERAL (
          ${wordsOf(sql`given_answer`)}) AS chosen
        WHERE kept GROUP BY word) AS options) AS words,
      array_to_string(array_agg(given_number) FILTER (WHERE kept), ',') AS numbers,
      (SELECT coalesce(json_agg(counted), '[]') FROM (
        SELECT place::int - 1 AS item, value::int AS answer, count(*)::int AS people
        FROM everyone CROSS JOIN LATERAL jsonb_array_elements(
          CASE jsonb_typeof(given_answer) WHEN 'array' THEN given_answer END) WITH ORDINALITY AS item (value, place)
        WHERE kept AND value <> 'null' GROUP BY 1, 2) AS counted) AS items,
      count(*) FILTER (WHERE kept AND ${textOfAnswer(sql`given_answer`)} IS NOT NULL)::int AS texts`;
  const row = await readOver<
    Omit<QuestionSums, 'filtered' | 'numbers'> & { numbers: string | null }
  >(db, of, {
    more: sql`, given_answer, given_number`,
    columns,
  });
  return { ...row, numbers: numbersOf(row.numbers) };
}

/** Query for the words of an answer: those of a choice, `yes` or `no`; of other answers none. */
function wordsOf(answer: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT jsonb_array_elements_text(${answer}->'chosen') AS word
    UNION ALL SELECT CASE ${answer} WHEN 'true' THEN 'yes' ELSE 'no' END WHERE jsonb_typeof(${answer}) = 'boolean'`;
}

interface QuestionsOf {
  testId: ResultsOf['testId'];
  revision: ResultsOf['revision'];
}

/**
 * Returns the questions and sets of a revision in their order, or of the newest one for all revisions; with a number that
 * one from each revision that has it, the newest first.
 */
export async function readQuestions(
  db: Database,
  { testId, revision }: QuestionsOf,
  number: number | null = null,
): Promise<PanelStep[]> {
  const ofTest = sql`revisions.test_id = ${testId} AND revisions.number IS NOT NULL`;
  const newest = sql`(SELECT id FROM revisions WHERE ${ofTest} ORDER BY created_at DESC LIMIT 1)`;
  const within = revision
    ? sql`revisions.id = ${revision.id}`
    : number === null
      ? sql`revisions.id = ${newest}`
      : ofTest;
  const { rows } = await sql<StepRow>`
    SELECT steps.number, kind, text, content FROM revisions JOIN steps ON steps.revision_id = revisions.id
    WHERE ${within} AND kind IN ('question', 'set') AND (steps.number = ${number} OR ${number}::int IS NULL)
    ORDER BY revisions.created_at DESC, position`.execute(db);
  return rows.map((row) => panelStepOf({ ...row, condition: null }));
}

/**
 * Returns the people of the base by question and answer, as a filter names it; of texts there is none, and none of a
 * score with more places than a filter has.
 */
export async function readGivenAnswers(
  db: Database,
  of: ResultsOf,
): Promise<Record<string, number>> {
  const { given } = await readOver<{ given: Record<string, number> }>(db, of, {
    columns: sql`, (SELECT coalesce(json_object_agg(answer, people), '{}') FROM (
      SELECT answers.step || ':' || word AS answer, count(*) AS people
      FROM everyone JOIN answers USING (session_id) CROSS JOIN LATERAL (
        ${wordsOf(sql`answers.answer`)}
        UNION ALL SELECT answers.number || '..' || answers.number 
          WHERE answers.number::text ~ ${RANGE_END.source}) AS words
      WHERE counts AND ${isOfShownStep('answers')} GROUP BY 1) AS counted) AS given`,
  });
  return given;
}

/** A number as one end of a range of a filter. */
const RANGE_END = /^-?\d{1,12}(\.\d{1,6})?$/;

interface TextRow {
  session_id: SessionId;
  number: number;
  participant_name: string;
  timestamp_ms: number;
  text: string;
  at_ms: number | null;
  tags: string[];
}

interface Texts {
  page: TextRow[];
  /** Number of texts that the selection leaves. */
  total: number;
  /** Number of all texts of the filter, and of those without a tag. */
  people: number;
  untagged: number;
  /** People by tag, the most first. */
  tags: { tag: string; people: number }[];
}

/** Selects a page of texts; `cursor` is the number of the session above which they are. */
export interface TextSelection {
  search: string | undefined;
  textTag: string[] | undefined;
  untagged: '1' | undefined;
  cursor: string | undefined;
  limit: number;
}

/** Texts in people's own words, the newest session first, and people by tag of their text. */
export async function readTexts(
  db: Database,
  of: ResultsOf,
  { search, textTag, untagged, cursor, limit }: TextSelection,
): Promise<Texts> {
  const more = sql`, given_answer, answered_at_ms, given_tags`;
  const conditions = [sql`true`];
  if (search !== undefined) conditions.push(containing(sql`text`, search));
  if (textTag) conditions.push(sql`tags && ${textTag}::text[]`);
  if (untagged) conditions.push(sql`tags = '{}'`);
  const isBelow = cursor === undefined ? sql`true` : sql`number < ${Number(cursor)}::bigint`;
  const { rows } = await sql<Texts>`WITH given AS MATERIALIZED (
      SELECT session_id, number, answered_at_ms AS at_ms, text, given_tags AS tags
      FROM (SELECT *, ${textOfAnswer(sql`given_answer`)} AS text FROM (${people(of, more)}) AS person) AS texts
      WHERE text IS NOT NULL),
      found AS MATERIALIZED (SELECT * FROM given WHERE ${sql.join(conditions, sql` AND `)}),
      page AS (SELECT * FROM found WHERE ${isBelow} ORDER BY number DESC LIMIT ${limit})
    SELECT count(*)::int AS people, count(*) FILTER (WHERE tags = '{}')::int AS untagged,
      (SELECT coalesce(json_agg(counted), '[]') FROM (
        SELECT tag, count(*)::int AS people FROM given CROSS JOIN LATERAL unnest(tags) AS tag
        GROUP BY tag ORDER BY people DESC, tag LIMIT ${TAGS_MOST}) AS counted) AS tags,
      (SELECT count(*)::int FROM found) AS total,
      (SELECT coalesce(json_agg(listed ORDER BY listed.number DESC), '[]') FROM (
        SELECT page.*, participant_name, timestamp_ms
        FROM page JOIN sessions ON sessions.id = page.session_id) AS listed) AS page
    FROM given`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a sum without a row');
  return row;
}
