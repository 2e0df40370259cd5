// The part of a screen's image that a finding's picture shows.
import { expect, it } from 'vitest';
import { cropAround, cropAtPress } from './screen-crop.ts';

const desktop = { width: 1440, height: 3000 };
const phone = { width: 375, height: 1600 };

const whole = { x: 0, y: 0, width: 400, height: 300 };

it.each([
  {
    title: 'the top of a long page',
    image: desktop,
    area: null,
    crop: { x: 0, y: 0, width: 1440, height: 1656 },
  },
  {
    title: 'a small place with what is around it',
    image: desktop,
    area: { x: 700, y: 1000, width: 40, height: 40 },
    crop: { x: 360, y: 606, width: 720, height: 828 },
  },
  {
    title: 'a place in a corner, without room beyond the image',
    image: desktop,
    area: { x: 1400, y: 2980, width: 40, height: 20 },
    crop: { x: 720, y: 2172, width: 720, height: 828 },
  },
  {
    title: 'the full width of a phone',
    image: phone,
    area: { x: 10, y: 100, width: 150, height: 60 },
    crop: { x: 0, y: 0, width: 375, height: 431 },
  },
  { title: 'an area as large as the image', image: whole, area: whole, crop: whole },
])('shows $title', ({ image, area, crop }) => {
  expect(cropAround(image, area)).toEqual(crop);
});

it.each([
  ['in the middle', { width: 1440, height: 2000 }, { x: 700, y: 900 }, [340, 697.5]],
  ['at a corner', { width: 1440, height: 2000 }, { x: 3, y: 1999 }, [0, 1595]],
  ['of a phone', { width: 390, height: 844 }, { x: 200, y: 400 }, [0, 290.3125]],
  ['of a low screen', { width: 720, height: 205 }, { x: 200, y: 100 }, [0, -100]],
])('a press %s is in a picture of 16 to 9', (...[, image, press, corner]) => {
  const { x, y, width, height } = cropAtPress(image, press);
  expect([x, y]).toEqual(corner);
  expect(height / width).toBeCloseTo(9 / 16);
});
