// Invitations that wait for the signed-in person's answer.

import { queryOptions } from '@tanstack/react-query';
import { invitations } from '#contract/invitations.api.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';

export const invitationsQuery = queryOptions({
  queryKey: queryKeys.invitations.key,
  queryFn: ({ signal }) => call(invitations.list, { signal }),
});
