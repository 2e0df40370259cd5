// Finding the screen of a node: the boxes are looked at once, not for each press.
import { expect, it } from 'vitest';
import { screenFinder } from './screen-finder.ts';

const box = { x: 0, y: 0, width: 1, height: 1 };

it('finds the first screen that holds a node, and none for what is no node', () => {
  const find = screenFinder([
    { nodeId: '1:2', boxes: { '1:2': box, '5:5': box } },
    { nodeId: '1:3', boxes: { '1:3': box, '5:5': box } },
  ]);
  expect(['1:3', '5:5', '9:9', 'constructor'].map(find)).toEqual([
    '1:3',
    '1:2',
    undefined,
    undefined,
  ]);
});

it('reads the boxes of a screen once, however often it is asked', () => {
  let readings = 0;
  const boxes = new Proxy(
    { '1:2': box },
    {
      ownKeys(target) {
        readings += 1;
        return Reflect.ownKeys(target);
      },
    },
  );
  const find = screenFinder([{ nodeId: '1:2', boxes }]);
  for (let press = 0; press < 20_000; press += 1) find(`${press}:1`);
  expect(readings).toBe(1);
});
