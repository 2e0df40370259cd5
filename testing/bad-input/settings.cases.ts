// Bad inputs of a test's settings: dates, limits, switches.
import { LIMIT_INVALID } from '#contract/tests.ts';
import { ask, type BadInput, badFields, refused } from './bad-input.ts';
import type { World } from './world.ts';

const settings = ({ tests }: World) => `/api/tests/${tests.open._id}/settings`;

const badDate = { close_date: 'Please enter a valid date and time with a time zone.' };
const pastDate = { close_date: 'The close date cannot be in the past.' };
const notWhole = { number_of_submission: LIMIT_INVALID };

const bodies: [string, unknown, Record<string, string>][] = [
  ['a close date in the past', { close_date: '2020-01-01T00:00:00Z' }, pastDate],
  ['a close date before the epoch', { close_date: '0001-01-01T00:00:00Z' }, pastDate],
  ['a close date without a zone', { close_date: '2099-01-01T00:00:00' }, badDate],
  ['a close date without a time', { close_date: '2099-01-01' }, badDate],
  ['a day that is none', { close_date: '2099-02-30T00:00:00Z' }, badDate],
  ['a thirteenth month', { close_date: '2099-13-01T00:00:00Z' }, badDate],
  ['an hour that is none', { close_date: '2099-01-01T25:00:00Z' }, badDate],
  ['a year of five digits', { close_date: '+12099-01-01T00:00:00Z' }, badDate],
  [
    'a date whose zone carries it beyond the last year',
    { close_date: '9999-12-31T23:59:59-14:00' },
    badDate,
  ],
  ['milliseconds for a close date', { close_date: 4_070_908_800_000 }, badDate],
  ['an empty close date', { close_date: '' }, badDate],
  ['an array for a close date', { close_date: ['2099-01-01T00:00:00Z'] }, badDate],
  ['a limit of zero', { number_of_submission: 0 }, notWhole],
  ['a limit below zero', { number_of_submission: -5 }, notWhole],
  ['a limit with a fraction', { number_of_submission: 1.5 }, notWhole],
  ['a limit above a million', { number_of_submission: 1_000_001 }, notWhole],
  ['a limit beyond safe integers', { number_of_submission: 2 ** 60 }, notWhole],
  ['a text for a limit', { number_of_submission: '10' }, notWhole],
  ['an empty text for a limit', { number_of_submission: '' }, notWhole],
  ['a boolean for a limit', { number_of_submission: true }, notWhole],
  ['a text for a switch', { duplicate: 'yes' }, { duplicate: 'This must be true or false.' }],
  ['a number for a switch', { isClose_test: 1 }, { isClose_test: 'This must be true or false.' }],
  ['null for a switch', { isClose_test: null }, { isClose_test: 'This must be true or false.' }],
  [
    'one bad field among good ones',
    { isClose_test: true, duplicate: false, number_of_submission: 0 },
    notWhole,
  ],
];

export const settingsCases: BadInput[] = [
  ...bodies.map(
    ([what, json, fields]): BadInput => [
      'tests.saveSettings',
      what,
      ask('PUT', settings, { json }),
      badFields(fields),
    ],
  ),
  [
    'tests.saveSettings',
    'a limit beyond all numbers',
    ask('PUT', settings, { body: '{"number_of_submission":1e999}' }),
    badFields(notWhole),
  ],
  [
    'tests.saveSettings',
    "another workspace's test",
    ask('PUT', ({ tests }) => `/api/tests/${tests.foreign._id}/settings`, {
      json: { isClose_test: true },
    }),
    refused('not_found'),
  ],
  [
    'tests.saveSettings',
    'a deleted test',
    ask('PUT', ({ tests }) => `/api/tests/${tests.deleted._id}/settings`, { json: {} }),
    refused('not_found'),
  ],
  [
    'tests.settings',
    "another workspace's test",
    ask('GET', ({ tests }) => `/api/tests/${tests.foreign._id}/settings`),
    refused('not_found'),
  ],
  [
    'tests.settings',
    'an id that is none',
    ask('GET', '/api/tests/%2e%2e/settings'),
    refused('not_found'),
  ],
];
