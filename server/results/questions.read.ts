// Results of questions and sets: people by answer, means and scores, from the sums of the database.
import { AppError } from '#contract/errors.ts';
import { joinUserTimestamp } from '#contract/paths.ts';
import { questionSets } from '#contract/question-sets.ts';
import {
  type AnswerTexts,
  type QuestionResult,
  TEXTS_PAGE_MAX,
} from '#contract/result-questions.ts';
import type { AnswerStep, PanelStep } from '#contract/steps.ts';
import { meanOf, meanOnScale } from '#insight/numbers/mean.ts';
import { netPromoter, predictedSus, scoreAverage, susRank } from '#insight/numbers/scores.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import { type AnswerWord, answerWords } from '#insight/question-words.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import { cutPage } from '#server/platform/db/lists.ts';
import {
  type QuestionSums,
  readQuestions,
  readSums,
  readTexts,
  type TextSelection,
} from './questions.db.ts';

/** @throws AppError bad_input for a step that is no question and no set */
export async function questionOf(parts: Pick<Parts, 'db'>, of: ResultsOf): Promise<QuestionResult> {
  const [result] = await questionsOf(parts, [of]);
  if (!result) throw new AppError('bad_input', { fields: { step: NO_QUESTION } });
  return result;
}

/**
 * Returns the results of those that are about a question or a set, in their order. Questions of one revision are read
 * together, but a filter by the place of a step is another one for each.
 */
export async function questionsOf(
  { db }: Pick<Parts, 'db'>,
  all: readonly ResultsOf[],
): Promise<QuestionResult[]> {
  const results = new Map<ResultsOf, QuestionResult>();
  const together = Map.groupBy(all, ({ revision, panel, filter }) =>
    [revision?.id, filter.turn && panel].join(' '),
  );
  for (const group of together.values()) {
    const [first] = group;
    const panels = group.flatMap(({ panel }) => panel ?? []);
    if (!first || panels.length === 0) continue;
    const [questions, sumsOf] = await Promise.all([
      readQuestions(db, first, panels),
      readSums(db, first, panels),
    ]);
    const versionsOf = Map.groupBy(questions, ({ number }) => number);
    for (const of of group) {
      const [newest, ...earlier] = versionsOf.get(of.panel ?? 0) ?? [];
      if (newest) results.set(of, resultOf([newest, ...earlier], sumsOf(of)));
    }
  }
  return all.flatMap((of) => results.get(of) ?? []);
}

/** @throws AppError bad_input for a step that is no question */
export async function textsOf(
  { db }: Pick<Parts, 'db'>,
  of: ResultsOf,
  {
    limit = TEXTS_PAGE_MAX,
    ...selection
  }: Omit<TextSelection, 'limit'> & { limit: number | undefined },
): Promise<AnswerTexts> {
  if (of.panel === null) throw new AppError('bad_input', { fields: { step: NO_QUESTION } });
  let sums = { total: 0, people: 0, untagged: 0, tags: [] as AnswerTexts['tags'] };
  const page = await cutPage({ limit }, async (items) => {
    const texts = await readTexts(db, of, { ...selection, limit: items });
    const { total, people, untagged } = texts;
    const tags = texts.tags.map((tag) => ({ ...tag, share: proportionOf(tag.people, people) }));
    sums = { total, people, untagged, tags };
    return texts.page.map((row) => ({
      item: {
        sessionId: row.session_id,
        userTimestamp: joinUserTimestamp(row.participant_name, row.timestamp_ms),
        number: row.number,
        participantName: row.participant_name,
        text: row.text,
        atMs: row.at_ms,
        tags: row.tags,
      },
      cursor: String(row.number),
    }));
  });
  return { ...page, ...sums };
}

export const NO_QUESTION = 'The filter’s revision has no question with this number.';

type Versions = readonly [newest: PanelStep, ...earlier: PanelStep[]];

function resultOf(versions: Versions, sums: QuestionSums): QuestionResult {
  const [question] = versions;
  return {
    ...sums.filtered,
    question,
    visitors: sums.visitors,
    answered: sums.answered,
    texts: sums.texts,
    ...NOTHING,
    ...(question.kind === 'set' ? setResult(question, sums) : formResult(versions, sums)),
  };
}

const NOTHING = {
  options: null,
  values: null,
  average: null,
  items: null,
  rank: null,
  predictedSus: null,
  netPromoter: null,
};
type Part = Partial<typeof NOTHING> | Partial<QuestionResult>;

function formResult(versions: Versions, sums: QuestionSums): Part {
  const [question] = versions;
  if (question.kind !== 'question') return {};
  const { numbers, words, answered } = sums;
  switch (question.form.type) {
    case 'single':
    case 'several':
    case 'yes_no': {
      const options = optionsOf(versions).filter(
        ({ word, isNow }) => isNow || (words[word] ?? 0) > 0,
      );
      return {
        options: options.map(({ word, text }) => {
          const people = words[word] ?? 0;
          return { word, text, people, share: proportionOf(people, answered) };
        }),
      };
    }
    case 'scale': {
      const scale = { low: 1, high: question.form.points };
      return { values: countsOf(numbers, scale), average: meanOnScale(numbers, scale) };
    }
    case 'number':
      return {
        values: rangesOf(numbers),
        average: { kind: 'mean', ...meanOf(numbers), q1: null, q3: null },
      };
    case 'short_text':
    case 'long_text':
      return {};
  }
}

function setResult({ set }: Extract<AnswerStep, { kind: 'set' }>, sums: QuestionSums): Part {
  const { items: texts, from, to } = questionSets[set];
  const items = texts.map(() => Array.from({ length: to - from + 1 }, () => 0));
  for (const { item, answer, people } of sums.items) {
    const counts = items[item];
    if (counts && answer >= from && answer <= to) counts[answer - from] = people;
  }
  const { numbers } = sums;
  const scale = { low: from, high: to };
  switch (set) {
    case 'sus': {
      const average = scoreAverage(numbers);
      return { items, average, rank: average.value === null ? null : susRank(average.value) };
    }
    case 'umux_lite': {
      const average = scoreAverage(numbers);
      const predicted = average.value === null ? null : predictedSus(average.value);
      return { items, average, predictedSus: predicted };
    }
    case 'seq':
      return { items, values: countsOf(numbers, scale), average: meanOnScale(numbers, scale) };
    case 'nps':
      return { items, values: countsOf(numbers, scale), netPromoter: netPromoter(numbers) };
  }
}

interface Option extends AnswerWord {
  /** The newest version has it. */
  isNow: boolean;
}

/** Options of all versions, each with its newest words. */
export function optionsOf(versions: readonly PanelStep[]): Option[] {
  const options = new Map<string, Option>();
  for (const [age, step] of versions.entries()) {
    for (const { word, text } of answerWords(step)) {
      if (!options.has(word)) options.set(word, { word, text, isNow: age === 0 });
    }
  }
  return [...options.values()];
}

/** Number of times that each value is there. */
function countEach(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function countsOf(values: readonly number[], { low, high }: { low: number; high: number }) {
  const counts = countEach(values);
  return Array.from({ length: high - low + 1 }, (_, at) => {
    const value = low + at;
    return { from: value, to: value, people: counts.get(value) ?? 0 };
  });
}

/** Different numbers that are shown one by one, and ranges that many are put into. */
const SINGLE_MAX = 20;
const RANGES = 10;

function rangesOf(values: readonly number[]) {
  const different = [...countEach(values)].toSorted(([a], [b]) => a - b);
  if (different.length <= SINGLE_MAX) {
    return different.map(([value, people]) => ({ from: value, to: value, people }));
  }
  const [low = 0, high = 0] = [different[0]?.[0], different.at(-1)?.[0]];
  const width = (high - low) / RANGES;
  return Array.from({ length: RANGES }, (_, at) => {
    const [from, to] = [low + at * width, at === RANGES - 1 ? high : low + (at + 1) * width];
    const isIn = (one: number) => one >= from && (at === RANGES - 1 ? one <= to : one < to);
    return { from, to, people: values.filter(isIn).length };
  });
}
