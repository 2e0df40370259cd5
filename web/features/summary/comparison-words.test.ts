// Words of compared numbers, and the groups of a comparison in an address.
import { describe, expect, it } from 'vitest';
import type { ComparedNumber, ComparedStep } from '#contract/comparison.ts';
import { readGroups, withGroups } from './compared-groups.ts';
import { differenceText, groupText, manyText, numberLabel } from './comparison-words.ts';

const group = { k: null, n: 9, value: 1, low: 0.5, high: 2 };
const number = (more: Partial<ComparedNumber>): ComparedNumber => ({
  ...{ measure: 'success', option: null, unit: 'share', scale: null },
  ...{ a: group, b: group, difference: null },
  ...more,
});
const difference = (value: number, [low, high]: [number, number], isShown = true) => ({
  difference: { value, low, high, isShown },
});
const apart = { inBoth: 0 };
const EASE = { measure: 'ease', unit: 'mean', scale: { low: 1, high: 7 } } as const;
const SUS = { measure: 'sus', unit: 'mean', scale: { low: 0, high: 100 } } as const;

describe('the difference in words', () => {
  it.each([
    [number(difference(0.124, [0.03, 0.21])), '+12 points (3 to 21)'],
    [number(difference(-0.124, [-0.21, -0.03])), '−12 points (−21 to −3)'],
    [number(difference(0.2, [0.0012, 0.4])), '+20 points (0.1 to 40)'],
    [number(difference(-0.2, [-0.4, -0.0012])), '−20 points (−40 to −0.1)'],
    [
      number({ unit: 'time', ...difference(1.8, [1.002, 2.7]) }),
      '1.80 times as long (1.002 to 2.70)',
    ],
    [number(difference(0.1, [-0.001, 0.2], false)), 'no difference shown (0 to 20 points)'],
    [
      number({ unit: 'time', ...difference(1.8, [1.21, 2.7]) }),
      '1.80 times as long (1.21 to 2.70)',
    ],
    [
      number({ unit: 'time', ...difference(0.5, [0.24, 1.02], false) }),
      'no difference shown (0.24 to 1.02 times)',
    ],
    [number({ ...EASE, ...difference(1.24, [0.3, 2.1]) }), '+1.2 (0.3 to 2.1)'],
    [number({ ...SUS, ...difference(-12.4, [-20, -3]) }), '−12 (−20 to −3)'],
    [number({}), 'no interval, because all values are alike'],
    [number({ a: { ...group, n: 4 } }), 'too few people'],
  ])('%#: %s', (compared, text) => {
    expect(differenceText(compared, apart)).toBe(text);
  });
  it('is none for people in both groups', () => {
    expect(differenceText(number({}), { inBoth: 2 })).toBe('people in both groups');
  });
});

it.each([
  [{}, { k: 6, n: 9, value: 2 / 3, low: 0.354, high: 0.879 }, '67 %', '6 of 9, 35–88 %'],
  [{}, { k: 1, n: 3, value: null, low: null, high: null }, '1 of 3', null],
  [EASE, { k: null, n: 9, value: 5.24, low: 4, high: 6.4 }, '5.2', '9 people, 4.0 to 6.4'],
  [EASE, { k: null, n: 3, value: 5.24, low: 4, high: 6.4 }, '3 people', null],
  [EASE, { k: null, n: 0, value: null, low: null, high: null }, '–', null],
  [
    { unit: 'time' } as const,
    { ...group, value: 44_000, low: 38_000, high: 51_000 },
    '44 s',
    'geometric mean of 9 people, 38–51 s',
  ],
])('the number of one group in words, %#', (of, given, ...[value, note]) => {
  expect(groupText(number(of), given)).toEqual({ value, note });
});

it('names numbers with their scale, and options by their text', () => {
  expect(numberLabel(number(EASE))).toBe('Ease, 1 to 7');
  expect(numberLabel(number({ measure: 'option', option: { word: 'x', text: 'Daily' } }))).toBe(
    'Daily',
  );
});

it('says how many of the comparisons would differ by chance', () => {
  const step = (numbers: ComparedNumber[]): ComparedStep => ({
    ...{ a: 1, b: 1, text: '', inBoth: 0, moreOptions: 0 },
    numbers,
  });
  const compared = number(difference(0.1, [0, 0.2]));
  expect(manyText([step(Array(11).fill(compared)), step([compared, number({})])])).toBe(
    '12 comparisons. If the groups did not differ at all, 0.6 of them on average would show a difference by chance.',
  );
  expect(manyText([step([number({})])])).toBe('');
});

describe('the address', () => {
  const read = (search: string) => readGroups(new URLSearchParams(search));
  it.each([
    ['compare=2-1', { field: 'revision', a: '2', b: '1' }],
    ['compare=tag&compareA=price&compareB=list', { field: 'tag', a: 'price', b: 'list' }],
    ['compare=outcome&compareA=left', { field: 'outcome', a: 'left', b: '' }],
  ] as const)('%s is read and written', (search, groups) => {
    expect(read(search)).toEqual(groups);
    expect(withGroups(new URLSearchParams(), groups).toString()).toBe(search);
  });
  it.each(['', 'compare=zone&compareA=UTC', 'compare=2-', 'compare='])(
    '%j compares nothing',
    (search) => {
      expect(read(search)).toBeNull();
    },
  );
  it('leaves out values that the field does not have', () => {
    expect(read('compare=outcome&compareA=nope&compareB=left')).toMatchObject({ a: '', b: 'left' });
    expect(read('compare=0-1')).toMatchObject({ a: '', b: '1' });
  });
  it('has the zone of days, and of nothing else', () => {
    const days = { field: 'days', a: '2026-11-01..', b: '..2026-10-31' } as const;
    const next = withGroups(new URLSearchParams('tab=x'), days);
    expect(next.get('zone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    const tags = { field: 'tag', a: 'a', b: 'b' } as const;
    expect(withGroups(next, tags).toString()).toBe('tab=x&compare=tag&compareA=a&compareB=b');
  });
});
