// Tests of grouping by prototype address and screen.
import { expect, it } from 'vitest';
import type { Click } from './clicks.ts';
import { groupClicks } from './group.ts';

const click = (seq: number, screenId: string) => ({ seq, screenId }) as Click;

it('groups by address, then by screen, in order; screens without a click have no group', () => {
  const groups = groupClicks([
    { prototypeUrl: 'https://a', clicks: [click(0, '1:2'), click(1, '1:3'), click(2, '1:2')] },
    { prototypeUrl: 'https://b', clicks: [] },
    { prototypeUrl: 'https://a', clicks: [click(3, '1:2')] },
    { prototypeUrl: 'https://c', clicks: [click(4, 'constructor')] },
  ]);
  const plain = [...groups].map(([url, screens]) => [
    url,
    [...screens].map(([screen, clicks]) => [screen, clicks.map(({ seq }) => seq)]),
  ]);
  expect(plain).toEqual([
    [
      'https://a',
      [
        ['1:2', [0, 2, 3]],
        ['1:3', [1]],
      ],
    ],
    ['https://c', [['constructor', [4]]]],
  ]);
});
