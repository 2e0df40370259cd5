// Durations and distances in time.
import { afterEach, expect, test, vi } from 'vitest';
import { formatDay, formatDuration, formatRelative } from './format-time.ts';

test.each([
  [0, '0:00'],
  [999, '0:00'],
  [64_000, '1:04'],
  [1_200_000, '20:00'],
  [3_723_000, '1:02:03'],
  [-5, '0:00'],
])('%i ms is %s', (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text);
});

const now = Date.UTC(2026, 10, 20, 12);
test.each([
  [0, 'just now'],
  [-59_000, 'just now'],
  [-60_000, '1 minute ago'],
  [-3 * 3_600_000, '3 hours ago'],
  [-86_400_000, 'yesterday'],
  [-20 * 86_400_000, '2 weeks ago'],
  [2 * 86_400_000, 'in 2 days'],
])('%i ms away is %s', (distanceMs, text) => {
  expect(formatRelative(now + distanceMs, now)).toBe(text);
});

test.each([
  [now, false],
  [Date.UTC(2026, 0, 15), false],
  [Date.UTC(2025, 5, 15), true],
])('the day of %i has its year: %j', (moment, hasYear) => {
  expect(/20\d\d/.test(formatDay(moment, now))).toBe(hasYear);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('a date from right to left stays together in a sentence', async () => {
  class Arabic extends Intl.DateTimeFormat {
    constructor(_locale: undefined, options: Intl.DateTimeFormatOptions) {
      super('ar-EG', { ...options, timeZone: 'UTC' });
    }
  }
  vi.stubGlobal('Intl', {
    ...Intl,
    DateTimeFormat: Arabic,
    RelativeTimeFormat: Intl.RelativeTimeFormat,
  });
  vi.resetModules();
  const { formatDateTime } = await import('./format-time.ts');
  expect(formatDateTime(now)).toMatch(/^\u2068[^\u2069]+\u2069$/);
});
