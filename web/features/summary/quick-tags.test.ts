// Keys of tags stay where they are; the tag used longest ago gives its key to a new one.
import { expect, it } from 'vitest';
import { quickTagsOf, withUsed } from './quick-tags.ts';

const nine = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
const after = (known: readonly string[], ...used: string[]) =>
  used.reduce(withUsed, quickTagsOf(known)).tags.join('');

it.each([
  [['a', 'b', 'a'], [], 'ab'],
  [[...nine, 'j'], [], 'abcdefghi'],
  [['a', 'b'], ['b', 'a'], 'ab'],
  [['a', 'b'], ['z', 'a', 'z'], 'abz'],
  // The least frequent of those that were not used.
  [nine, ['z'], 'abcdefghz'],
  [nine, ['i', 'h', 'z'], 'abcdefzhi'],
  [nine, [...nine, 'z'], 'zbcdefghi'],
  [nine, [...nine, 'a', 'z'], 'azcdefghi'],
])('%j after %j', (known, used, tags) => {
  expect(after(known, ...used)).toBe(tags);
});
