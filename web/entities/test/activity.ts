// What last happened with a test, in words: how many recordings came today, when it was changed.
import { LIST_MAX } from '#contract/limits.ts';
import type { TestSummary } from '#contract/test-summary.ts';
import { type DayOf, formatAgo, localDay } from '#web/lib/ago.ts';

interface TestActivity {
  /** `2 recordings today`, `5 recordings`, `No recordings yet`. */
  recordings: string;
  /** `5 in all`, `Changed 2 min ago`, `yesterday`; null when the first says it all. */
  detail: string | null;
  /** Epoch milliseconds of the newest recording or of the last change, whichever is later: what lists are in order by. */
  atMs: number;
}

/** `recordedSince`: since the day began on which it was asked. */
type ActiveTest = Pick<
  TestSummary,
  'createdAt' | 'updatedAt' | 'count_of_recordings' | 'storedTimeStamp' | 'recordedSince'
>;

/** @param dayOf the calendar that says what today is */
export function activityOf(test: ActiveTest, nowMs: number, dayOf: DayOf = localDay): TestActivity {
  const { count_of_recordings: count, storedTimeStamp: newestMs } = test;
  const changedMs = Date.parse(test.updatedAt);
  const atMs = Math.max(changedMs, newestMs ?? 0);
  // Asked before midnight, it tells of a day that is over.
  const isToday = newestMs !== null && dayOf(newestMs) >= dayOf(nowMs);
  const today = isToday ? (test.recordedSince ?? 0) : 0;
  const recordings =
    today > 0
      ? // Of very many it is not counted further.
        `${countText(today, today === LIST_MAX && count > today)} today`
      : countText(count);
  const detail = () => {
    if (newestMs === null || changedMs > newestMs) {
      const what = test.updatedAt === test.createdAt ? 'Created' : 'Changed';
      return `${what} ${formatAgo(changedMs, nowMs, dayOf)}`;
    }
    if (today > 0) return count > today ? `${count} in all` : null;
    return formatAgo(newestMs, nowMs, dayOf);
  };
  return { recordings, detail: detail(), atMs };
}

function countText(count: number, orMore = false): string {
  if (count === 0) return 'No recordings yet';
  return count === 1 ? '1 recording' : `${count}${orMore ? '+' : ''} recordings`;
}
