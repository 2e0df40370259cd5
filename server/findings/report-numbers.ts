// Values of a report's numbers: computed when a number becomes evidence, and again for each report after a change.

import { isolateName } from '#contract/bidi-isolate.ts';
import type { SessionId } from '#contract/ids.ts';
import type { Average, Proportion } from '#contract/numbers.ts';
import { SUCCESS_OUTCOMES } from '#contract/outcomes.ts';
import type {
  NumberInput,
  NumberKind,
  NumberValue,
  ReportMoments,
} from '#contract/report-numbers.ts';
import { MOMENT_NUMBERS, readReportFilter, readReportMoments } from '#contract/report-numbers.ts';
import { type AnswerFilter, type ResultFilter, resultFilter } from '#contract/result-filter.ts';
import { questionPicture } from '#contract/result-questions.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import { averageTime, singleTimes } from '#insight/numbers/times.ts';
import { peopleCount, wholeText } from '#insight/numbers/words.ts';
import { panelTitle } from '#insight/question-words.ts';
import { readFiltered } from '#server/filters/filter-counts.db.ts';
import { type ResultsOf, resultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import { easeOf, lostnessOf, timeToGoalOf } from '#server/results/measures.rules.ts';
import { readHeading } from '#server/results/moment-headings.db.ts';
import type { Heading } from '#server/results/moment-headings.rules.ts';
import {
  type MomentListQuery,
  readMoments,
  readSessionsAmong,
} from '#server/results/moments.db.ts';
import { questionOf } from '#server/results/questions.read.ts';
import { readScreenSums } from '#server/results/screens.db.ts';
import { readSummary, type SummarySums } from '#server/results/summary.db.ts';
import { namedScreens } from '#server/screens/screen-names.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>;

/** Fields that identify a number and are enough to compute it. */
export type NumberQuery = Pick<NumberInput, 'number' | 'filter' | 'moments'>;

interface Measured {
  /** The page's filter with the revision and the task that it meant. */
  filter: ResultFilter;
  /** The value, or null if there is nothing to measure, as for success without a goal. */
  value: NumberValue | null;
  /** Reads the title and subtitle. */
  heading: () => Promise<Heading>;
  /** Reads which of these sessions are of people behind the number. */
  among: (sessions: readonly SessionId[]) => Promise<SessionId[]>;
}

/** Sums that several numbers are computed from, each read once for its filter. */
interface Sums {
  summary: (of: ResultsOf) => Promise<SummarySums>;
  screens: (of: ResultsOf) => ReturnType<typeof readScreenSums>;
}

function onceForFilter<T>(read: (of: ResultsOf) => Promise<T>): (of: ResultsOf) => Promise<T> {
  const results = new Map<string, Promise<T>>();
  return (of) => {
    const key = JSON.stringify(of.filter);
    const result = results.get(key) ?? read(of);
    results.set(key, result);
    return result;
  };
}

/**
 * Computes numbers of one task, one after another; what several of them are computed from is read once.
 * @throws AppError bad_input for moments that name no screen where they must
 */
export function numbersOf(
  parts: Needs,
  ofTask: Authorized<TestRef> & Pick<ResultsOf, 'step'>,
): (query: NumberQuery) => Promise<Measured> {
  const { db } = parts;
  const sums: Sums = {
    summary: onceForFilter((of) => readSummary(db, of)),
    screens: onceForFilter((of) => readScreenSums(db, of)),
  };
  return async ({ number, ...query }) => {
    const given = readReportFilter(query.filter) ?? {};
    const moments = query.moments === null ? null : readReportMoments(query.moments);
    const step = given.step ?? moments?.step;
    const of = await resultsOf(db, ofTask, step === undefined ? given : { ...given, step });
    const revision = of.revision?.number ?? ('all' as const);
    const filter = { ...given, revision, step: of.panel ?? of.step };
    if (number === 'question') return await answersTo(db, { of, filter });
    if (moments !== null && MOMENT_NUMBERS.some((kind) => kind === number)) {
      const ofPeople = await resultsOf(db, ofTask, withoutThoseOf(filter, moments));
      return { filter, ...(await shareOf(parts, { number, moments, of: ofPeople, sums }, ofTask)) };
    }
    const value = measureOf(number, of, await sums.summary(of));
    const heading = { title: numberTitles[number], subtitle: '' };
    const among = async (sessions: readonly SessionId[]) => {
      const outcome = filter.outcome ?? outcomesBehind(number);
      const those = await resultsOf(db, ofTask, outcome ? { ...filter, outcome } : filter);
      return await readSessionsAmong(db, those, {
        query: { of: 'people', nodeId: null },
        sessions,
      });
    };
    return { filter, value, heading: async () => heading, among };
  };
}

/** @throws AppError bad_input for a filter whose step is no question and no set */
async function answersTo(
  db: Needs['db'],
  { of, filter }: { of: ResultsOf; filter: ResultFilter },
): Promise<Measured> {
  const result = await questionOf({ db }, of);
  const { question, visitors, answered } = result;
  const skipped = visitors - answered;
  return {
    filter,
    value: { is: 'question', result: questionPicture.parse(result) },
    heading: async () => ({
      title: isolateName(panelTitle(question)),
      subtitle: [
        `${peopleCount(answered)} answered`,
        ...(skipped > 0 ? [`${wholeText(skipped)} left it out`] : []),
      ].join(' · '),
    }),
    among: (sessions) =>
      readSessionsAmong(db, of, { query: { of: 'answered', nodeId: null }, sessions }),
  };
}

/** Outcomes of the people whom a number of the Summary counts or times, or undefined for all. */
function outcomesBehind(number: NumberKind): ResultFilter['outcome'] {
  if (number === 'direct') return ['direct'];
  return number === 'success' || number === 'time_to_goal' ? [...SUCCESS_OUTCOMES] : undefined;
}

/**
 * Numbers with a screen, or of people who are part of others: the fields of the filter that the moments replace are
 * removed. The task is that of the moments.
 */
function withoutThoseOf(filter: ResultFilter, { step, ...moments }: ReportMoments): ResultFilter {
  const fields = Object.entries(filter).filter(
    ([name]) => name === 'revision' || !(name in moments),
  );
  const answer = answersOfWhole(step, moments.answer ?? []);
  return {
    ...Object.fromEntries(fields),
    ...(step && { step }),
    ...(answer.length > 0 && { answer }),
  };
}

/**
 * People with an answer to a question are a part of all who answered it. The answers to other questions apply to both.
 * @returns answers that select the whole; none for answers to other questions alone
 */
function answersOfWhole(
  step: number | undefined,
  answers: readonly AnswerFilter[],
): AnswerFilter[] {
  const isOwn = (answer: AnswerFilter) => answer.startsWith(`${step}:`);
  if (!answers.some(isOwn)) return [];
  const others = answers.filter((answer) => !isOwn(answer));
  const isOfAll = answers.some((one) => one === `${step}:answered` || one === `${step}:skipped`);
  return isOfAll ? others : [...others, `${step}:answered`];
}

interface ShareQuery {
  number: NumberKind;
  moments: ReportMoments;
  /** The people of whom it is a share. */
  of: ResultsOf;
  sums: Sums;
}

/** k: whom the moments find. n: by the kind, visitors of the screen, people without success, or all of the filter. */
async function shareOf(
  parts: Needs,
  { number, moments, of, sums }: ShareQuery,
  ofTask: Authorized<TestRef> & Pick<ResultsOf, 'step'>,
): Promise<Omit<Measured, 'filter'>> {
  const { db } = parts;
  const found = await resultsOf(db, ofTask, { ...of.filter, ...filterPart(moments) });
  const screens = await namedScreens(parts, {
    testId: of.testId,
    step: of.step,
    revisionId: of.revision?.id ?? null,
  });
  const nodeId = screens.find((screen) => screen.number === moments.at)?.screenId ?? null;
  const list: MomentListQuery = { ...moments, nodeId };
  const query = { ...of.filter, ...moments };
  const { total, times } = await readMoments(db, found, { query: list, limit: 0 });
  const n = await wholeOf(parts, { number, moments, of, sums });
  return {
    // Someone may have come between both looks; people who are left out are no part of the others.
    value: share(proportionOf(total, Math.max(total, n))),
    heading: () => readHeading(db, found, { query, screens, people: total, times }),
    among: (sessions) => readSessionsAmong(db, found, { query: list, sessions }),
  };
}

async function wholeOf(
  { db }: Pick<Parts, 'db'>,
  { number, moments, of, sums: all }: ShareQuery,
): Promise<number> {
  if (number === 'people') {
    const { people, outside } = await readFiltered(db, of);
    // Outcomes outside of the base are shares of the base and themselves.
    const own = outside.filter(({ outcome }) => moments.outcome?.includes(outcome));
    return own.reduce((sum, each) => sum + each.people, people);
  }
  if (number === 'outcome') return (await all.summary(of)).counted;
  const { failures, sums } = await all.screens(of);
  if (number === 'ended_here') return failures;
  if (number === 'thought_done') return sums.reduce((sum, each) => sum + each.thoughtDone, 0);
  return sums.find(({ screen }) => screen === moments.at)?.visitors ?? 0;
}

/** Returns the fields of the filter that the moments set. */
function filterPart(moments: ReportMoments): ResultFilter {
  const fields = Object.entries(moments).filter(([name]) => name in resultFilter.shape);
  return Object.fromEntries(fields);
}

function measureOf(number: NumberKind, of: ResultsOf, sums: SummarySums): NumberValue | null {
  const hasGoal = of.withGoal.length > 0;
  const hasShares = hasGoal && !of.filter.outcome;
  switch (number) {
    case 'success':
      return hasShares ? share(proportionOf(sums.reached, sums.n)) : null;
    case 'direct':
      return hasShares ? share(proportionOf(sums.direct, sums.n)) : null;
    case 'time_to_goal': {
      const { average, values } = timeToGoalOf(sums);
      const timesMs = values?.map(({ ms }) => ms) ?? sums.toGoalMs;
      return hasGoal ? middle(average, 'ms', singleTimes(timesMs)) : null;
    }
    case 'time_on_task':
      return middle(averageTime(sums.onTaskMs), 'ms', singleTimes(sums.onTaskMs));
    case 'ease':
      return middle(easeOf(sums.ease), 'points');
    case 'lostness':
      return middle(withoutLeftOut(lostnessOf(of, sums)), 'points');
    default:
      // Kinds with moments were measured by them.
      return null;
  }
}

/** Titles of numbers of the Summary; the others have the heading of their moments. */
const numberTitles: Readonly<Record<NumberKind, string>> = {
  success: 'Reached the goal',
  direct: 'Reached the goal directly',
  time_to_goal: 'Time to goal',
  time_on_task: 'Time on task',
  ease: 'How easy was it?',
  lostness: 'Lostness',
  outcome: 'Outcome',
  ended_here: 'Ended here without the goal',
  thought_done: 'Thought done',
  nothing_reacts: 'Nothing reacts',
  came_back: 'Came back',
  people: 'People',
  question: 'Answers',
};

/** A number of a report has the fields of an average alone. */
function withoutLeftOut(lostness: ReturnType<typeof lostnessOf>): Average | null {
  if (lostness === null) return null;
  const { leftOut: _, ...average } = lostness;
  return average;
}

function share(proportion: Proportion): NumberValue {
  return { is: 'share', ...proportion };
}

/** @param values single times where few people have one */
function middle(
  average: Average | null,
  unit: 'ms' | 'points',
  values: number[] | null = null,
): NumberValue | null {
  return average && { is: 'average', unit, ...average, ...(values && { values }) };
}
