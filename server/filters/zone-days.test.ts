// First moments of days in time zones, also where the clock changes.
import { expect, it } from 'vitest';
import { dayStartMs } from './zone-days.rules.ts';

it.each([
  ['2026-03-01', 'UTC', 0, '2026-03-01T00:00:00.000Z'],
  ['2026-03-01', 'UTC', 1, '2026-03-02T00:00:00.000Z'],
  ['2026-11-20', 'Europe/Athens', 0, '2026-11-19T22:00:00.000Z'],
  ['2026-11-20', 'America/Los_Angeles', 0, '2026-11-20T08:00:00.000Z'],
  ['2026-11-20', 'Asia/Kolkata', 0, '2026-11-19T18:30:00.000Z'],
  // The clock changes within the day: it has 23 or 25 hours.
  ['2026-03-29', 'Europe/Berlin', 0, '2026-03-28T23:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', 1, '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', 0, '2026-10-24T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', 1, '2026-10-25T23:00:00.000Z'],
  // The clock changes at 14:00 UTC of the day before, which is the same day there.
  ['2026-09-27', 'Pacific/Auckland', 0, '2026-09-26T12:00:00.000Z'],
  ['2026-09-27', 'Pacific/Auckland', 1, '2026-09-27T11:00:00.000Z'],
  ['2026-04-05', 'Pacific/Auckland', 0, '2026-04-04T11:00:00.000Z'],
  // The clock jumps from 0:00 to 1:00.
  ['2018-11-04', 'America/Sao_Paulo', 0, '2018-11-04T03:00:00.000Z'],
  ['0001-01-01', 'Asia/Kolkata', 0, '0000-12-31T18:30:00.000Z'],
  ['9999-12-31', 'UTC', 1, '+010000-01-01T00:00:00.000Z'],
])('%s in %s, and %i days later, begins at %s', (day, zone, ...[later, at]) => {
  expect(new Date(dayStartMs(day, zone, later)).toISOString()).toBe(at);
});
