// PNGs as participants' browsers make them, and what else may be sent under that name.
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readPng } from './png.ts';

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

/** A chunk without data, its checksum (of the type alone) included. */
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
    expect(await readPng(larger.subarray(7, 7 + png.length))).toEqual({ width: 10, height: 20 });
  });

  it.each([
    ['nothing', () => Promise.resolve(Buffer.alloc(0))],
    ['text', () => Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ['a JPEG', () => noise(20, 20).jpeg().toBuffer()],
    ['a WebP', () => noise(20, 20).webp().toBuffer()],
    ['a GIF', () => noise(20, 20).gif().toBuffer()],
  ])('refuses %s', async (_kind, make) => {
    expect(await readPng(await make())).toEqual({ reason: 'not_png' });
  });

  it('refuses an animation', async () => {
    const png = await noise(20, 20).png().toBuffer();
    const control = Buffer.alloc(12 + 8);
    control.writeUInt32BE(8, 0);
    control.write('acTL', 4, 'latin1');
    expect(await readPng(insertAfterHeader(png, control))).toEqual({ reason: 'animated' });
  });

  it('refuses more than 40 million pixels by what the header says', async () => {
    const png = await noise(20, 20).png().toBuffer();
    png.writeUInt32BE(8001, 16);
    png.writeUInt32BE(5000, 20);
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
