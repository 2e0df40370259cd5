// Queries of a test's results, each with the filter of the page. Answers for the previous filter
// stay in view until the next ones arrive; changes are batched (query-keys.ts).
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
} from '@tanstack/react-query';
import type { ComparedField } from '#contract/comparison.ts';
import type { Moment } from '#contract/moments.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import type { AnswerTexts } from '#contract/result-questions.ts';
import type { ClickLayer } from '#contract/result-screens.ts';
import { results } from '#contract/results.api.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import { transcripts } from '#contract/transcripts.api.ts';
import type { SpokenMoment } from '#contract/transcripts.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { filterQuery, queryOf } from './filter.ts';
import type { MomentsRequest } from './open-moments.ts';

/** One kind of results of one test: what an update makes stale begins its key. */
const keyOf = (testId: string, ...rest: readonly unknown[]) =>
  [...queryKeys.results.key, testId, ...rest] as const;

export function summaryQuery(testId: string, filter: ResultFilter) {
  const query = filterQuery(filter);
  return queryOptions({
    queryKey: keyOf(testId, 'summary', query),
    queryFn: ({ signal }) => call(results.summary, { params: { id: testId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** A line for each task, of a test with several. */
export function overviewQuery(testId: string, { step: _, ...filter }: ResultFilter) {
  const query = filterQuery(filter);
  return queryOptions({
    queryKey: keyOf(testId, 'overview', query),
    queryFn: ({ signal }) => call(results.overview, { params: { id: testId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Answers to a question or a set. */
export function questionQuery(testId: string, { step: _, ...filter }: ResultFilter, step: number) {
  const query = filterQuery(filter);
  return queryOptions({
    queryKey: keyOf(testId, 'question', step, query),
    queryFn: ({ signal }) =>
      call(results.question, { params: { id: testId, step }, query, signal }),
    placeholderData: (before, last) => (last?.queryKey[3] === step ? before : undefined),
  });
}

export interface TextSelection {
  step: number;
  /** Words to find, or empty for all texts. */
  search: string;
  /** Tag of the texts, '' for those without one, or null for all. */
  textTag: string | null;
}

/** Texts as the browser has them. */
export type TextPages = InfiniteData<AnswerTexts, string | null>;

/** Texts in people's own words, page by page. Those of another question do not stay in view. */
export function textsQuery(
  testId: string,
  { step: _, ...filter }: ResultFilter,
  { step, search, textTag }: TextSelection,
) {
  const query = {
    ...filterQuery(filter),
    ...(search !== '' && { search }),
    ...(textTag === '' ? { untagged: '1' as const } : textTag !== null && { textTag }),
  };
  return infiniteQueryOptions({
    queryKey: keyOf(testId, 'texts', step, query),
    queryFn: ({ signal, pageParam }) =>
      call(results.texts, {
        params: { id: testId, step },
        query: { ...query, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before, last) => (last?.queryKey[3] === step ? before : undefined),
  });
}

/** Values that the filter bar offers. */
export function choicesQuery(testId: string, filter: ResultFilter) {
  const query = filterQuery(filter);
  return queryOptions({
    queryKey: keyOf(testId, 'choices', query),
    queryFn: ({ signal }) => call(results.choices, { params: { id: testId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function screensQuery(testId: string, filter: ResultFilter) {
  const query = filterQuery(filter);
  return queryOptions({
    queryKey: keyOf(testId, 'screens', query),
    queryFn: ({ signal }) => call(results.screens, { params: { id: testId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

interface HeatSelection {
  /** The screen's number. */
  number: number;
  layer: ClickLayer;
  weight: 'person' | 'click';
}

export function heatQuery(testId: string, filter: ResultFilter, selection: HeatSelection) {
  const { number, layer, weight } = selection;
  const query = { ...filterQuery(filter), layer, weight };
  return queryOptions({
    queryKey: keyOf(testId, 'heat', number, query),
    queryFn: ({ signal }) => call(results.heat, { params: { id: testId, number }, query, signal }),
    // The previous answer stays only if it is for the same screen.
    placeholderData: (before, last) => (last?.queryKey[3] === number ? before : undefined),
  });
}

export function pathsQuery(testId: string, filter: ResultFilter) {
  const query = filterQuery(filter);
  return queryOptions({
    queryKey: keyOf(testId, 'paths', query),
    queryFn: ({ signal }) => call(results.paths, { params: { id: testId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Two values of a field side by side. */
export function comparisonQuery(
  testId: string,
  filter: ResultFilter,
  groups: { field: ComparedField; a: string; b: string },
) {
  const query = { ...filterQuery(filter), ...groups };
  return queryOptions({
    queryKey: keyOf(testId, 'comparison', query),
    queryFn: ({ signal }) => call(results.compare, { params: { id: testId }, query, signal }),
    enabled: groups.a !== '' && groups.b !== '',
    placeholderData: keepPreviousData,
  });
}

/** The maximum of the contract. */
const PAGE_MOMENTS = 50;

/** A moment of the drawer; one of a search has its words. */
export type ListedMoment = Moment & Partial<Omit<SpokenMoment, keyof Moment>>;

/** Returns a key that is unique in its list, because a person may say a word several times. */
export function momentKey({ number, segment }: ListedMoment): string {
  return segment === undefined ? `${number}` : `${number}-${segment}`;
}

export interface MomentsPage {
  items: ListedMoment[];
  nextCursor: string | null;
  /** People. */
  total: number;
  /** Number of all their actions there; in a search of words, a minimum. */
  times: number;
  /** A search of words may find more people. */
  morePeople?: boolean;
  /** Left out for a search of words. */
  screen?: NamedScreen | null;
  /** Heading in words. */
  title: string;
  subtitle: string;
}

/** The people of a number, a page at a time. @param selection its fields replace those of the filter */
export function momentsQuery(
  testId: string,
  filter: ResultFilter,
  selection: MomentsRequest['query'],
) {
  const query = queryOf({ ...filter, ...selection });
  return infiniteQueryOptions({
    queryKey: keyOf(testId, 'moments', query),
    queryFn: async ({ pageParam, signal }): Promise<MomentsPage> => {
      const params = { id: testId };
      const page = { limit: PAGE_MOMENTS, ...(pageParam === null ? {} : { cursor: pageParam }) };
      if (selection.of === 'said') {
        const words = { ...query, words: selection.words, ...page };
        const answer = await call(transcripts.search, { params, query: words, signal });
        const heading = { title: `“${selection.words}”`, subtitle: '' };
        return { ...answer, total: answer.people, times: answer.people, ...heading };
      }
      return await call(results.moments, {
        params,
        query: { ...query, of: selection.of, ...page },
        signal,
      });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}
