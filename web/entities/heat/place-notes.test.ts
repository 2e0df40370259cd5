// The order and the words of reasons.
import { expect, test } from 'vitest';
import { unplacedReasons } from './place-notes.tsx';

test('reasons come most frequent first, unknown ones in their own words', () => {
  expect(unplacedReasons({ outside_screen: 1, some_new_one: 3, node_unknown: 0 })).toEqual([
    { reason: 'some new one', count: 3 },
    { reason: 'outside the screen’s picture', count: 1 },
  ]);
});
