// Images that wait to be decoded: senders take turns, small images do not wait for large ones, and the queue is bounded.
import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import { makePng } from '#testing/image-bombs.ts';
import { ImageReader, type ImageSender } from './images.ts';

let reader: ImageReader;
/** Names of images in the order in which their readings ended. */
let ended: string[];
beforeEach(() => {
  reader = new ImageReader();
  ended = [];
});

const large = makePng({ width: 8192, height: 4096 });
const ordinary = makePng({ width: 1440, height: 1024 });
const still = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#0a4' } })
  .webp()
  .toBuffer();
const bounds = { minWidth: 16, minHeight: 16, maxWidth: 640, maxHeight: 640 };

/** Reads an image. @returns the code of its refusal, or null if it was read */
async function read(name: string, file: Buffer, sender: Partial<ImageSender> = {}) {
  const from = { group: name.charAt(0), ...sender };
  try {
    if (file === still) await reader.readStill(file, bounds, from);
    else await reader.readPng(file, from);
    ended.push(name);
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

it('an address with many images delays another by one [15.2.2]', async () => {
  const names = ['a1', 'a2', 'a3', 'a4', 'b1'];
  await Promise.all(names.map((name) => read(name, ordinary)));
  expect(ended.indexOf('b1')).toBeLessThanOrEqual(2);
  expect(ended).toHaveLength(5);
});

it('stills and ordinary heatmaps do not wait for the largest images', async () => {
  const attack = ['a1', 'a2', 'a3', 'a4'].map((name) => read(name, large));
  await Promise.all([read('b1', still), read('c1', ordinary)]);
  expect(ended.filter((name) => name.startsWith('a')).length).toBeLessThan(2);
  await Promise.all(attack);
});

it('so many images of one address wait; others still find a place', async () => {
  const many = Array.from({ length: 110 }, (_, at) => read(`a${at}`, ordinary));
  const [other, ...codes] = await Promise.all([read('b', ordinary), ...many]);
  expect(other).toBeNull();
  // One is decoded, a hundred wait.
  expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(9);
});

it('images of one address that wait have at most 64 MB', async () => {
  const [width, height] = [2000, 2000];
  const raw = { width, height, channels: 4 } as const;
  const noise = crypto.getRandomValues(Buffer.alloc(65_536));
  const pixels = Buffer.alloc(width * height * 4, noise);
  const file = await sharp(pixels, { raw }).png({ compressionLevel: 0 }).toBuffer();
  const codes = await Promise.all(['a1', 'a2', 'a3', 'a4', 'a5', 'b1'].map((n) => read(n, file)));
  expect(file.length * 5).toBeGreaterThan(64 * 1024 ** 2);
  expect(codes).toEqual([null, null, null, null, 'too_many_requests', null]);
  expect(await read('a6', file)).toBeNull();
});

it('an image whose sender has left is not decoded', async () => {
  const decoded: number[] = [];
  let hasLeft = false;
  const sender = {
    hasLeft: () => hasLeft,
    count: async (pixels: number) => void decoded.push(pixels),
  };
  const first = read('a1', large);
  const left = read('a2', large, sender);
  hasLeft = true;
  expect(await left).toBe('unavailable');
  expect(await first).toBeNull();
  expect(decoded).toEqual([8192 * 4096]);
});

it('an image that its sender has no budget for is not decoded', async () => {
  const count = async () => {
    throw Object.assign(new Error('no budget'), { code: 'too_many_requests' });
  };
  expect(await read('a1', ordinary, { count })).toBe('too_many_requests');
});
