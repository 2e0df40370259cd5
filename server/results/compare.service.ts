// Two values of a field of the filter side by side: the numbers of the Summary, or of the overview, with differences.
import {
  type ComparedNumber,
  type ComparedStep,
  type ComparisonQuery,
  filterByValue,
  type Measure,
  type ResultComparison,
} from '#contract/comparison.ts';
import { AppError } from '#contract/errors.ts';
import type { TestId } from '#contract/ids.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import { averageTime } from '#insight/numbers/times.ts';
import { panelTitle } from '#insight/question-words.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import { stepOfVariant } from '#server/revisions/first-task.read.ts';
import { countInBoth } from './compare.db.ts';
import {
  both,
  hasPeople,
  isOption,
  overviewNumbers,
  type Pair,
  type QuestionGroup,
  questionNumbers,
  type TaskSums,
  taskNumbers,
} from './compared-numbers.rules.ts';
import { easeOf } from './measures.rules.ts';
import { overviewSteps } from './overview.service.ts';
import { readQuestions, readSums } from './questions.db.ts';
import { NO_QUESTION } from './questions.read.ts';
import { readSummary } from './summary.db.ts';

type Find = (filter: ResultFilter) => Promise<ResultsOf>;

/** Returns the filter of each group. */
function filtersOf({ field, a, b, ...filter }: ComparisonQuery): Pair<ResultFilter> {
  return both([a, b], (value) => ({ ...filter, ...filterByValue(field, value) }));
}

interface Question {
  testId: TestId;
  query: ComparisonQuery;
}

/**
 * Returns the steps that are compared, each with its number in both groups: that of the filter, or the tasks and
 * questions of both groups' overviews.
 */
export async function comparedSteps(
  { db }: Pick<Parts, 'db'>,
  { testId, query }: Question,
  find: Find,
): Promise<Pair<number>[]> {
  const [first, second] = filtersOf(query);
  if (query.step !== undefined) {
    const numberOf = ({ step = query.step ?? 0, variant }: ResultFilter) =>
      stepOfVariant(db, { testId, step }, variant);
    return [[await numberOf(first), await numberOf(second)]];
  }
  const [a, b] = await Promise.all([
    overviewSteps(db, { testId, filter: first }, find),
    overviewSteps(db, { testId, filter: second }, find),
  ]);
  const variants = [a, b].map(({ tasks }) => tasks.filter(({ variant }) => variant !== null));
  const [ofFirst = [], ofSecond = []] = variants;
  // Two variants of a test have as many tasks, in the same order.
  const isOfVariants = first.variant?.length === 1 && second.variant?.length === 1;
  const pairs = isOfVariants
    ? ofFirst.map(({ number }, at): Pair<number> => [number, ofSecond[at]?.number ?? number])
    : [];
  const steps = [...a.tasks, ...b.tasks, ...a.questions, ...b.questions];
  const numbers = new Set(steps.map(({ number }) => number));
  for (const number of pairs.flat()) numbers.delete(number);
  return [...pairs, ...[...numbers].map((number): Pair<number> => [number, number])];
}

/** @param find the results of one step for one group */
export async function comparisonOf(
  parts: Pick<Parts, 'db'>,
  { testId, query }: Question,
  find: Find,
): Promise<ResultComparison> {
  const filters = filtersOf(query);
  const steps = await comparedSteps(parts, { testId, query }, find);
  const isWhole = query.step !== undefined || steps.length === 1;
  const compared: StepOfGroups[] = [];
  // One after another, as the tasks of the overview.
  for (const [a, b] of steps) {
    const groups: Pair<ResultsOf> = await Promise.all([
      find({ ...filters[0], step: a }),
      find({ ...filters[1], step: b }),
    ]);
    compared.push(await readStep(parts, { groups, steps: [a, b] }));
  }
  const [first] = compared;
  const [a, b] = both(filters, ({ revision }) =>
    typeof revision === 'number' ? { revision } : {},
  );
  const [people, others] = first?.people ?? [0, 0];
  return {
    field: query.field,
    a: { value: query.a, people, ...a },
    b: { value: query.b, people: others, ...b },
    steps: compared
      .map((step) => stepAnswer(step, isWhole))
      .filter(({ numbers }) => isWhole || numbers.length > 0),
    ...(query.field === 'revision' && first?.tasks
      ? fieldsOfVersion1(first.tasks, first.numbers)
      : {}),
  };
}

interface StepOfGroups {
  steps: Pair<number>;
  text: string;
  /** People of the base. */
  people: Pair<number>;
  inBoth: number;
  numbers: ComparedNumber[];
  /** The sums of a task, or null for a question or a set. */
  tasks: Pair<TaskSums> | null;
}

async function readStep(
  { db }: Pick<Parts, 'db'>,
  { groups, steps }: { groups: Pair<ResultsOf>; steps: Pair<number> },
): Promise<StepOfGroups> {
  const [a, b] = groups;
  if (a.panel !== null) {
    const [inBoth, ...questions] = await Promise.all([
      countInBoth(db, a, b),
      readQuestionGroup(db, a, a.panel),
      readQuestionGroup(db, b, b.panel ?? a.panel),
    ]);
    const [question] = questions.flatMap(({ versions }) => versions);
    if (!question) throw new AppError('bad_input', { fields: { step: NO_QUESTION } });
    const text = panelTitle(question);
    const people = both(questions, ({ sums }) => sums.filtered.people);
    return { steps, text, people, inBoth, numbers: questionNumbers(questions), tasks: null };
  }
  const [inBoth, one, other] = await Promise.all([
    countInBoth(db, a, b),
    readSummary(db, a),
    readSummary(db, b),
  ]);
  const tasks: Pair<TaskSums> = [
    { of: a, sums: one },
    { of: b, sums: other },
  ];
  const text = (a.task ?? b.task)?.text ?? '';
  const people: Pair<number> = [one.filtered.people, other.filtered.people];
  return { steps, text, people, inBoth, numbers: taskNumbers(tasks), tasks };
}

async function readQuestionGroup(
  db: Parts['db'],
  of: ResultsOf,
  panel: number,
): Promise<QuestionGroup> {
  const [versions, sumsOf] = await Promise.all([
    readQuestions(db, of, [panel]),
    readSums(db, of, [panel]),
  ]);
  return { versions, sums: sumsOf(of) };
}

function stepAnswer(
  { steps, text, inBoth, numbers }: StepOfGroups,
  isWhole: boolean,
): ComparedStep {
  const [a, b] = steps;
  const all = numbers.filter(hasPeople);
  const listed = isWhole ? all : overviewNumbers(all);
  return {
    ...{ a, b, text, inBoth },
    numbers: inBoth > 0 ? listed.map((one) => ({ ...one, difference: null })) : listed,
    moreOptions: all.filter(isOption).length - listed.filter(isOption).length,
  };
}

/** Fields of version 1.0 for two revisions. */
function fieldsOfVersion1(
  tasks: Pair<TaskSums>,
  numbers: readonly ComparedNumber[],
): Partial<ResultComparison> {
  const shares = (measure: Measure) => {
    const number = numbers.find((one) => one.measure === measure);
    if (!number) return null;
    const [a, b] = both([number.a, number.b], ({ k, value: share, ...rest }) => ({
      ...{ ...rest, k: k ?? 0, share },
    }));
    return { a, b, difference: number.difference };
  };
  const [a, b] = both(tasks, ({ sums }) => ({
    timeToGoal: averageTime(sums.toGoalMs),
    ease: easeOf(sums.ease),
  }));
  const hasTimes = numbers.some(({ measure }) => measure === 'time_to_goal');
  return {
    success: shares('success'),
    direct: shares('direct'),
    thoughtDone: shares('thought_done'),
    gaveUp: shares('gave_up'),
    timeToGoal: hasTimes ? { a: a.timeToGoal, b: b.timeToGoal } : null,
    ease: { a: a.ease, b: b.ease },
  };
}
