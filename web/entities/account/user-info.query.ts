// The signed-in person with their workspace: names, company, role, team.
import { queryOptions } from '@tanstack/react-query';
import { accounts } from '#contract/accounts.api.ts';
import { call } from '#web/lib/api.ts';

export const userInfoQuery = queryOptions({
  queryKey: ['user-info'],
  queryFn: ({ signal }) => call(accounts.get, { signal }),
});
