// PNGs as participants' browsers write them, and other files that may be sent under that name.
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makePng, packedChunk, pngChunk } from '#testing/image-bombs.ts';
import { ImageReader } from './images.ts';

const reader = new ImageReader();
const readPng = (bytes: Uint8Array) => reader.readPng(bytes, { group: '192.0.2.1' });

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 4,
      background: '#8040c0',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

/** Inserts a chunk after the header chunk. */
function insertAfterHeader(png: Buffer, chunk: Buffer): Buffer {
  const headerEnd = 8 + 12 + 13;
  return Buffer.concat([png.subarray(0, headerEnd), chunk, png.subarray(headerEnd)]);
}

describe('readPng', () => {
  it.each([
    ['truecolour with alpha', () => noise(320, 200).png().toBuffer()],
    ['a palette', () => noise(320, 200).png({ palette: true }).toBuffer()],
    ['grey', () => noise(320, 200).greyscale().png().toBuffer()],
    ['interlaced', () => noise(320, 200).png({ progressive: true }).toBuffer()],
    ['16 bits', () => noise(320, 200).toColourspace('rgb16').png().toBuffer()],
  ])('reads %s', async (_kind, make) => {
    expect(await readPng(await make())).toEqual({ width: 320, height: 200 });
  });

  it('reads bytes in the middle of a larger buffer', async () => {
    const png = await noise(10, 20).png().toBuffer();
    const larger = new Uint8Array(png.length + 20);
    larger.set(png, 7);
    expect(await readPng(larger.subarray(7, 7 + png.length))).toEqual({
      width: 10,
      height: 20,
    });
  });

  it.each([
    ['nothing', () => Promise.resolve(Buffer.alloc(0))],
    ['text', () => Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ['a JPEG', () => noise(20, 20).jpeg().toBuffer()],
    ['a WebP', () => noise(20, 20).webp().toBuffer()],
    ['a GIF', () => noise(20, 20).gif().toBuffer()],
  ])('refuses %s [1.3.4, 5.2.2]', async (_kind, make) => {
    expect(await readPng(await make())).toEqual({ reason: 'not_png' });
  });

  it('refuses an animation', async () => {
    const png = await noise(20, 20).png().toBuffer();
    const control = Buffer.alloc(12 + 8);
    control.writeUInt32BE(8, 0);
    control.write('acTL', 4, 'latin1');
    expect(await readPng(insertAfterHeader(png, control))).toEqual({ reason: 'animated' });
  });

  it('refuses more than 32 megapixels by what the header says [5.2.3]', async () => {
    const png = await noise(20, 20).png().toBuffer();
    png.writeUInt32BE(8193, 16);
    png.writeUInt32BE(4096, 20);
    expect(await readPng(png)).toEqual({ reason: 'too_large' });
  });

  it('refuses a file at whatever byte of its picture it was cut', async () => {
    const png = await noise(40, 40).png().toBuffer();
    for (let length = 8; length < png.length - 12; length += 97) {
      expect(await readPng(png.subarray(0, length)), `${length} bytes`).toEqual({
        reason: 'damaged',
      });
    }
  });

  it('refuses a picture with a byte changed', async () => {
    const png = await noise(40, 40).png().toBuffer();
    const middle = Math.floor(png.length / 2);
    png[middle] = (png[middle] ?? 0) ^ 0xff;
    expect(await readPng(png)).toEqual({ reason: 'damaged' });
  });
});

describe('a small file that unpacks to much', () => {
  const small = { width: 100, height: 100 };
  const many = (count: number, chunk: Buffer) => Array<Buffer>(count).fill(chunk);
  it.each<[string, () => Buffer, string]>([
    ['900 texts of 8 MB', () => makePng({ ...small, chunks: many(900, textBomb()) }), 'damaged'],
    [
      'a million empty chunks',
      () => makePng({ ...small, chunks: many(1e6, pngChunk('aaAa')) }),
      'damaged',
    ],
    [
      'a million parts of its picture',
      () => makePng({ ...small, chunks: many(1e6, pngChunk('IDAT')) }),
      'damaged',
    ],
    [
      '320 MB that are held at once',
      () => makePng({ width: 8000, height: 5000, bitDepth: 16, isInterlaced: true }),
      'too_large',
    ],
    ['a row of 40 million pixels', () => makePng({ width: 40_000_000, height: 1 }), 'too_large'],
    [
      'four thousand million rows',
      () => makePng({ width: 1, height: 0xffff_ffff, pictureBytes: 9 }),
      'too_large',
    ],
    ['no column', () => makePng({ width: 0, height: 10 }), 'damaged'],
  ])('is refused before it is unpacked: %s', async (_what, make, reason) => {
    expect(await readPng(make())).toEqual({ reason });
  });

  it('is read without its texts and profiles', async () => {
    const chunks = [packedChunk('iCCP', 50_000_000), ...many(50, textBomb())];
    const before = process.resourceUsage().maxRSS;
    expect(await readPng(makePng({ ...small, chunks }))).toEqual(small);
    // The limit is in kB; unpacked the files have 450 MB.
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(200_000);
  });

  it('is unpacked alone', async () => {
    const file = makePng({ width: 2000, height: 2000 });
    let isOver = false;
    let most = 0;
    const readings = Promise.all(Array.from({ length: 12 }, () => readPng(file))).then((read) => {
      isOver = true;
      return read;
    });
    while (!isOver) {
      const { queue, process } = sharp.counters();
      most = Math.max(most, queue + process);
      await new Promise(setImmediate);
    }
    expect(await readings).toEqual(Array(12).fill({ width: 2000, height: 2000 }));
    expect(most).toBeGreaterThan(0);
    // In both places a decoding that has just ended may still count, beside the next one.
    expect(most).toBeLessThanOrEqual(2);
  });

  function textBomb(): Buffer {
    return packedChunk('zTXt', 7_900_000);
  }
});
