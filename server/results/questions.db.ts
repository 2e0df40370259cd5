// Sums of the answers to a question or a set in the database, and the questions that a test has.
import { type RawBuilder, sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import type { PanelStep } from '#contract/steps.ts';
import { isOfShownStep, isUnread, panelAnswers } from '#server/filters/answer-conditions.db.ts';
import {
  type Filtered,
  type FilteredSums,
  filteredOf,
  isBeingRead,
  type OutcomeCounts,
  readOver,
} from '#server/filters/filter-counts.db.ts';
import {
  everyoneOfPanels,
  people,
  type ResultsOf,
  textOfAnswer,
} from '#server/filters/people-filter.read.ts';
import type { Database } from '#server/platform/db/database.ts';
import { containing } from '#server/platform/db/lists.ts';
import { deletedSteps } from '#server/revisions/first-task.read.ts';
import { panelStepFromRow, panelStepOf, type StepRow } from '#server/revisions/steps.db.ts';
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

/**
 * Reads the sums of several questions and sets in one scan of the people, their visits and answers. Equal answers are
 * counted before their words and items are taken apart.
 * @param of results of one of them: their revision and the filter are those of all
 * @returns the sums by the results of each
 */
export async function readSums(
  db: Database,
  of: ResultsOf,
  steps: readonly number[],
): Promise<(of: ResultsOf) => QuestionSums> {
  const base = everyoneOfPanels(
    of,
    sql`, ${isUnread} AS is_unread, ${isBeingRead} AS is_being_read`,
  );
  const { rows } = await sql<SumsRow>`WITH everyone AS MATERIALIZED (${base}),
      person AS MATERIALIZED (SELECT session_id, is_unread, kept, counts, is_being_read,
        CASE WHEN asked AND NOT counts THEN outcome END AS outside FROM everyone),
      given AS MATERIALIZED (
        SELECT step, kept, counts, outside, is_being_read, given_number AS number, ${countedAnswer} AS answer,
          CASE WHEN given_number IS NULL THEN ${textOfAnswer(sql`given_answer`)} IS NOT NULL END AS is_text,
          count(*)::int AS people
        FROM person JOIN (${panelAnswers(steps)}) AS panels USING (session_id)
        WHERE coalesce(is_shown, is_unread)
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8),
      kept AS MATERIALIZED (SELECT step, number, answer, people FROM given WHERE kept)
    SELECT step, ${countOf(sql`kept`)} AS people, ${countOf(sql`counts`)} AS total,
      (SELECT json_object_agg(outside, runs) FROM (SELECT outside, sum(people) AS runs FROM given AS its
        WHERE its.step = given.step AND outside IS NOT NULL GROUP BY outside) AS left_out) AS outside,
      ${countOf(sql`kept AND is_being_read`)} AS "beingRead",
      ${countOf(sql`kept AND (number IS NOT NULL OR answer IS NOT NULL OR is_text)`)} AS answered,
      (SELECT json_object_agg(word, chosen) FROM (SELECT word, sum(people) AS chosen
        FROM kept CROSS JOIN LATERAL (${wordsOf(sql`answer`)}) AS words
        WHERE kept.step = given.step GROUP BY word) AS options) AS words,
      (SELECT json_agg(json_build_array(number, people)) FROM kept
        WHERE kept.step = given.step AND number IS NOT NULL) AS numbers,
      (SELECT json_agg(counted) FROM (
        SELECT place::int - 1 AS item, value::int AS answer, sum(people)::int AS people
        FROM kept CROSS JOIN LATERAL jsonb_array_elements(
          CASE jsonb_typeof(answer) WHEN 'array' THEN answer END) WITH ORDINALITY AS item (value, place)
        WHERE kept.step = given.step AND value <> 'null' GROUP BY 1, 2) AS counted) AS items,
      ${countOf(sql`kept AND is_text`)} AS texts
    FROM given GROUP BY step`.execute(db);
  const byStep = new Map(rows.map((row) => [row.step, row]));
  return (results) => sumsOf(results, byStep.get(results.panel ?? 0) ?? NO_SUMS);
}

/** Column of an answer for counting equal ones: without words of one's own, and null where the number says all. */
const countedAnswer = sql`CASE WHEN given_number IS NULL OR given_answer IS JSON ARRAY THEN
  CASE jsonb_typeof(given_answer) WHEN 'object' THEN given_answer - 'other' WHEN 'string' THEN NULL ELSE given_answer END END`;

type Counted = Omit<FilteredSums, 'outside'> & Pick<QuestionSums, 'answered' | 'texts'>;
interface SumsRow extends Counted {
  step: number;
  outside: OutcomeCounts | null;
  words: Record<string, number> | null;
  /** Different numbers, each with its people. */
  numbers: [number: number, people: number][] | null;
  items: QuestionSums['items'] | null;
}

const NO_SUMS: Omit<SumsRow, 'step'> = {
  ...{ people: 0, total: 0, beingRead: 0, answered: 0, texts: 0 },
  ...{ outside: null, words: null, numbers: null, items: null },
};

function countOf(condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql`coalesce(sum(people) FILTER (WHERE ${condition}), 0)::int`;
}

function sumsOf(of: ResultsOf, row: Omit<SumsRow, 'step'>): QuestionSums {
  return {
    filtered: filteredOf(of, { ...row, outside: row.outside ?? {} }),
    visitors: row.people,
    answered: row.answered,
    words: row.words ?? {},
    numbers: (row.numbers ?? []).flatMap(([number, people]) => Array<number>(people).fill(number)),
    items: row.items ?? [],
    texts: row.texts,
  };
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
 * Returns the questions and sets of a revision in their order, or of the newest one for all revisions; with numbers
 * those from each revision that has them, the newest first.
 */
export async function readQuestions(
  db: Database,
  { testId, revision }: QuestionsOf,
  numbers: readonly number[] | null = null,
): Promise<PanelStep[]> {
  const ofTest = sql`revisions.test_id = ${testId} AND revisions.number IS NOT NULL`;
  const newest = sql`(SELECT id FROM revisions WHERE ${ofTest} ORDER BY created_at DESC LIMIT 1)`;
  const within = revision
    ? sql`revisions.id = ${revision.id}`
    : numbers === null
      ? sql`revisions.id = ${newest}`
      : ofTest;
  const isAmong = numbers === null ? sql`true` : sql`steps.number = ANY(${numbers}::int[])`;
  const { rows } = await sql<StepRow>`
    SELECT steps.number, kind, text, content FROM revisions JOIN steps ON steps.revision_id = revisions.id
    WHERE ${within} AND kind IN ('question', 'set') AND ${isAmong}
    ORDER BY revisions.created_at DESC, position`.execute(db);
  return rows.map((row) => panelStepOf({ ...row, condition: null }));
}

/**
 * Returns the questions and sets of a filter's revision, or of the newest one; of all revisions those of the newest one,
 * and after them those that it no longer has.
 */
export async function readFilteredQuestions(
  db: Database,
  of: QuestionsOf & { filter: Pick<ResultFilter, 'revision'> },
): Promise<PanelStep[]> {
  const deleted =
    of.filter.revision === 'all' ? await deletedSteps(db, of.testId, ['question', 'set']) : [];
  return [...(await readQuestions(db, of)), ...deleted.map(panelStepFromRow)];
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
