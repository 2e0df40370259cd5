// Files made to fill the server's memory: the index is limited by the bytes that arrived, never by what they promise.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { MP4_BOMBS, WEBM_BOMBS } from '#testing/index-bombs.ts';
import { AUDIO_TRACK, fileType, makeFragment, makeMovie, VIDEO_TRACK } from '#testing/mp4-files.ts';
import { AUDIO, makeWebm } from '#testing/webm-files.ts';
import { concatBytes } from './ebml.ts';
import { isWatchable, virtualLayout } from './video-container.ts';
import { NotVideo, weightLimit } from './video-index.ts';
import { VideoIndexer } from './video-indexer.ts';

const CHUNK_BYTES = 64 * 1024;
/** Measured: numbers in an index take at most two characters per byte of its weight. */
const CHARACTERS_PER_BYTE = 2;
/** Memory until a head or an element is complete: its bytes, and the buffer that grows for them. */
const HELD = 3;
const LARGEST_HELD_BYTES = HELD * 1024 * 1024;
/** Memory that the test and the engine may have more after than before. */
const ODD_BYTES = 300_000;

/** Feeds a file and returns the most bytes by which the indexer exceeded what it may weigh. */
function feedWeighed(file: Uint8Array): { indexer: VideoIndexer; tooHeavyBytes: number } {
  const indexer = new VideoIndexer();
  let tooHeavyBytes = 0;
  for (let at = 0; at < file.length; at += CHUNK_BYTES) {
    const fed = Math.min(at + CHUNK_BYTES, file.length);
    indexer.feed(file.subarray(at, fed));
    const may = weightLimit(fed) + Math.min(HELD * fed, LARGEST_HELD_BYTES);
    tooHeavyBytes = Math.max(tooHeavyBytes, indexer.weightBytes - may);
  }
  return { indexer, tooHeavyBytes };
}

describe.each(Object.entries({ ...MP4_BOMBS, ...WEBM_BOMBS }))('%s', (_what, file) => {
  it('weigh no more than their bytes allow, in memory and stored', () => {
    const { indexer, tooHeavyBytes } = feedWeighed(file);
    expect(tooHeavyBytes).toBe(0);
    const stored = JSON.stringify(indexer.index).length;
    expect(stored).toBeLessThanOrEqual(CHARACTERS_PER_BYTE * weightLimit(file.length));
  });
});

describe('videos of tiny parts', () => {
  const head = makeWebm([]);
  const VOID = Uint8Array.of(0xec, 0x80);
  /** The blocks have four bytes: no frame, and a track that does not exist. */
  const tinyFiles: [string, Uint8Array][] = [
    ['elements of two bytes', VOID],
    ['blocks without a frame', Uint8Array.of(0xa3, 0x84, 0x81, 0, 0, 0)],
  ];

  it.each(tinyFiles)('%s: reading stops, and what came before is kept', (_what, part) => {
    const indexer = new VideoIndexer();
    indexer.feed(head);
    const before = indexer.index;
    const chunk = concatBytes(Array.from({ length: 10_000 }, () => part));
    for (let at = 0; at < 100 && !indexer.index?.stopped; at += 1) indexer.feed(chunk);
    expect(indexer.index?.stopped).toMatchObject({ kind: 'damage' });
    expect(before && isWatchable(before)).toBe(indexer.index && isWatchable(indexer.index));
  });
});

describe('what indexers say they hold', () => {
  // Node exposes it to processes that request it; the memory of a test is measured after it ran.
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const INDEXERS = 8;

  function usedMemory(): number {
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  }

  it.each(Object.entries({ ...MP4_BOMBS, ...WEBM_BOMBS }))(
    'is what they hold: %s',
    async (_what, file) => {
      const before = usedMemory();
      const indexers = Array.from({ length: INDEXERS }, () => feedWeighed(file).indexer);
      const reportedBytes = indexers.reduce((sum, { weightBytes }) => sum + weightBytes, 0);
      const may = INDEXERS * (weightLimit(file.length) + LARGEST_HELD_BYTES);
      // Buffers without references are released beside the collector, later.
      const growth = expect.poll(() => usedMemory() - before, { timeout: 10_000 });
      await growth.toBeLessThanOrEqual(Math.min(1.2 * reportedBytes + ODD_BYTES, may));
      expect(indexers).toHaveLength(INDEXERS);
    },
  );
});

describe('a fragment of more samples than its table and its media have', () => {
  it.each(
    Object.entries(MP4_BOMBS)
      .filter(([what]) => /no bytes|never come/.test(what))
      .map(([what, file]) => [what, file] as const),
  )('%s: is damage, and nothing of it is noted', (_what, file) => {
    const indexer = new VideoIndexer();
    indexer.feed(file);
    const { index } = indexer;
    expect(index).toMatchObject({ stopped: { kind: 'damage' }, mediaEnd: 0 });
    expect(JSON.stringify(index).length).toBeLessThan(5000);
    expect(index && isWatchable(index)).toBe(false);
  });
});

describe('an honest recording', () => {
  const MINUTES = 20;

  it('of 20 minutes with the smallest frames keeps its whole index, as MP4', () => {
    const indexer = new VideoIndexer();
    indexer.feed(concatBytes([fileType, makeMovie()]));
    for (let second = 0; second < MINUTES * 60; second += 1) {
      indexer.feed(
        makeFragment([
          {
            track: VIDEO_TRACK,
            startTicks: second * 1000,
            // A static screen, and a clock that is never even.
            samples: frames(60, (number) => ({ ticks: 16 + (number % 2), bytes: 20 })),
          },
          {
            track: AUDIO_TRACK,
            startTicks: second * 1000,
            samples: frames(50, () => ({ ticks: 20, bytes: 3 })),
          },
        ]),
      );
    }
    expect(indexer.index).not.toHaveProperty('stopped');
    expect(indexer.weightBytes).toBeLessThan(2 * 1024 * 1024);
  });

  it('of 20 minutes of silence keeps its whole index, as WebM', () => {
    const clusters = Array.from({ length: MINUTES * 60 }, (_, second) => ({
      ticks: second * 1000,
      blocks: frames(50, (number) => ({ track: AUDIO, relativeTicks: number * 20 })),
    }));
    const indexer = new VideoIndexer();
    indexer.feed(makeWebm(clusters));
    expect(indexer.index).not.toHaveProperty('stopped');
    expect(indexer.index && virtualLayout(indexer.index)?.durationMs).toBeGreaterThan(1_199_000);
  });

  function frames<Frame>(count: number, make: (number: number) => Frame): Frame[] {
    return Array.from({ length: count }, (_, number) => make(number));
  }
});

it('a header with lying sizes is refused without waiting for more than it may have', () => {
  const indexer = new VideoIndexer();
  const lying = Buffer.concat([
    fileType,
    Buffer.from([0x7f, 0xff, 0xff, 0xff]),
    Buffer.from('moof'),
  ]);
  expect(() => indexer.feed(lying)).toThrow(NotVideo);
});
