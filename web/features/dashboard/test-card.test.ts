// Text of a card about a test's last activity, on both sides of midnight in several time zones.
import { expect, test } from 'vitest';
import { LIST_MAX } from '#contract/limits.ts';
import { daysIn } from '#web/lib/ago.ts';
import { activityOf } from './test-card.tsx';

const NOW = '2026-11-22T12:00:00.000Z';
const CREATED = '2026-11-01T09:00:00.000Z';

interface Case {
  created?: string;
  changed?: string;
  /** The newest first. */
  recorded?: string[];
  /** More recordings exist than the list contains. */
  count?: number;
  since?: number;
  zone?: string;
}

function wordsOf({
  created = CREATED,
  changed = created,
  recorded = [],
  count,
  since,
  zone,
}: Case) {
  const dayOf = daysIn(zone ?? 'UTC');
  const times = recorded.map(Date.parse);
  const ofToday = times.filter((ms) => dayOf(ms) >= dayOf(Date.parse(NOW)));
  const activity = activityOf(
    {
      createdAt: created,
      updatedAt: changed,
      count_of_recordings: count ?? recorded.length,
      storedTimeStamp: times[0] ?? null,
      recordedSince: since ?? ofToday.length,
    },
    Date.parse(NOW),
    dayOf,
  );
  return [activity.recordings, activity.detail, new Date(activity.atMs).toISOString()];
}

const today = ['2026-11-22T11:00:00.000Z', '2026-11-22T00:00:00.000Z'];
const earlier = ['2026-11-19T11:00:00.000Z', '2026-11-18T11:00:00.000Z'];

test.each<[string, Case, string, string | null, string]>([
  ['new', { created: NOW }, 'No recordings yet', 'Created just now', NOW],
  ['never used', {}, 'No recordings yet', 'Created 21 days ago', CREATED],
  [
    'edited',
    { changed: '2026-11-22T11:58:00.000Z' },
    'No recordings yet',
    'Changed 2 min ago',
    '2026-11-22T11:58:00.000Z',
  ],
  ['all today', { recorded: today }, '2 recordings today', null, '2026-11-22T11:00:00.000Z'],
  [
    'some today',
    { recorded: [...today, ...earlier] },
    '2 recordings today',
    '4 in all',
    '2026-11-22T11:00:00.000Z',
  ],
  [
    'one today, by the calendar of the west',
    { recorded: today, zone: 'America/Los_Angeles' },
    '1 recording today',
    '2 in all',
    '2026-11-22T11:00:00.000Z',
  ],
  [
    'none today, by the calendar of the east',
    { recorded: ['2026-11-22T10:30:00.000Z'], zone: 'Pacific/Auckland' },
    '1 recording',
    '1 h ago',
    '2026-11-22T10:30:00.000Z',
  ],
  [
    'changed after a recording of today',
    { recorded: today, changed: '2026-11-22T11:30:00.000Z' },
    '2 recordings today',
    'Changed 30 min ago',
    '2026-11-22T11:30:00.000Z',
  ],
  [
    'recorded days ago',
    { recorded: earlier, changed: '2026-11-10T09:00:00.000Z' },
    '2 recordings',
    '3 days ago',
    '2026-11-19T11:00:00.000Z',
  ],
  [
    'more than are counted',
    { recorded: today, since: LIST_MAX, count: 900 },
    '500+ recordings today',
    '900 in all',
    '2026-11-22T11:00:00.000Z',
  ],
  [
    'asked before midnight',
    { recorded: earlier, since: 2 },
    '2 recordings',
    '3 days ago',
    '2026-11-19T11:00:00.000Z',
  ],
  [
    'a clock that is ahead',
    { recorded: ['2026-11-23T12:00:00.000Z'] },
    '1 recording today',
    null,
    '2026-11-23T12:00:00.000Z',
  ],
])('%s', (...[, given, recordings, detail, at]) => {
  expect(wordsOf(given)).toEqual([recordings, detail, at]);
});
