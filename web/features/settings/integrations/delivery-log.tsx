// Deliveries of a webhook, newest first, page by page: result, content, and a button that sends one again.
import { useInfiniteQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { DELIVERIES_KEPT_DAYS } from '#contract/limits.ts';
import { webhooks } from '#contract/webhooks.api.ts';
import type { Delivery, DeliveryProblem, Webhook } from '#contract/webhooks.ts';
import { call } from '#web/lib/api.ts';
import { formatDateTime } from '#web/lib/format-time.ts';
import { toast } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { QueryStates } from '#web/ui/query-states.tsx';
import { LoadMore } from '#web/ui/surfaces.tsx';
import { deliveriesQuery } from './integrations.query.ts';

export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const log = useInfiniteQuery(deliveriesQuery(webhook._id));
  return (
    <div className="mt-3 grid gap-2">
      <QueryStates of="deliveries" query={log}>
        {(items) => (
          <>
            {webhook.drops.map((drop) => (
              <p key={drop.from} className="text-sm text-warning">
                {dropsSentence(drop)}
              </p>
            ))}
            {items.length === 0 && (
              <p className="text-muted text-sm">No deliveries yet. Send a test event to try it.</p>
            )}
            <ul className="divide-y divide-line">
              {items.map((delivery) => (
                <DeliveryRow key={delivery._id} webhook={webhook} delivery={delivery} />
              ))}
            </ul>
            <LoadMore
              hasMore={log.hasNextPage}
              busy={log.isFetchingNextPage}
              onLoad={() => void log.fetchNextPage()}
            />
            {items.length > 0 && !log.hasNextPage && (
              <p className="text-muted text-sm">
                Deliveries are kept for {DELIVERIES_KEPT_DAYS} days.
              </p>
            )}
          </>
        )}
      </QueryStates>
    </div>
  );
}

const tones = { waiting: 'neutral', delivered: 'success', failed: 'danger' } as const;
const states = { waiting: 'Waits', delivered: 'Delivered', failed: 'Failed' };

const problems: Record<DeliveryProblem, string> = {
  status: 'not from 200 to 299',
  redirect: 'leads elsewhere, which is not followed',
  timeout: 'no answer within 10 seconds',
  tls: 'no secure connection',
  connection: 'the address could not be reached',
  off: 'the webhook was switched off',
  secret: 'its secret can’t be used',
};

function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { _id: deliveryId, event, state, createdAt, body } = delivery;
  const again = useCall(
    () => call(webhooks.sendAgain, { params: { webhookId: webhook._id, deliveryId } }),
    {
      makesStale: [deliveriesQuery(webhook._id).queryKey],
      staleAfterFailure: true,
      onSuccess: () => toast.success('It is sent again.'),
      failed: 'The event was not resent. Please try again.',
      onFailure: toast.error,
    },
  );
  return (
    <li className="grid gap-1 py-3">
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 grow gap-1 text-sm">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <code className="font-semibold">{event}</code>
            <Badge tone={tones[state]}>{states[state]}</Badge>
          </p>
          <p className="text-muted tabular-nums">
            {formatDateTime(createdAt)}
            {outcomeOf(delivery)}
          </p>
        </div>
        {webhook.off === null && (
          <IconButton
            label={`Send ${event} of ${formatDateTime(createdAt)} again`}
            icon={<RotateCw aria-hidden className="size-5" />}
            className="-mt-2 -mr-2"
            disabled={again.isPending}
            onClick={() => again.mutate()}
          />
        )}
      </div>
      <details className="text-sm">
        <summary className="w-fit cursor-pointer text-muted">What is sent</summary>
        <pre className="mt-2 max-h-64 overflow-auto whitespace-pre-wrap rounded-md bg-sunken p-3 text-xs [overflow-wrap:anywhere]">
          webhook-id: msg_{deliveryId}
          {'\n\n'}
          {body}
        </pre>
      </details>
    </li>
  );
}

/** Describes the result of the last attempt and the time of the next one. */
function outcomeOf({ status, problem, attempts, nextAt, durationMs }: Delivery): string {
  if (attempts === 0 && problem === null) return '';
  const answer = status === null ? '' : ` · answer ${status}`;
  const reason = problem === null ? '' : `${status === null ? ' · ' : ', '}${problems[problem]}`;
  const took = durationMs === null || problem !== null ? '' : ` in ${durationMs} ms`;
  const tries = attempts > 1 ? ` · ${attempts} attempts` : '';
  const next = nextAt !== null && problem !== null ? ` · next on ${formatDateTime(nextAt)}` : '';
  return `${answer}${reason}${took}${tries}${next}`;
}

/** Sentence about dropped deliveries, on a webhook's card and in its log. */
export function dropsSentence({ count, from, to }: Webhook['drops'][number]): string {
  if (count === 1) return `1 delivery was dropped on ${formatDateTime(from)}.`;
  const number = count.toLocaleString('en');
  return `${number} deliveries were dropped between ${formatDateTime(from)} and ${formatDateTime(to)}.`;
}
