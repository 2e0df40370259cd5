// What is asked of a workspace's API keys and webhooks.
import { queryOptions } from '@tanstack/react-query';
import { apiKeys } from '#contract/api-keys.api.ts';
import type { WebhookId } from '#contract/ids.ts';
import { webhooks } from '#contract/webhooks.api.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';

export const apiKeysQuery = queryOptions({
  queryKey: queryKeys.apiKeys.key,
  queryFn: ({ signal }) => call(apiKeys.list, { signal }),
});

export const webhooksQuery = queryOptions({
  queryKey: queryKeys.webhooks.key,
  queryFn: ({ signal }) => call(webhooks.list, { signal }),
});

/** What waits is sent within seconds, and its outcome should be seen. */
const WAITING_MS = 2000;

/** The newest page of a webhook's log. */
export const deliveriesQuery = (webhookId: WebhookId) =>
  queryOptions({
    queryKey: [...queryKeys.deliveries.key, webhookId],
    queryFn: ({ signal }) => call(webhooks.deliveries, { params: { webhookId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some((one) => one.state === 'waiting' && one.attempts === 0) ? WAITING_MS : false,
  });
