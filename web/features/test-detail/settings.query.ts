// When a test takes submissions, as stored.
import { queryOptions } from '@tanstack/react-query';
import { tests } from '#contract/tests.api.ts';
import { testQuery } from '#web/entities/test/tests.query.ts';
import { call } from '#web/lib/api.ts';

export function settingsQuery(id: string) {
  return queryOptions({
    queryKey: [...testQuery(id).queryKey, 'settings'],
    queryFn: ({ signal }) => call(tests.settings, { params: { id }, signal }),
  });
}
