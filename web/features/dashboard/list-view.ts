// Which tests are shown and in which order, kept in the address: a reload or a link finds the same.

import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { type TestSort, type TestState, testSort, testState } from '#contract/test-list.ts';
import {
  type ListedTest,
  type TestView,
  testListQuery,
  totalOf,
} from '#web/entities/test/test.query.ts';
import { useSteadyList } from '#web/lib/steady.ts';

/** On coming back, a person looks for what changed last. */
const FIRST_SORT: TestSort = 'activity';

/** What is shown, and the part of the address that shows something else; null takes a choice back. */
export function useListView() {
  const [params, setParams] = useSearchParams();
  const view: TestView = {
    search: params.get('search') ?? '',
    state: testState.safeParse(params.get('state')).data ?? null,
    sort: testSort.safeParse(params.get('sort')).data ?? FIRST_SORT,
  };
  const setSearch = useCallback(
    (search: string) => setParams(withParam(params, 'search', search), inPlace),
    [params, setParams],
  );
  return {
    view,
    /** For a link: the same search and order. */
    stateHref: (state: TestState | null) => `?${withParam(params, 'state', state)}`,
    setSort: (sort: TestSort) =>
      setParams(withParam(params, 'sort', sort === FIRST_SORT ? null : sort), inPlace),
    setSearch,
    /** All tests, in the order that was chosen. */
    showAll: () => setParams(withParam(withParam(params, 'state', null), 'search', null), inPlace),
  };
}

/** Null and '' take the parameter away. */
function withParam(params: URLSearchParams, name: keyof TestView, value: string | null) {
  const next = new URLSearchParams(params);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}

const inPlace = { replace: true, preventScrollReset: true };

export type ListView = ReturnType<typeof useListView>;

/** The tests that the dashboard shows: as far as they are loaded, in their order under the pointer. */
export function useShownTests(view: TestView) {
  const list = useInfiniteQuery(testListQuery(view));
  const { data: total = null } = useInfiniteQuery({ ...testListQuery(view), select: totalOf });
  const steady = useSteadyList(list.data ?? none, { keyOf, view: JSON.stringify(view) });
  return {
    list,
    /** Null: not known. */
    total,
    tests: steady.items,
    /** New ones that come once the pointer has left. */
    waiting: steady.waiting,
    listeners: steady.listeners,
  };
}

export type ShownTests = ReturnType<typeof useShownTests>;

export const keyOf = ({ _id }: ListedTest) => _id;

const none: readonly ListedTest[] = [];
