// Why a test is open or closed, in words; for the Summary and the Settings tab.
import type { TestSettings } from '#contract/tests.ts';
import { formatDateTime } from '#web/lib/format-time.ts';

/**
 * @param closed true if the server reports that the test takes no submissions
 * @param settings null while unknown
 */
export function availabilityText(
  closed: boolean,
  settings: TestSettings | null,
  nowMs: number = Date.now(),
): string {
  if (settings === null) return closed ? 'Takes no submissions.' : 'Takes submissions.';
  const { closeDate: date, submissionLimit: limit } = settings;
  if (settings.closedByHand) return 'Closed by hand.';
  if (date !== null && Date.parse(date) <= nowMs) return `Closed on ${formatDateTime(date)}.`;
  if (closed) return limit === 1 ? 'Its one submission is in.' : `All ${limit} submissions are in.`;
  const until = date === null ? '' : ` until ${formatDateTime(date)}`;
  const upTo = limit === null ? '' : `, ${limit} at most`;
  return `Takes submissions${until}${upTo}.`;
}
