// A number of a page of results as evidence: what the page asked, as its address holds it.
import type { EvidenceInput } from '#contract/findings.ts';
import type { NumberKind } from '#contract/report-numbers.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import { queryOf } from '#web/entities/results/filter.ts';
import type { AskedMoments } from '#web/entities/results/open-moments.ts';

interface ShownNumber {
  number: NumberKind;
  /** Of the page. */
  filter: ResultFilter;
  /** The people behind it; left out: those of the filter. */
  query?: AskedMoments['query'];
  title: string;
  subtitle?: string | undefined;
}

/** Headings are cut: names of layers may be long. */
const HEADING_MAX_CHARACTERS = 400;

export function numberEvidence(shown: ShownNumber): Extract<EvidenceInput, { kind: 'number' }> {
  const { number, filter, query, title, subtitle = '' } = shown;
  return {
    kind: 'number',
    number: {
      ...{ number, filter: textOf(filter), moments: query ? textOf(query) : null },
      title: title.slice(0, HEADING_MAX_CHARACTERS),
      subtitle: subtitle.slice(0, HEADING_MAX_CHARACTERS),
    },
  };
}

function textOf(query: object): string {
  return new URLSearchParams(queryOf(query)).toString();
}
