// Facts about this installation that pages show: its design tools and its support address.
import { queryOptions } from '@tanstack/react-query';
import { system } from '#contract/system.api.ts';
import { call } from '#web/lib/api.ts';
import { queryKeys } from './query-keys.ts';

export const aboutQuery = queryOptions({
  queryKey: queryKeys.about.key,
  queryFn: ({ signal }) => call(system.about, { signal }),
  // It changes with the server's configuration only.
  staleTime: Number.POSITIVE_INFINITY,
});
