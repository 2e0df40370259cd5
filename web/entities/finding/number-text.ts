// A number as evidence of a report: how it is stored, its words with n and interval, and the page that shows it.
import type { EvidenceInput } from '#contract/findings.ts';
import type { TestId } from '#contract/ids.ts';
import type { NumberKind, NumberValue, ReportNumber } from '#contract/report-numbers.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import { peopleCount, secondsText } from '#insight/numbers/words.ts';
import { queryOf } from '#web/entities/results/filter.ts';
import {
  averageNames,
  countText,
  secondsInterval,
  shareWithInterval,
} from '#web/entities/results/number-words.ts';
import {
  type MomentsRequest,
  readMoments,
  withMoments,
} from '#web/entities/results/open-moments.ts';
import { pages } from '#web/lib/pages.ts';

/** '36 of 54, 67 %, 95 % interval 53–78 %', 'median 44 s, 95 % interval 38–51 s, 36 people'. */
export function valueText(value: NumberValue | null): string {
  if (value === null) return 'nothing to measure';
  if (value.is === 'share') {
    return [countText(value), shareWithInterval(value)].filter((part) => part !== null).join(', ');
  }
  const { kind, value: middle, n, unit } = value;
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

function pointsInterval({ low, high }: { low: number | null; high: number | null }): string | null {
  return low === null || high === null ? null : `${low.toFixed(1)}–${high.toFixed(1)}`;
}

/** Returns whether people would read another number. Numbers that round alike are equal. */
export function hasChanged(before: NumberValue | null, now: NumberValue | null): boolean {
  return valueText(before) !== valueText(now);
}

const measures: readonly NumberKind[] = [
  ...['success', 'direct', 'time_to_goal', 'time_on_task', 'ease', 'lostness'],
] as NumberKind[];

/** The Summary with the number's filter; the people behind it are open beside it, where there are some. */
export function numberHref(testId: TestId, { number, filter, moments }: ReportNumber): string {
  const params = new URLSearchParams(filter);
  const request =
    moments === null || measures.includes(number)
      ? null
      : readMoments(new URLSearchParams({ moments }));
  return `${pages.test.href(testId)}?${withMoments(params, request)}`;
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
