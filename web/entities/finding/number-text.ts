// A number as evidence of a report: how it is stored, its words with n and interval, and the page that shows it.
import type { EvidenceInput, ReportCover } from '#contract/findings.ts';
import type { TestId } from '#contract/ids.ts';
import {
  type NumberInput,
  type NumberKind,
  type NumberValue,
  type ReportNumber,
  readReportFilter,
} from '#contract/report-numbers.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import type { QuestionPicture } from '#contract/result-questions.ts';
import { peopleCount, secondsText } from '#insight/numbers/words.ts';
import { shareCount } from '#insight/share-count.ts';
import { stepName } from '#insight/step-name.ts';
import { queryOf } from '#web/entities/results/filter.ts';
import {
  averageNames,
  countText,
  secondsInterval,
  shareWithInterval,
  singleTimesText,
} from '#web/entities/results/number-words.ts';
import {
  type MomentsRequest,
  readMoments,
  withMoments,
} from '#web/entities/results/open-moments.ts';
import { questionNumber } from '#web/entities/results/question-words.ts';
import { pages } from '#web/lib/pages.ts';

/** '36 of 54, 67 %, 95 % interval 53–78 %', 'median 44 s, 95 % interval 38–51 s, 36 people', '21 s, 34 s: 2 people'. */
export function valueText(value: NumberValue | null): string {
  if (value === null) return 'nothing to measure';
  if (value.is === 'share') {
    return [countText(value), shareWithInterval(value)].filter((part) => part !== null).join(', ');
  }
  if (value.is === 'question') return answersText(value.result);
  const { kind, value: middle, n, unit, values } = value;
  const single = values ? singleTimesText(n, values) : null;
  if (single !== null) return single;
  if (middle === null) return peopleCount(n);
  const inUnit = unit === 'ms' ? secondsText(middle) : middle.toFixed(unit === 'points' ? 1 : 0);
  const interval = unit === 'ms' ? secondsInterval(value) : pointsInterval(value);
  return [
    `${averageNames[kind]} ${inUnit}`,
    interval && `95 % interval ${interval}`,
    peopleCount(n),
  ]
    .filter(Boolean)
    .join(', ');
}

/** 'Daily: 3 of 5, 60 %, 95 % interval 23–88 %; Weekly: …', '5.0, 5 people answered, 95 % interval 2.5–7.0'. */
function answersText(result: QuestionPicture): string {
  if (result.options === null || result.answered === 0) {
    const { value, note } = questionNumber(result);
    return note === null ? value : `${value}, ${note}`;
  }
  return result.options
    .map(({ text, share }) => `${text}: ${valueText({ is: 'share', ...share })}`)
    .join('; ');
}

function pointsInterval({ low, high }: { low: number | null; high: number | null }): string | null {
  return low === null || high === null ? null : `${low.toFixed(1)}–${high.toFixed(1)}`;
}

/** Keeps '48–73 %' and '32–42 s' on one line. */
export function unbroken(text: string): string {
  return text.replaceAll('–', '–\u2060').replaceAll(/ (?=%|s\b)/g, '\u00a0');
}

/** A leading count in a heading: '14 people', with the colon of a list of outcomes. */
const LEADING_COUNT = /^[\d,]+ (?:people|person)(?=[ :]|$)/;

/**
 * Returns a number as one sentence whose count is said once: '14 of 21 people' and 'pressed Snake plant'. Both are
 * parts, because only the first one is bold.
 */
export function numberSentence({
  number,
  title,
  value,
}: Pick<ReportNumber, 'number' | 'title' | 'value'>): {
  count: string;
  rest: string;
} {
  if (value?.is !== 'share') return { count: title, rest: `: ${valueText(value)}` };
  const count = shareCount(number, value);
  if (LEADING_COUNT.test(title)) return { count, rest: title.replace(LEADING_COUNT, '') };
  const isOfPeople = title.startsWith('Reached');
  const rest = isOfPeople ? ` ${title.charAt(0).toLowerCase()}${title.slice(1)}` : `: ${title}`;
  return { count, rest };
}

/** Returns the name of the task that a number is of, 'Task 2 B', if a report has several tasks. */
export function taskOfNumber(
  { filter }: Pick<NumberInput, 'filter'>,
  tasks: ReportCover['tasks'],
): string | null {
  const step = readReportFilter(filter)?.step;
  const at = tasks.findIndex((task) => task.step === step);
  return at < 0 ? null : stepName(tasks, at);
}

const measures: readonly NumberKind[] = [
  ...['success', 'direct', 'time_to_goal', 'time_on_task', 'ease', 'lostness'],
] as NumberKind[];

/** The Summary with the number's filter; the people behind it are open beside it, where there are some. */
export function numberHref(testId: TestId, { number, filter, moments }: NumberInput): string {
  const params = new URLSearchParams(filter);
  const request =
    moments === null || measures.includes(number)
      ? null
      : readMoments(new URLSearchParams({ moments }));
  return `${pages.test.href(testId)}?${withMoments(params, request)}`;
}

/** Returns whether two numbers are of the same people. A filter without a revision means the other one's. */
export function isSameNumber(stored: NumberInput, current: NumberInput): boolean {
  if (stored.number !== current.number || stored.moments !== current.moments) return false;
  const [before, now] = [stored.filter, current.filter].map((text) => new URLSearchParams(text));
  for (const name of ['revision', 'step']) if (!now?.has(name)) before?.delete(name);
  before?.sort();
  now?.sort();
  return String(before) === String(now);
}

interface NumberOnPage {
  number: NumberKind;
  /** Filter of the page. */
  filter: ResultFilter;
  /** The people behind it; left out: those of the filter. */
  query?: MomentsRequest['query'];
}

/**
 * Returns a number of a page of results as evidence: the page's query, in the form of its address.
 */
export function numberEvidence(
  numberOnPage: NumberOnPage,
): Extract<EvidenceInput, { kind: 'number' }> {
  const { number, filter, query } = numberOnPage;
  return {
    kind: 'number',
    number: {
      number,
      filter: textOf(filter),
      moments: query ? textOf(query) : null,
    },
  };
}

function textOf(query: object): string {
  return new URLSearchParams(queryOf(query)).toString();
}
