// The part of a screen's image that a finding's picture shows.
import { expect, it } from 'vitest';
import { cropAround } from './screen-crop.ts';

const desktop = { width: 1440, height: 3000 };
const phone = { width: 375, height: 1600 };

it.each([
  ['the top of a long page', desktop, null, { x: 0, y: 0, width: 1440, height: 1656 }],
  [
    'a small place with what is around it',
    desktop,
    { x: 700, y: 1000, width: 40, height: 40 },
    { x: 360, y: 606, width: 720, height: 828 },
  ],
  [
    'a place in a corner, without room beyond the image',
    desktop,
    { x: 1400, y: 2980, width: 40, height: 20 },
    { x: 720, y: 2172, width: 720, height: 828 },
  ],
  [
    'the full width of a phone',
    phone,
    { x: 10, y: 100, width: 150, height: 60 },
    { x: 0, y: 0, width: 375, height: 431.25 },
  ],
  [
    'an area as large as the image',
    { width: 400, height: 300 },
    { x: 0, y: 0, width: 400, height: 300 },
    { x: 0, y: 0, width: 400, height: 300 },
  ],
])('shows %s', (_, image, area, expected) => {
  const { height, ...crop } = cropAround(image, area);
  expect({ ...crop, height: expect.closeTo(height) }).toEqual(expected);
});
