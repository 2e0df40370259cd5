// The filter of the page in view, read from its address and written to it.
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { ResultFilter } from '#contract/result-filter.ts';
import { readFilter, type Unset, withFilter } from './filter.ts';
import { withMoments } from './open-moments.ts';

export function useResultFilter() {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const read = useMemo(() => readFilter(new URLSearchParams(text)), [text]);
  /** Fields with undefined are taken away; moments that are open belong to the filter before and close. */
  const setFilter = useCallback(
    (change: Unset<ResultFilter>) =>
      setParams(
        (before) => {
          const entries = Object.entries({ ...readFilter(before).filter, ...change });
          const setEntries = entries.filter(([, value]) => value !== undefined);
          return withMoments(withFilter(before, Object.fromEntries(setEntries)), null);
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return { ...read, setFilter };
}
