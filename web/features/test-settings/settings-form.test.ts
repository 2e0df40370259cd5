// Local date and time to an instant and back, and every refusal.
import { expect, test } from 'vitest';
import type { TestSettings } from '#contract/tests.ts';
import { formOf, type SettingsForm, settingsSchema, UNREADABLE } from './settings-form.ts';

const stored: TestSettings = {
  closedByHand: false,
  closeDate: null,
  submissionLimit: null,
  allowRepeat: true,
};
/** Noon in whatever zone the tests run. */
const now = () => new Date(2026, 10, 20, 12, 0, 30).getTime();

function check(change: Partial<SettingsForm>, settings = stored) {
  return settingsSchema(settings, now).safeParse({ ...formOf(settings), ...change });
}

test('stored settings come back unchanged, seconds of the close date included', () => {
  const settings = {
    closedByHand: true,
    closeDate: '2030-01-02T03:04:05.678Z',
    submissionLimit: 10,
    allowRepeat: false,
  };
  expect(check({}, settings).data).toEqual({
    closeDate: settings.closeDate,
    submissionLimit: 10,
    allowRepeat: false,
    closedByHand: true,
  });
});

test('a local date and time become an instant', () => {
  expect(check({ date: '2026-11-21', time: '09:05' }).data?.closeDate).toBe(
    new Date(2026, 10, 21, 9, 5).toISOString(),
  );
});

test('an empty date and time take the scheduled close away', () => {
  const settings = { ...stored, closeDate: '2030-01-02T03:04:00.000Z' };
  expect(check({ date: '', time: '' }, settings).data?.closeDate).toBeNull();
});

test('a close date that has passed may stay while something else changes', () => {
  const settings = { ...stored, closeDate: '2020-01-02T03:04:00.000Z' };
  expect(check({ limit: '5' }, settings).data?.closeDate).toBe(settings.closeDate);
});

test.each<[Partial<SettingsForm>, string, string]>([
  [{ date: '2026-11-19', time: '23:59' }, 'date', 'The close date cannot be in the past.'],
  [{ date: '2026-11-20', time: '12:00' }, 'time', 'The close time cannot be earlier than now.'],
  [{ date: '2026-11-21' }, 'time', 'Enter a time too.'],
  [{ time: '10:00' }, 'date', 'Enter a date too.'],
  [{ date: 'soon', time: '10:00' }, 'date', 'Enter the whole date, or clear it.'],
  [{ date: UNREADABLE }, 'date', 'Enter the whole date, or clear it.'],
  [{ date: '2026-11-21', time: UNREADABLE }, 'time', 'Enter the whole time, or clear it.'],
])('%j is refused at %s', (change, field, message) => {
  const issues = check(change).error?.issues.map((issue) => [issue.path[0], issue.message]);
  expect(issues).toEqual([[field, message]]);
});

test.each(['0', '1.5', '-3', '1e3', '+5', '0x10', '1 000', '1000001', '9'.repeat(400), UNREADABLE])(
  'the limit %s is refused, never read as another number',
  (limit) => {
    const issues = check({ limit }).error?.issues.map((issue) => issue.message);
    expect(issues).toEqual([
      'Enter a whole number from 1 to 1,000,000, or leave it empty for no limit.',
    ]);
  },
);

test.each([
  ['', null],
  [' 7 ', 7],
  ['007', 7],
  ['1000000', 1_000_000],
])('the limit %j is sent as %j', (limit, sent) => {
  expect(check({ limit }).data?.submissionLimit).toBe(sent);
});

test('later on the same day is accepted', () => {
  expect(check({ date: '2026-11-20', time: '12:01' }).success).toBe(true);
});
