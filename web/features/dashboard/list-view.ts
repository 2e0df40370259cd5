// Filter and order of the test list. They are part of the address, so a reload or a link shows the same list.

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
import { useSteadyList } from '#web/lib/steady-list.ts';

/** The default order puts the most recently changed test first. */
const FIRST_SORT: TestSort = 'activity';

/** Returns the view, and functions that build the address of another view; null removes a choice. */
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
    /** Shows all tests in the chosen order. */
    showAll: () => setParams(withParam(withParam(params, 'state', null), 'search', null), inPlace),
  };
}

/** Sets the parameter, or removes it for null and ''. */
function withParam(params: URLSearchParams, name: keyof TestView, value: string | null) {
  const next = new URLSearchParams(params);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}

const inPlace = { replace: true, preventScrollReset: true };

export type ListView = ReturnType<typeof useListView>;

/** Returns the loaded tests; their order does not change under the pointer. */
export function useVisibleTests(view: TestView) {
  const list = useInfiniteQuery(testListQuery(view));
  const { data: total = null } = useInfiniteQuery({ ...testListQuery(view), select: totalOf });
  const steady = useSteadyList(list.data ?? none, { keyOf, view: JSON.stringify(view) });
  return {
    list,
    /** The number of tests, or null if unknown. */
    total,
    tests: steady.items,
    /** New tests that are added when the pointer leaves the list. */
    waiting: steady.waiting,
    listeners: steady.listeners,
  };
}

export type VisibleTests = ReturnType<typeof useVisibleTests>;

export const keyOf = ({ _id }: ListedTest) => _id;

const none: readonly ListedTest[] = [];
