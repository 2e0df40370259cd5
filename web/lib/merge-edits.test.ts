// Two people's changes, merged or in conflict.
import { expect, it } from 'vitest';
import { mergeOrder, mergeValue } from './merge-edits.ts';

it.each([
  ['nothing changed', 'abc', 'abc', 'abc', 'abc'],
  ['I moved one', 'abc', 'cab', 'abc', 'cab'],
  ['they moved one', 'abc', 'abc', 'bca', 'bca'],
  ['both moved alike', 'abc', 'cab', 'cab', 'cab'],
  ['I moved one, they added one at the end', 'abc', 'cab', 'abcd', 'cdab'],
  ['I added one at the end, they moved one', 'abc', 'abcd', 'cab', 'cdab'],
  ['both added one at the end', 'ab', 'abx', 'aby', 'abxy'],
  ['I took one away, they moved another', 'abc', 'ac', 'cab', 'ca'],
  ['they took one away, I moved another', 'abc', 'cab', 'ac', 'ca'],
  ['I moved the one that they took away', 'abc', 'cab', 'ab', 'ab'],
  ['they began with a new one', 'ab', 'ba', 'xab', 'xba'],
])('%s', (...[, base, mine, theirs, merged]) => {
  const order = mergeOrder([...base], [...mine], [...theirs]);
  expect(order?.toSorted().join('')).toBe([...merged].toSorted().join(''));
  const stays = [...merged].filter((key) => base.includes(key)).join('');
  expect(order?.filter((key) => base.includes(key)).join('')).toBe(stays);
});

it('two orders are no one order', () => {
  expect(mergeOrder([...'abc'], [...'cab'], [...'bac'])).toBe(null);
});

it.each([
  ['old', 'old', 'new', 'new'],
  ['old', 'new', 'old', 'new'],
  ['old', 'new', 'new', 'new'],
  ['old', 'new', 'other', undefined],
])('of %s: %s and %s', (...[base, mine, theirs, merged]) => {
  expect(mergeValue(base, mine, theirs)).toBe(merged);
});
