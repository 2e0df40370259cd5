// Query of a workspace's token for the design tool. It is a file of its own because the dashboard has no use for it.
import { queryOptions } from '@tanstack/react-query';
import { designToken } from '#contract/design-token.api.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';

/** Existence of a workspace's own design token, for its card in the settings. */
export const designTokenQuery = queryOptions({
  queryKey: queryKeys.designToken.key,
  queryFn: ({ signal }) => call(designToken.get, { signal }),
});
