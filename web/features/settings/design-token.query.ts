// Whether the workspace has a token of its own, as asked for by its card in the settings.
import { queryOptions } from '@tanstack/react-query';
import { designToken } from '#contract/design-token.api.ts';
import { call } from '#web/lib/api.ts';

export const designTokenQuery = queryOptions({
  queryKey: ['design-token'],
  queryFn: ({ signal }) => call(designToken.get, { signal }),
});
