// Table test of sizes: never larger, never distorted, never empty.
import { expect, it } from 'vitest';
import { fitInto, fitSide } from './still-jobs.ts';

it.each([
  [
    { width: 1920, height: 1080 },
    { width: 256, height: 144 },
  ],
  [
    { width: 1080, height: 1920 },
    { width: 144, height: 256 },
  ],
  [
    { width: 100, height: 40 },
    { width: 100, height: 40 },
  ],
  [
    { width: 8000, height: 2 },
    { width: 256, height: 1 },
  ],
])('%j becomes %j', (picture, size) => {
  expect(fitSide(picture, 256)).toEqual(size);
});

it('a picture of another shape fits into its area whole', () => {
  const area = { width: 256, height: 144 };
  expect(fitInto({ width: 720, height: 1440 }, area)).toEqual({ width: 72, height: 144 });
});
