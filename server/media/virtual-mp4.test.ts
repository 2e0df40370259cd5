// The virtual file of an MP4: what ffprobe reads of it, every range, every cut, and files with odd times.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AUDIO_TRACK,
  fileType,
  MP4_FILES,
  MP4_FRAGMENTS,
  makeFragment,
  makeMovie,
  mp4File,
  mp4IndexOf,
  VIDEO_TRACK,
} from '#testing/mp4-files.ts';
import { openStoredFile, type StoredFile } from '#testing/stored-file.ts';
import { probe, sampleTablesOf } from '#testing/video-probe.ts';
import { concatBytes } from './ebml.ts';
import { box, findBox, numbersBox } from './mp4-box.ts';
import { Mp4Indexer } from './mp4-indexer.ts';
import type { VirtualLayout } from './virtual-file.ts';
import { mp4Layout, placings } from './virtual-mp4.ts';

let stored: StoredFile;
beforeAll(async () => {
  stored = await openStoredFile();
});
afterAll(() => stored?.close());

function layoutOf(file: Uint8Array): VirtualLayout {
  const layout = mp4Layout(mp4IndexOf(file));
  if (!layout) throw new Error('the file has no fragment');
  return layout;
}

/** Returns the virtual file of a file. */
async function virtual(file: Uint8Array): Promise<Uint8Array> {
  await stored.put(file);
  return stored.read(layoutOf(file));
}

describe.each(MP4_FRAGMENTS)('%s', (name) => {
  it('has its duration and every frame, and decodes without a complaint', async () => {
    const file = await mp4File(name);
    const playable = await probe(await virtual(file));
    expect(playable.durationSeconds).toBeCloseTo(layoutOf(file).durationMs / 1000, 3);
    expect(playable.startSeconds).toBe(0);
    expect(playable.packets).toEqual((await probe(file)).packets);
    expect(playable.complaints).toBe('');
  });

  it('has every packet as it was received, at the same time', async () => {
    const file = await mp4File(name);
    const received = await sampleTablesOf(file);
    const playable = await sampleTablesOf(await virtual(file));
    expect(playable.length).toBe(received.length);
    for (const [index, packet] of playable.entries()) {
      const before = received[index];
      expect(packet).toEqual({ ...before, seconds: expect.closeTo(before?.seconds ?? 0, 2) });
    }
  });
});

describe.each(MP4_FILES)('any range of %s', (name) => {
  it('is exactly these bytes', async () => {
    const file = await mp4File(name);
    const layout = layoutOf(file);
    expect(await virtual(file)).toHaveLength(layout.sizeBytes);
    const edges = layout.parts.map(({ at }) => at);
    expect(await stored.wrongRanges(layout, edges)).toEqual([]);
  });
});

describe('a recording that is cut off or still growing', () => {
  it.each(['h264-opus', 'h264-aac-reordered'] as const)(
    'is a whole file after every fragment of %s',
    async (name) => {
      const file = await mp4File(name);
      await stored.put(file);
      const indexer = new Mp4Indexer();
      const tags = new Set<string>();
      for (let at = 0; at < file.length; at += 97) {
        indexer.feed(file.subarray(at, at + 97));
        const layout = mp4Layout(indexer.index);
        if (!layout || tags.has(layout.etagBasis)) continue;
        tags.add(layout.etagBasis);
        const playable = await probe(await stored.read(layout));
        expect(playable.complaints).toBe('');
        expect(playable.durationSeconds).toBeCloseTo(layout.durationMs / 1000, 2);
        expect(layout.sizeBytes).toBeLessThan(at + 97 + 10_000);
      }
      expect(tags.size).toBeGreaterThan(2);
    },
  );

  it('is nothing until a fragment is whole', async () => {
    const file = await mp4File('h264-opus');
    const index = mp4IndexOf(file);
    expect(mp4Layout(mp4IndexOf(file.subarray(0, index.tracks[0]?.chunks.at(0))))).toBeNull();
  });
});

describe('odd times', () => {
  const samples = [
    { ticks: 1000, bytes: 10 },
    { ticks: 1000, bytes: 10, key: false },
  ];
  const edits = box('edts', numbersBox('elst', [2, 300, -1, 0x1_0000, 0, 200, 0x1_0000]));

  const late = (video: number, audio: number) => ({ video, audio });
  it.each([
    { what: 'sound begins later', starts: late(0, 700), delay: [0, 0.7], cut: [0, 0] },
    { what: 'both begin late', starts: late(5000, 5000), delay: [0, 0], cut: [0, 0] },
    { what: 'both wait and are cut', starts: late(0, 0), edits, delay: [0, 0], cut: [0, 0] },
    { what: 'cut before', starts: late(0, 100), edits: cutBy(150), delay: [0, 0], cut: [150, 50] },
  ])('$what', async ({ starts, delay, cut, ...movie }) => {
    const fragment = makeFragment([
      { track: VIDEO_TRACK, startTicks: starts.video, samples },
      { track: AUDIO_TRACK, startTicks: starts.audio, samples },
    ]);
    const file = concatBytes([fileType, makeMovie(movie), fragment]);
    const placed = [...placings(mp4IndexOf(file)).values()];
    expect(placed.map(({ delaySeconds }) => delaySeconds)).toEqual(delay);
    expect(placed.map(({ cutTicks }) => cutTicks)).toEqual(cut);
    const again = mp4IndexOf(await virtual(file));
    expect(again.whole?.seconds).toBeCloseTo(layoutOf(file).durationMs / 1000, 3);
  });

  function cutBy(ticks: number): Uint8Array {
    return box('edts', numbersBox('elst', [1, 0, ticks, 0x1_0000]));
  }

  it('says key frames, times and offsets as the standard counts them', async () => {
    const frames = [
      { ticks: 40, bytes: 10, offset: 80 },
      { ticks: 40, bytes: 11, offset: -40, key: false },
      { ticks: 50, bytes: 12, offset: 0 },
    ];
    const fragment = makeFragment([{ track: VIDEO_TRACK, startTicks: 0, samples: frames }]);
    const playable = await virtual(concatBytes([fileType, makeMovie(), fragment]));
    const tables = ['moov', 'trak', 'mdia', 'minf', 'stbl'].reduce<Uint8Array>(
      (parent, type) => findBox(parent, type),
      playable,
    );
    expect(numbersIn(tables, 'stss')).toEqual([0, 2, 1, 3]);
    expect(numbersIn(tables, 'stts')).toEqual([0, 2, 2, 40, 1, 50]);
    expect(numbersIn(tables, 'ctts')).toEqual([0x0100_0000, 3, 1, 80, 1, -40, 1, 0]);
    expect(numbersIn(tables, 'stsz')).toEqual([0, 0, 3, 10, 11, 12]);
    expect(numbersIn(tables, 'stsc')).toEqual([0, 1, 1, 3, 1]);
    expect(numbersIn(tables, 'stco')).toEqual([0, 1, playable.length - 33]);
  });

  function numbersIn(parent: Uint8Array, type: string): number[] {
    const data = Buffer.from(findBox(parent, type));
    return Array.from({ length: data.length / 4 }, (_, index) => data.readInt32BE(4 * index));
  }

  it('leaves out a track of which nothing came', async () => {
    const fragment = makeFragment([{ track: VIDEO_TRACK, startTicks: 0, samples }]);
    const playable = await virtual(concatBytes([fileType, makeMovie(), fragment]));
    expect(Buffer.from(playable).toString('latin1').match(/trak/g)).toHaveLength(1);
    expect(Buffer.from(playable).includes('mvex')).toBe(false);
  });
});
