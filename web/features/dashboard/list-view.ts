// Which tests are shown and in which order, kept in the address: a reload or a link finds the same.
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { type TestSort, type TestState, testSort, testState } from '#contract/test-list.ts';
import type { TestView } from '#web/entities/test/test.query.ts';

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
