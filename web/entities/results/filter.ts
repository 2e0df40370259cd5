// The one filter of a test's results, in the address of its page and of its recordings' pages, in
// the form of the calls (contract/result-filter.ts). Values that do not parse are left out, and the
// bar shows them.
import type { z } from 'zod/mini';
import { LIST_TEXT_MAX_CHARACTERS } from '#contract/lists.ts';
import type { RecordingAddress } from '#contract/paths.ts';
import { type ResultFilter, resultFilter } from '#contract/result-filter.ts';
import { pages } from '#web/lib/pages.ts';

export type FilterField = keyof ResultFilter;

/** Fields in the order of the bar. */
export const filterFields = Object.keys(resultFilter.shape) as FilterField[];

/** Fields with several values: one that does not parse leaves the others. */
const lists: readonly FilterField[] = ['outcome', 'screen', 'parameter', 'answer', 'tag'];

interface ReadFilter {
  filter: ResultFilter;
  /** Values of the address without a meaning, unchanged. */
  leftOut: { field: FilterField; text: string }[];
}

/** @param params of a page's address; other parameters are passed by. */
export function readFilter(params: URLSearchParams): ReadFilter {
  const filter: Record<string, unknown> = {};
  const leftOut: ReadFilter['leftOut'] = [];
  for (const field of filterFields) {
    const text = params.get(field);
    if (text === null || text === '') continue;
    const isList = lists.includes(field) && text.length <= LIST_TEXT_MAX_CHARACTERS;
    const parts = new Set(isList ? text.split(',') : [text]);
    const isValid = (part: string) => resultFilter.shape[field].safeParse(part).success;
    const [valid = [], others = []] = [true, false].map((is) =>
      [...parts].filter((part) => isValid(part) === is),
    );
    leftOut.push(...others.map((one) => ({ field, text: one })));
    if (valid.length === 0) continue;
    const value: unknown = resultFilter.shape[field].parse(valid.join(','));
    // '1' and '01' are the same screen.
    filter[field] = Array.isArray(value) ? [...new Set(value)] : value;
  }
  return { filter: filter as ResultFilter, leftOut };
}

/** Returns whether a filter selects people. A task, a revision and a time zone select none. */
export function selectsPeople(filter: ResultFilter): boolean {
  return Object.keys(filter).some((field) => !['step', 'revision', 'zone'].includes(field));
}

/**
 * Returns the filter as parameters of a call or an address: lists joined by commas, fields without
 * a value left out.
 */
export function filterQuery(filter: Unset<ResultFilter>): z.input<typeof resultFilter> {
  return queryOf(filter);
}

/** Fields may be given as undefined to take them away. */
export type Unset<Query> = { [Name in keyof Query]?: Query[Name] | undefined };

/** A query of results as texts, for an address. */
export function queryOf(query: object): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** An address with another filter; other parameters stay. */
export function withFilter(params: URLSearchParams, filter: ResultFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const field of filterFields) next.delete(field);
  for (const [name, text] of Object.entries(filterQuery(filter))) next.set(name, String(text));
  return next;
}

/** Returns the filter of a query that extends it. */
export function filterOf(query: ResultFilter): ResultFilter {
  const own = filterFields.filter((field) => query[field] !== undefined);
  return Object.fromEntries(own.map((field) => [field, query[field]]));
}

interface RecordingLink {
  /** Previous and next are among its recordings. */
  filter?: ResultFilter;
  /** Start of the video in milliseconds. */
  atMs?: number;
}

/** A recording's page within the filter, at a moment: `…?outcome=left&t=41.2`. */
export function recordingHref(
  address: RecordingAddress,
  { filter = {}, atMs }: RecordingLink = {},
) {
  const params = withFilter(new URLSearchParams(), filter);
  if (atMs !== undefined) params.set('t', (Math.max(0, atMs) / 1000).toFixed(1));
  const href = pages.recording.href(address);
  return params.size > 0 ? `${href}?${params}` : href;
}
