// Stills as anything: WebP and JPEG with damage, of sizes that lie, and animations.
import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import sharp from 'sharp';
import { ImageReader } from '#server/media/images.ts';
import { stillTypeOf } from '#server/media/still-type.ts';
import { bytesOf, type Damaged, damaged } from '../damaged-files.ts';
import { fuzzTarget } from '../fuzz-target.ts';

const drawn = sharp({
  create: {
    width: 60,
    height: 40,
    channels: 3,
    background: '#8040c0',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  },
});
const page = { width: 20, height: 20, channels: 3 as const };
const files = new Map<string, Uint8Array>([
  ['webp', await drawn.clone().webp().toBuffer()],
  ['lossless webp', await drawn.clone().webp({ lossless: true }).toBuffer()],
  ['jpeg', await drawn.clone().jpeg().toBuffer()],
  ['progressive jpeg', await drawn.clone().jpeg({ progressive: true }).toBuffer()],
  [
    'animation',
    await sharp(Buffer.alloc(20 * 60 * 3, 90), { raw: { ...page, height: 60, pageHeight: 20 } })
      .webp({ loop: 0, delay: [100, 100, 100] })
      .toBuffer(),
  ],
]);
const marks = ['RIFF', 'WEBP', 'VP8', 'VP8X', 'ANIM', 'ANMF', '\xff\xc0', '\xff\xc2', '\xff\xda'];
const bounds = { minWidth: 16, minHeight: 16, maxWidth: 1280, maxHeight: 640 };

const STEPS = 2000;

export const target = fuzzTarget<Damaged | { bytes: Uint8Array }>({
  name: 'still',
  arbitrary: fc.oneof(
    { weight: 9, arbitrary: damaged(files, marks) },
    { weight: 1, arbitrary: fc.record({ bytes: fc.uint8Array({ maxLength: 200 }) }) },
  ),
  async run(input) {
    const file = 'bytes' in input ? input.bytes : bytesOf(input, files);
    const read = await new ImageReader().readStill(file, bounds, { group: 'a' });
    if (stillTypeOf(file) === null) assert.deepEqual(read, { reason: 'other_type' });
    if ('reason' in read) return;
    assert.ok(read.width >= bounds.minWidth && read.width <= bounds.maxWidth);
    assert.ok(read.height >= bounds.minHeight && read.height <= bounds.maxHeight);
  },
  // The decoder is not ours: it sees no picture larger than the bounds.
  allowedSteps: () => STEPS,
  weight: 0.5,
});
