// The sentence about deliveries that were dropped, on a webhook's card and in its log.
import type { Webhook } from '#contract/webhooks.ts';
import { formatDateTime } from '#web/lib/format-time.ts';

export function dropsSentence({ count, from, to }: Webhook['drops'][number]): string {
  if (count === 1) return `1 delivery was dropped on ${formatDateTime(from)}.`;
  const number = count.toLocaleString('en');
  return `${number} deliveries were dropped between ${formatDateTime(from)} and ${formatDateTime(to)}.`;
}
