// Tests which bytes of a recording a cut contains: pictures from the key frame before it, sound of the stretch alone,
// and nothing else, in every kind of file.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bytesOfLayout,
  framesIn,
  MARKED_CONTAINERS,
  type MarkedVideo,
  markedVideo,
  withTablesFirst,
} from '#testing/marked-videos.ts';
import { mp4File } from '#testing/mp4-files.ts';
import { openStoredFile, type StoredFile } from '#testing/stored-file.ts';
import { probe, sampleTablesOf } from '#testing/video-probe.ts';
import { recorded } from '#testing/webm-files.ts';
import { cutFile, keyFramesAround } from './video-container.ts';
import { VideoIndexer } from './video-indexer.ts';

let stored: StoredFile;
beforeAll(async () => {
  stored = await openStoredFile();
});
afterAll(() => stored?.close());

async function cutOf(file: Uint8Array, fromMs: number, toMs: number) {
  await stored.put(file);
  const indexer = new VideoIndexer();
  indexer.feed(file);
  if (!indexer.index) throw new Error('no index');
  const cut = await cutFile(indexer.index, { fromMs, toMs }, stored.stored);
  if (!cut) throw new Error('nothing was cut');
  return { ...cut, bytes: await stored.read(cut.layout), index: indexer.index };
}

/** The clock of a cut MP4 counts milliseconds. */
const ROUNDING_MS = 1;

/** Id of a block in which Chromium stores a picture with its alpha channel. */
const LARGEST_HEAD_BYTES = 60;

const FILES = [
  ['WebM with a key frame every 2 s', () => recorded('vp8-opus')],
  ['WebM without sound', () => recorded('vp8-only')],
  ['WebM without pictures', () => recorded('opus-only')],
  ['WebM of Firefox with one key frame', () => recorded('firefox-vp8-opus')],
  ['MP4 in fragments of Chromium', () => mp4File('h264-opus')],
  ['MP4 in fragments as Safari writes them', () => mp4File('h264-aac-reordered')],
  ['MP4 with its tables last', () => mp4File('h264-aac-whole')],
  ['MP4 with its tables first', async () => withTablesFirst(await mp4File('h264-aac-whole'))],
] as const;

describe.each(FILES)('%s, as ffprobe reads it', (_name, read) => {
  it.each([
    ['at the very beginning', 0, 1000],
    ['of a second', 2500, 3500],
    ['at the end', 3700, 60_000],
    ['over all of it', 0, 60_000],
  ])('a clip %s has no packet from outside', async (_which, fromMs, toMs) => {
    const { bytes, startMs, layout, isCut, index } = await cutOf(await read(), fromMs, toMs);
    const { container } = index;
    expect([isCut, (await probe(bytes)).complaints.replaceAll(/^\[null @ .*\n/gmu, '')]).toEqual([
      true,
      '',
    ]);
    const packets = (await sampleTablesOf(bytes)).map(({ kind, seconds, size }) => {
      return { kind, ms: startMs + 1000 * seconds, size: Number(size) };
    });
    expect(packets.length).toBeGreaterThan(10);
    const outside = packets.filter(({ kind, ms }) => {
      const begin = kind === 'audio' ? fromMs : startMs;
      return ms < begin - ROUNDING_MS || ms >= toMs + ROUNDING_MS;
    });
    expect(outside).toEqual([]);
    // Beside the packets there are heads of blocks, which contain transparency too, and nothing else of the stored
    // file.
    const storedBytes = layout.parts.reduce(
      (sum, part) => sum + ('bytes' in part ? 0 : part.lengthBytes),
      0,
    );
    const media = packets.reduce((sum, { size }) => sum + size, 0);
    const headBytes = container === 'mp4' ? 0 : LARGEST_HEAD_BYTES;
    expect(storedBytes - media).toBeLessThanOrEqual(headBytes * packets.length);
  });
});

const dense: MarkedVideo = {
  container: 'webm',
  lengthMs: 12_000,
  pictureMs: 100,
  picturesPerKey: 15,
  packetMs: 60,
  skewMs: 0,
  rowMs: 1000,
  isReordered: false,
  isLaced: false,
};

describe.each(MARKED_CONTAINERS)('a made %s', (container) => {
  const kinds: [string, Partial<MarkedVideo>][] = [
    ['dense key frames', {}],
    ['one key frame', { picturesPerKey: 1000 }],
    ['no sound', { packetMs: null }],
    ['no pictures', { pictureMs: null }],
    ['sound that lies far behind its pictures', { skewMs: 1700 }],
    ['pictures in another order', { isReordered: true }],
    ['several packets in a block', { isLaced: true }],
    ['a fragment or cluster for the whole of it', { rowMs: 60_000 }],
  ];
  it.each(kinds)('with %s has the bytes of no frame from outside', async (_what, more) => {
    const file = markedVideo({ ...dense, ...more, container });
    for (const [fromMs, toMs] of [
      [0, 1000],
      [5230, 6230],
      [5230, 9470],
      [11_000, 12_000],
      [0, 12_000],
    ] as const) {
      const { bytes, startMs } = await cutOf(file, fromMs, toMs);
      const frames = framesIn(bytes);
      const outside = frames.filter(
        ({ kind, ms }) => ms < (kind === 'sound' ? fromMs : startMs) || ms >= toMs,
      );
      expect([fromMs, toMs, outside]).toEqual([fromMs, toMs, []]);
      const inFile = framesIn(file).filter(
        ({ kind, ms }) => kind === 'sound' && ms >= fromMs && ms < toMs,
      );
      const missing = inFile.length - frames.filter(({ kind }) => kind === 'sound').length;
      // A block that may last beyond the end is left out.
      expect(missing).toBeLessThanOrEqual(more.isLaced && container === 'webm' ? 2 : 0);
    }
  });

  it('knows the key frames around a time', async () => {
    const file = markedVideo({ ...dense, container });
    const { index } = await cutOf(file, 0, 1000);
    const around = await keyFramesAround(index, 5230, stored.stored);
    expect(around).toEqual({ beforeMs: expect.closeTo(4500), nextMs: expect.closeTo(6000) });
    const last = await keyFramesAround(index, 11_000, stored.stored);
    expect(last).toEqual({ beforeMs: expect.closeTo(10_500), nextMs: null });
  });
});

it('neither titles nor pictures beside the tracks are in an MP4 that is cut', async () => {
  const file = Buffer.from(await mp4File('h264-aac-whole'));
  expect(file.includes('udta')).toBe(true);
  expect((await cutOf(file, 2500, 3500)).bytes.includes('udta')).toBe(false);
});

it('an MP4 whose tables are damaged is given as a whole, and says so', async () => {
  const file = Buffer.from(await mp4File('h264-aac-whole'));
  file.write('xxxx', file.lastIndexOf('stco'));
  const { isCut, startMs, layout, index } = await cutOf(file, 2500, 3500);
  expect([isCut, startMs, layout.sizeBytes]).toEqual([false, 0, file.length]);
  expect(await keyFramesAround(index, 2500, stored.stored)).toBeNull();
  expect(bytesOfLayout(layout, file)).toEqual(Uint8Array.from(file));
});
