// The landing page's pictures: each is there in both looks, of the size that its place has, and light.
import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pictures } from './pictures.ts';

const folder = new URL('pictures/', import.meta.url);
/** Size limit of one picture: one second at 0.5 Mbit/s. */
const MAX_BYTES = 70_000;

it.each(Object.entries(pictures))(
  '%s has two looks of its size',
  async (name, { width, height }) => {
    for (const theme of ['light', 'dark']) {
      const file = await readFile(new URL(`${name}-${theme}.avif`, folder));
      const picture = await sharp(file).metadata();
      expect(picture.width / picture.height).toBeCloseTo(width / height, 2);
      expect(picture.width).toBeGreaterThanOrEqual(width * 1.5);
      expect(file.length).toBeLessThan(MAX_BYTES);
    }
  },
);

it('keeps none that is not shown', async () => {
  const files = Object.keys(pictures).flatMap((name) => [
    `${name}-dark.avif`,
    `${name}-light.avif`,
  ]);
  expect((await readdir(folder)).sort()).toEqual(files.sort());
});
