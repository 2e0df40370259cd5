// The virtual file: what ffprobe and another library read of it, every range, every cut, and files with odd sizes and times.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStoredFile, type StoredFile } from '#testing/stored-file.ts';
import { packetsOf, probe } from '#testing/video-probe.ts';
import { AUDIO, indexOf, makeWebm, RECORDED, recorded, VIDEO } from '#testing/webm-files.ts';
import { element, readChildren, readUint } from './ebml.ts';
import type { VirtualLayout } from './virtual-file.ts';
import { webmLayout } from './virtual-webm.ts';
import { EBML, SEGMENT } from './webm-ids.ts';
import { WebmIndexer } from './webm-indexer.ts';

let stored: StoredFile;
beforeAll(async () => {
  stored = await openStoredFile();
});
afterAll(() => stored?.close());

function layoutOf(file: Uint8Array): VirtualLayout {
  const layout = webmLayout(indexOf(file));
  if (!layout) throw new Error('the file has no block');
  return layout;
}

/** Returns the virtual file of a file. */
async function virtual(file: Uint8Array): Promise<Uint8Array> {
  await stored.put(file);
  return stored.read(layoutOf(file));
}

/** Returns the seek points in the virtual file's cues: times, and offsets in the file. */
function cuesOf(file: Uint8Array): { ticks: number; at: number }[] {
  const [, segment] = readChildren(file);
  if (!segment) throw new Error('there is no segment');
  const segmentAt = segment.data.byteOffset - file.byteOffset;
  const cues = [...readChildren(segment.data)].find(({ id }) => id === SEGMENT.cues);
  return [...readChildren(cues?.data ?? new Uint8Array())].map((point) => {
    const [time, positions] = readChildren(point.data);
    const [, position] = readChildren(positions?.data ?? new Uint8Array());
    return {
      ticks: readUint(time?.data ?? new Uint8Array()),
      at: segmentAt + readUint(position?.data ?? new Uint8Array()),
    };
  });
}

describe.each(RECORDED)('%s', (name) => {
  it('says where every key frame is, or every cluster of sound', async () => {
    const playable = await virtual(await recorded(name));
    const { clusters, keyFrames } = indexOf(playable);
    const frames = keyFrames.map((frame) => ({
      ticks: frame.ticks,
      at: clusters[frame.cluster]?.at,
    }));
    const sounds = clusters.map(({ ticks, at }) => ({ ticks, at }));
    expect(cuesOf(playable)).toEqual(frames.length > 0 ? frames : sounds);
  });

  it('has the duration of its last frame and decodes without a complaint', async () => {
    const file = await recorded(name);
    const raw = await probe(file);
    const playable = await probe(await virtual(file));
    expect(raw.durationSeconds).toBeUndefined();
    expect(playable.durationSeconds).toBeCloseTo(layoutOf(file).durationMs / 1000, 3);
    expect({ ...playable, durationSeconds: undefined }).toEqual(raw);
    expect(playable.complaints).toBe('');
  });

  it('has every packet as it was received', async () => {
    const file = await recorded(name);
    expect(await packetsOf(await virtual(file))).toEqual(await packetsOf(file));
  });

  it('gives exactly the bytes of any range', async () => {
    const file = await recorded(name);
    const layout = layoutOf(file);
    expect(await virtual(file)).toHaveLength(layout.sizeBytes);
    const edges = [
      0,
      ...layout.parts.map((part) => part.at),
      ...layout.patches.map(({ at }) => at + 3),
    ];
    expect(await stored.wrongRanges(layout, edges)).toEqual([]);
  });
});

describe('a recording that is cut off or still growing', () => {
  it.each(['opus-only', 'firefox-vp8-opus', 'vp9-opus'] as const)(
    'is a whole file at every byte of %s',
    async (name) => {
      const file = await recorded(name);
      await stored.put(file);
      const indexer = new WebmIndexer();
      let size = 0;
      let grown = 0;
      for (const byte of file) {
        indexer.feed(Uint8Array.of(byte));
        const layout = webmLayout(indexer.index);
        if (!layout || layout.sizeBytes === size) continue;
        grown += 1;
        size = layout.sizeBytes;
        const playable = await stored.read(layout);
        const again = indexOf(playable);
        // The segment has its size, which ends the reading, so all of it was parsed.
        expect(again).toMatchObject({ indexedBytes: playable.length, stopped: { kind: 'end' } });
        expect(again.tracks).toEqual(indexer.index.tracks);
        if (grown % 40 === 1) expect((await probe(playable)).complaints).toBe('');
      }
      expect(grown).toBeGreaterThan(50);
    },
  );

  it('is nothing until a block is whole', async () => {
    const file = await recorded('vp8-only');
    const firstBlock = indexOf(file).clusters[0];
    const end = (firstBlock?.at ?? 0) + 12 + 3 + 10;
    expect(webmLayout(indexOf(file.subarray(0, end)))).toBeNull();
    expect(webmLayout(indexOf(new Uint8Array()))).toBeNull();
  });

  it('changes its ETag with every block', async () => {
    const file = await recorded('opus-only');
    const tags = [9000, 9500, 10_000].map((end) => layoutOf(file.subarray(0, end)).etagBasis);
    expect(new Set(tags).size).toBe(3);
  });

  it('keeps what stands before damage', async () => {
    const file = await recorded('vp8-opus');
    const third = indexOf(file).clusters[2]?.at ?? 0;
    const playable = await probe(
      await virtual(Buffer.concat([file.subarray(0, third), Buffer.alloc(999)])),
    );
    expect(playable.complaints).toBe('');
    expect(playable.durationSeconds).toBeGreaterThan(1.9);
  });
});

describe('odd files', () => {
  const blocks = [
    { track: VIDEO, relativeTicks: 0, key: true },
    { track: AUDIO, relativeTicks: 5 },
    { track: VIDEO, relativeTicks: 40 },
  ];
  const gap = element(EBML.void, new Uint8Array(5000));

  it.each([1, 2, 4, 8, 'known'] as const)('cluster sizes in %s byte(s)', async (size) => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      ...blocks[0],
      track: VIDEO,
      relativeTicks: index,
    }));
    const clusters = [0, 1000, 2000].map((ticks) => ({ ticks, blocks: many, size, after: [gap] }));
    const file = makeWebm(clusters);
    const playable = await virtual(file);
    expect(await packetsOf(playable)).toEqual(await packetsOf(file));
    expect(indexOf(playable)).toMatchObject({
      indexedBytes: playable.length,
      stopped: { kind: 'end' },
    });
    // One byte has no room for this size, so those clusters get a new head.
    expect(layoutOf(file).parts.some((part, index) => index > 0 && 'bytes' in part)).toBe(
      size === 1,
    );
  });

  it('patches a size that two chunks of the storage share', async () => {
    const chunkBytes = 1024 * 1024;
    for (let shared = 1; shared < 8; shared += 1) {
      const fill = (bytes: number) => [
        { ticks: 0, blocks, inside: [element(EBML.void, new Uint8Array(bytes))] },
        { ticks: 1000, blocks },
      ];
      const [first, second] = indexOf(makeWebm(fill(chunkBytes))).clusters;
      const tooFar = (second?.at ?? 0) + 4 + shared - (first?.at ?? 0) - chunkBytes;
      const playable = await virtual(makeWebm(fill(chunkBytes - tooFar)));
      expect(indexOf(playable), `${shared} bytes`).toMatchObject({
        indexedBytes: playable.length,
        stopped: { kind: 'end' },
        clusters: [{ blocks: 3 }, { blocks: 3 }],
      });
    }
  });

  it('leaves out clusters without a block and reads on after them', async () => {
    const file = makeWebm([
      { ticks: 0, blocks },
      { ticks: 500, blocks: [] },
      { ticks: 1000, blocks },
    ]);
    const again = indexOf(await virtual(file));
    expect(again.clusters.map(({ ticks }) => ticks)).toEqual([0, 1000]);
    expect(again.keyFrames).toHaveLength(2);
  });

  it.each([
    ['late', 90_000, 0],
    ['before its cluster', 90_000, -20],
    ['after its cluster', 90_000, 30],
  ])('plays from 0 when the first frame is %s', async (_when, ticks, relativeTicks) => {
    const first = [{ track: VIDEO, relativeTicks, key: true }, ...blocks.slice(1)];
    const file = makeWebm([
      { ticks, blocks: first },
      { ticks: ticks + 2000, blocks },
    ]);
    const playable = await virtual(file);
    const again = indexOf(playable);
    // Blocks stay unchanged: one that is later than its cluster can't move to 0 without being rewritten.
    expect(again.tracks[0]?.firstTicks).toBe(Math.max(0, relativeTicks));
    expect(again.clusters[0]?.ticks).toBe(Math.max(0, -relativeTicks));
    expect(cuesOf(playable)).toEqual(
      again.keyFrames.map((frame) => ({
        ticks: frame.ticks,
        at: again.clusters[frame.cluster]?.at,
      })),
    );
  });

  it('seeks to clusters when no video came', async () => {
    const audio = [{ track: AUDIO, relativeTicks: 0 }];
    const file = makeWebm([
      { ticks: 0, blocks: audio },
      { ticks: 3000, blocks: audio },
    ]);
    const layout = layoutOf(file);
    expect(cuesOf(await virtual(file)).map(({ ticks }) => ticks)).toEqual([0, 3000]);
    expect(layout.durationMs).toBe(3100);
  });
});
