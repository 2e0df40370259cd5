// Each reason for being open or closed has its own words.
import { expect, test } from 'vitest';
import type { TestSettings } from '#contract/tests.ts';
import { formatDateTime } from '#web/lib/format-time.ts';
import { availabilityText } from './availability-text.ts';

const now = Date.UTC(2026, 10, 20, 12);
const later = '2026-11-21T12:00:00.000Z';
const earlier = '2026-11-19T12:00:00.000Z';
const plain: TestSettings = {
  closedByHand: false,
  closeDate: null,
  submissionLimit: null,
  allowRepeat: true,
};

test.each<[boolean, Partial<TestSettings>, string]>([
  [false, {}, 'Takes submissions.'],
  [true, { closedByHand: true, closeDate: earlier }, 'Closed by hand.'],
  [true, { closeDate: earlier }, `Closed on ${formatDateTime(earlier)}.`],
  [true, { submissionLimit: 1 }, 'Its one submission is in.'],
  [true, { submissionLimit: 12, closeDate: later }, 'All 12 submissions are in.'],
  [false, { closeDate: later }, `Takes submissions until ${formatDateTime(later)}.`],
  [false, { submissionLimit: 5 }, 'Takes submissions, 5 at most.'],
])('closed %j with %j', (closed, settings, text) => {
  expect(availabilityText(closed, { ...plain, ...settings }, now)).toBe(text);
});

test.each([
  [true, 'Takes no submissions.'],
  [false, 'Takes submissions.'],
])('closed %j and nothing else known', (closed, text) => {
  expect(availabilityText(closed, null, now)).toBe(text);
});
