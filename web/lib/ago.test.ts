// Time since an event, by the clock and by the calendar of a time zone.
import { expect, test } from 'vitest';
import { daysIn, formatAgo } from './ago.ts';
import { formatDate } from './format-time.ts';

test.each([
  ['2026-11-22T12:00:05Z', '2026-11-22T12:00:00Z', 'UTC', 'just now'],
  ['2026-11-22T11:59:01Z', '2026-11-22T12:00:00Z', 'UTC', 'just now'],
  ['2026-11-22T11:58:00Z', '2026-11-22T12:00:00Z', 'UTC', '2 min ago'],
  ['2026-11-22T11:00:01Z', '2026-11-22T12:00:00Z', 'UTC', '59 min ago'],
  ['2026-11-22T11:00:00Z', '2026-11-22T12:00:00Z', 'UTC', '1 h ago'],
  ['2026-11-22T00:10:00Z', '2026-11-22T23:50:00Z', 'UTC', '23 h ago'],
  ['2026-11-21T23:00:00Z', '2026-11-22T01:00:00Z', 'UTC', '2 h ago'],
  ['2026-11-21T10:00:00Z', '2026-11-22T09:00:00Z', 'UTC', 'yesterday'],
  ['2026-11-20T23:00:00Z', '2026-11-22T01:00:00Z', 'UTC', '2 days ago'],
  // Midnight differs: in Auckland (UTC+13) both are the 22nd, in Los Angeles (UTC-8) the 20th and
  // the 21st.
  ['2026-11-21T11:30:00Z', '2026-11-22T07:00:00Z', 'Pacific/Auckland', '19 h ago'],
  ['2026-11-21T07:30:00Z', '2026-11-21T20:00:00Z', 'America/Los_Angeles', 'yesterday'],
  ['2026-11-21T07:30:00Z', '2026-11-21T20:00:00Z', 'UTC', '12 h ago'],
  // The day on which clocks go back has 25 hours.
  ['2026-10-24T21:30:00Z', '2026-10-26T22:30:00Z', 'Europe/Berlin', '2 days ago'],
  ['2026-10-23T12:00:00Z', '2026-11-22T12:00:00Z', 'UTC', '30 days ago'],
])('%s, read at %s in %s: %s', (...[moment, now, zone, words]) => {
  expect(formatAgo(Date.parse(moment), Date.parse(now), daysIn(zone))).toBe(words);
});

test('after 30 days it is a date', () => {
  const then = Date.parse('2026-10-22T12:00:00Z');
  const words = formatAgo(then, Date.parse('2026-11-22T12:00:00Z'), daysIn('UTC'));
  expect(words).toBe(`on ${formatDate(then)}`);
});
