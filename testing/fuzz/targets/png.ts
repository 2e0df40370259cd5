// PNG as anything: pictures with damage, and chunks whose sizes lie, that unpack to much or are many.
import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import sharp from 'sharp';
import { IMAGE_MAX_PIXELS } from '#contract/limits.ts';
import { ImageReader } from '#server/media/images.ts';
import { makePng, packedChunk, pngChunk } from '#testing/image-bombs.ts';
import { bytesOf, type Damaged, damaged } from '../damaged-files.ts';
import { fuzzTarget } from '../fuzz-target.ts';

const drawn = sharp({ create: { width: 60, height: 40, channels: 4, background: '#8040c0' } });
const files = new Map<string, Uint8Array>([
  ['colour', await drawn.clone().png().toBuffer()],
  ['palette', await drawn.clone().png({ palette: true }).toBuffer()],
  ['interlaced', await drawn.clone().png({ progressive: true }).toBuffer()],
  [
    'texts',
    makePng({
      width: 30,
      height: 20,
      chunks: [packedChunk('zTXt', 5000), packedChunk('iCCP', 5000)],
    }),
  ],
]);

interface PngInput {
  width: number;
  height: number;
  bitDepth: 8 | 16;
  isInterlaced: boolean;
  pictureBytes: number;
  chunks: { type: 'zTXt' | 'iCCP' | 'iTXt' | 'acTL' | 'aaAa'; bytes: number; times: number }[];
}

const side = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.constantFrom(8000, 100_001, 0xffff_ffff),
);
const pngInput = fc.record<PngInput>({
  width: side,
  height: side,
  bitDepth: fc.constantFrom(8, 16),
  isInterlaced: fc.boolean(),
  pictureBytes: fc.nat(5000),
  chunks: fc.array(
    fc.record({
      type: fc.constantFrom('zTXt', 'iCCP', 'iTXt', 'acTL', 'aaAa'),
      bytes: fc.nat(3000),
      times: fc.oneof(
        { weight: 40, arbitrary: fc.integer({ min: 1, max: 3 }) },
        { weight: 1, arbitrary: fc.nat(25_000) },
      ),
    }),
    { maxLength: 4 },
  ),
});

type Input = { damaged: Damaged } | { png: PngInput };

const STEPS = 5000;
// 20,000 chunks are looked at, however many there are.
const STEPS_PER_BYTE = 3;

export const target = fuzzTarget<Input>({
  name: 'png',
  arbitrary: fc.oneof(
    { weight: 4, arbitrary: fc.record({ damaged: damaged(files, ['IHDR', 'PLTE', 'IDAT']) }) },
    { weight: 1, arbitrary: fc.record({ png: pngInput }) },
  ),
  async run(input) {
    const read = await new ImageReader().readPng(fileOf(input), { group: 'a' });
    if ('reason' in read) return;
    assert.ok(read.width > 0 && read.height > 0 && read.width * read.height <= IMAGE_MAX_PIXELS);
  },
  allowedSteps: (input) => STEPS + STEPS_PER_BYTE * fileOf(input).length,
  weight: 0.5,
});

function fileOf(input: Input): Uint8Array {
  if ('damaged' in input) return bytesOf(input.damaged, files);
  const chunks = input.png.chunks.flatMap(({ type, bytes, times }) => {
    const isPacked = type === 'zTXt' || type === 'iCCP' || type === 'iTXt';
    const chunk = isPacked ? packedChunk(type, bytes) : pngChunk(type, Buffer.alloc(bytes % 32));
    return Array<Buffer>(times).fill(chunk);
  });
  return makePng({ ...input.png, chunks });
}
