// Queries for a workspace's API keys and webhooks.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { apiKeys } from '#contract/api-keys.api.ts';
import type { DeliveryId, WebhookId } from '#contract/ids.ts';
import { webhooks } from '#contract/webhooks.api.ts';
import type { Delivery } from '#contract/webhooks.ts';
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

/** Deliveries are sent within seconds, so a waiting one is requested again until its result is there. */
const WAITING_MS = 2000;

/** A webhook's log, the newest first. */
export const deliveriesQuery = (webhookId: WebhookId) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.deliveries.key, webhookId],
    queryFn: ({ pageParam: before, signal }) =>
      call(webhooks.deliveries, { params: { webhookId }, query: { before }, signal }),
    initialPageParam: undefined as DeliveryId | undefined,
    getNextPageParam: ({ items, more }) => (more ? items.at(-1)?._id : undefined),
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(isUnderWay)) ? WAITING_MS : false,
  });

const isUnderWay = ({ state, attempts }: Delivery) => state === 'waiting' && attempts === 0;
