// Table tests of where the participant's own picture goes.
import { expect, it } from 'vitest';
import { arrowPlace, BOTTOM_LEFT, draggedPlace, nextCorner } from './self-view.tsx';

it.each([
  ['ArrowUp', { x: 0, y: 0 }],
  ['ArrowRight', { x: 1, y: 1 }],
  ['ArrowDown', { x: 0, y: 1 }],
  ['ArrowLeft', { x: 0, y: 1 }],
  ['Enter', null],
  ['toString', null],
])('%s', (key, place) => {
  expect(arrowPlace(key, BOTTOM_LEFT)).toEqual(place);
});

it('a press sends it round the four corners', () => {
  const corners = [BOTTOM_LEFT];
  for (let press = 0; press < 4; press += 1)
    corners.push(nextCorner(corners.at(-1) ?? BOTTOM_LEFT));
  expect(corners).toEqual([
    { x: 0, y: 1 },
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ]);
});

it.each([
  ['half way', { x: 500, y: -200 }, { x: 1000, y: 400 }, { x: 0.5, y: 0.5 }],
  ['beyond the edges', { x: -9, y: 90 }, { x: 1000, y: 400 }, { x: 0, y: 1 }],
  ['without room', { x: 50, y: -50 }, { x: 0, y: -12 }, { x: 0, y: 1 }],
])('dragged %s', (...[, by, room, place]) => {
  expect(draggedPlace(BOTTOM_LEFT, { by, room })).toEqual(place);
});
