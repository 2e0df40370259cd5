// Two members who change one finding at once: other values are merged, the same value is a conflict.
import { expect, it } from 'vitest';
import { type FindingValues, mergedValues } from './finding-fields.tsx';

const base: FindingValues = { sentence: 'S', severity: null, text: '', recommendation: '' };

const changes: [title: string, edits: Partial<FindingValues>[], merged: FindingValues | null][] = [
  ['different values', [{ severity: 3 }, { text: 'T' }], { ...base, severity: 3, text: 'T' }],
  ['a change of one side', [{}, { severity: 2 }], { ...base, severity: 2 }],
  ['the same severity', [{ severity: 3 }, { severity: 3 }], { ...base, severity: 3 }],
  ['another severity', [{ severity: 3 }, { severity: 2 }], null],
  ['another recommendation', [{ recommendation: 'A' }, { recommendation: 'B' }], null],
];

it.each(changes)('%s', (_, [mine, theirs], merged) => {
  const edits = { base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } };
  expect(mergedValues(edits)).toEqual(merged);
});
