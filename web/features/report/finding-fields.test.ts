// Two members who change one finding at once: other values are merged, the same value is a conflict.
import { expect, it } from 'vitest';
import { type FindingValues, mergedValues } from './finding-fields.tsx';

const base: FindingValues = { sentence: 'S', severity: null, text: '', recommendation: '' };

it.each([
  ['different values', { severity: 3 }, { text: 'T' }, { ...base, severity: 3, text: 'T' }],
  ['a rating that was taken back', {}, { severity: 2 }, { ...base, severity: 2 }],
  ['the same severity', { severity: 3 }, { severity: 3 }, { ...base, severity: 3 }],
  ['another severity', { severity: 3 }, { severity: 2 }, null],
  ['another recommendation', { recommendation: 'A' }, { recommendation: 'B' }, null],
] as const)('%s', (_, mine, theirs, expected) => {
  expect(mergedValues({ base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } })).toEqual(
    expected,
  );
});
