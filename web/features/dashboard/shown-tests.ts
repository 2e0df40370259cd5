// The tests that the dashboard shows: as far as they are loaded, in their order under the pointer.
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  type ListedTest,
  type TestView,
  testListQuery,
  totalOf,
} from '#web/entities/test/test.query.ts';
import { useSteadyList } from '#web/lib/steady.ts';

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
