// One test, as the dashboard, the forms and the detail page share it.
import { queryOptions } from '@tanstack/react-query';
import { tests } from '#contract/tests.api.ts';
import { call } from '#web/lib/api.ts';

/** Every answer about tests is kept under it, so that one change refreshes them all. */
export const testsKey = ['tests'] as const;

export function testQuery(id: string) {
  return queryOptions({
    queryKey: [...testsKey, id],
    queryFn: ({ signal }) => call(tests.get, { params: { id }, signal }),
  });
}
