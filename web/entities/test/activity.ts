// What last happened with a test, in words: how many recordings came today, when it was changed.
import { splitUserTimestamp } from '#contract/paths.ts';
import type { Test } from '#contract/tests.ts';
import { type DayOf, formatAgo, localDay } from '#web/lib/ago.ts';

interface TestActivity {
  /** `2 recordings today`, `5 recordings`, `No recordings yet`. */
  recordings: string;
  /** `5 in all`, `Changed 2 min ago`, `yesterday`; null when the first says it all. */
  detail: string | null;
  /** Epoch milliseconds of the newest recording or of the last change, whichever is later: what lists are in order by. */
  atMs: number;
}

type ActiveTest = Pick<Test, 'createdAt' | 'updatedAt' | 'count_of_recordings'> & {
  recordings_info: readonly Pick<Test['recordings_info'][number], 'userTimestamp'>[];
};

/** @param dayOf the calendar that says what today is */
export function activityOf(test: ActiveTest, nowMs: number, dayOf: DayOf = localDay): TestActivity {
  const { count_of_recordings: count, recordings_info: listed } = test;
  const times = listed.map(({ userTimestamp }) => splitUserTimestamp(userTimestamp)?.timestampMs);
  const newestMs = times[0] ?? null;
  const changedMs = Date.parse(test.updatedAt);
  const atMs = Math.max(changedMs, newestMs ?? 0);
  const nowDay = dayOf(nowMs);
  // The newest come first: days are looked up as far as today's go.
  const earlier = times.findIndex((ms) => ms === undefined || dayOf(ms) < nowDay);
  const today = earlier === -1 ? times.length : earlier;
  const recordings =
    today > 0
      ? // A list ends before a test does that has very many.
        `${countText(today, today === listed.length && count > today)} today`
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
