// Cuts of recordings in both containers: what ffprobe and ffmpeg read of them, compared to the same stretch of the
// recording.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AUDIO_TRACK,
  fileType,
  makeFragment,
  makeMovie,
  mp4File,
  VIDEO_TRACK,
} from '#testing/mp4-files.ts';
import { randomNumbers } from '#testing/random-numbers.ts';
import { openStoredFile, type StoredFile } from '#testing/stored-file.ts';
import { probe, sampleTablesOf } from '#testing/video-probe.ts';
import { AUDIO, indexOf, makeWebm, recorded, unknownHead, VIDEO } from '#testing/webm-files.ts';
import { concatBytes, uintElement } from './ebml.ts';
import { cutFile, virtualLayout } from './video-container.ts';
import type { CutFile } from './video-index.ts';
import { VideoIndexer } from './video-indexer.ts';
import type { VirtualLayout } from './virtual-file.ts';
import { CLUSTER, SEGMENT } from './webm-ids.ts';

let stored: StoredFile;
beforeAll(async () => {
  stored = await openStoredFile();
});
afterAll(() => stored?.close());

async function indexed(file: Uint8Array) {
  await stored.put(file);
  const indexer = new VideoIndexer();
  indexer.feed(file);
  if (!indexer.index) throw new Error('no index');
  return indexer.index;
}

async function cutOf(file: Uint8Array, fromMs: number, toMs: number): Promise<CutFile | null> {
  return await cutFile(await indexed(file), { fromMs, toMs }, stored.stored);
}

async function mustCut(file: Uint8Array, fromMs: number, toMs: number): Promise<CutFile> {
  const cut = await cutOf(file, fromMs, toMs);
  if (!cut) throw new Error('nothing was cut');
  return cut;
}

/** Returns the whole recording as players receive it, and its packets. */
async function wholeOf(file: Uint8Array) {
  const layout = virtualLayout(await indexed(file));
  if (!layout) throw new Error('nothing to play');
  return { ...layout, packets: await sampleTablesOf(await stored.read(layout)) };
}

/** Returns a recording of two takes, as `capture/record/webm-join.ts` joins them: clusters at later times. */
async function joinedTakes(): Promise<Uint8Array> {
  const take = await recorded('vp8-opus');
  const clusters = indexOf(take).clusters.map((cluster) => {
    const { at, headBytes, payloadBytes, ticks = 0, ticksAt = 0, ticksBytes = 0 } = cluster;
    const payload = take.subarray(at + headBytes, at + headBytes + payloadBytes);
    return concatBytes([
      unknownHead(SEGMENT.cluster, 8),
      uintElement(CLUSTER.timestamp, 6100 + ticks, 8),
      payload.subarray(ticksAt + ticksBytes),
    ]);
  });
  return concatBytes([take, ...clusters]);
}

/** Removes complaints of the muxer that expects a constant frame rate, which takes don't have. */
const ofDecoding = ({ complaints }: { complaints: string }) =>
  complaints.replaceAll(/^\[null @ .*\n/gmu, '');

/** Seconds that are longer than a frame of the fixtures: 60 ms of sound, 1/15 s of picture. */
const A_FRAME = 0.07;

const VIDEOS = [
  ...(['vp8-opus', 'opus-only', 'firefox-vp8-opus'] as const).map(
    (name) => [name, () => recorded(name)] as const,
  ),
  ['joined takes', joinedTakes] as const,
  ...(['h264-opus', 'h264-aac', 'h264-aac-reordered', 'h264-aac-whole'] as const).map(
    (name) => [name, () => mp4File(name)] as const,
  ),
];

describe.each(VIDEOS)('%s', (name, read) => {
  it('has every packet of a stretch, in step, from 0', async () => {
    const file = await read();
    const whole = await wholeOf(file);
    const stretches = [
      [1500, 2700],
      [2700, 60_000],
      ...(name === 'joined takes' ? [[5000, 9000]] : []),
    ] as const;
    for (const [fromMs = 0, toMs = 0] of stretches) {
      const { layout, startMs } = await mustCut(file, fromMs, toMs);
      const bytes = await stored.read(layout);
      const start = startMs / 1000;
      const end = Math.min(toMs, whole.durationMs) / 1000;
      const probed = await probe(bytes);
      expect(ofDecoding(probed)).toBe('');
      expect(probed.durationSeconds).toBeCloseTo(end - start, 2);
      expect(layout.durationMs).toBeCloseTo(1000 * (end - start), 5);
      expect(startMs).toBeLessThanOrEqual(fromMs);
      const cut = (await sampleTablesOf(bytes)).map((packet) => ({
        ...packet,
        seconds: packet.seconds + start,
      }));
      const inner = ({ kind, seconds }: { kind: string; seconds: number }) =>
        seconds >= (kind === 'audio' ? fromMs / 1000 : start) + A_FRAME && seconds < end - A_FRAME;
      const expected = whole.packets.filter(inner);
      expect(expected.length).toBeGreaterThan(10);
      expect(cut.filter(inner)).toEqual(
        expected.map((packet) => ({ ...packet, seconds: expect.closeTo(packet.seconds, 2) })),
      );
      expect(cut[0]?.isKey).toBe(true);
    }
  });

  it('gives exactly the bytes of any range', async () => {
    const { layout } = await mustCut(await read(), 1500, 3500);
    const edges = [
      0,
      ...layout.parts.map(({ at }) => at),
      ...layout.patches.map(({ at }) => at + 1),
    ];
    expect(await stored.wrongRanges(layout, edges)).toEqual([]);
  });

  it('has nothing from its end on', async () => {
    expect(await cutOf(await read(), 60_000, 61_000)).toBeNull();
  });
});

describe.each([
  ['WebM', () => recorded('vp8-opus'), [0, 2019, 2019, 4065]],
  ['MP4', () => mp4File('h264-aac'), [0, 2021, 4021, 4021]],
] as const)('a %s', (_container, read, starts) => {
  it('begins at the key frame before', async () => {
    const file = await read();
    const begins: number[] = [];
    for (const fromMs of [1900, 2100, 4064, 4070]) {
      begins.push(Math.round((await mustCut(file, fromMs, fromMs + 1000)).startMs));
    }
    expect(begins).toEqual(starts);
  });

  it('that was cut off ends where it ends', async () => {
    const file = (await read()).subarray(0, 25_000);
    const whole = await wholeOf(file);
    const { layout, startMs } = await mustCut(file, 1000, 60_000);
    const probed = await probe(await stored.read(layout));
    expect(probed.complaints).toBe('');
    expect(probed.durationSeconds).toBeCloseTo((whole.durationMs - startMs) / 1000, 2);
  });
});

describe('a recording without a key frame before', () => {
  it('as WebM begins at the asked time, and the picture follows', async () => {
    const block = (track: number, relativeTicks: number, key = false) => ({
      track,
      relativeTicks,
      key,
    });
    const file = makeWebm([
      { ticks: 0, blocks: [block(AUDIO, 0, true), block(VIDEO, 10), block(AUDIO, 500, true)] },
      {
        ticks: 1000,
        blocks: [block(AUDIO, 0, true), block(AUDIO, 600, true), block(VIDEO, 700, true)],
      },
      { ticks: 2000, blocks: [block(AUDIO, 0, true), block(VIDEO, 100), block(AUDIO, 900, true)] },
    ]);
    const { startMs, layout } = await mustCut(file, 1200, 2500);
    expect(startMs).toBe(1200);
    const packets = await sampleTablesOf(await stored.read(layout));
    expect(packets.map(({ track, seconds }) => [track, seconds])).toEqual([
      [0, 0.5],
      [0, 0.9],
      [1, 0.4],
      [1, 0.8],
    ]);
  });

  it('as MP4 likewise', async () => {
    const frame = (key: boolean) => ({ ticks: 500, bytes: 10, key });
    const file = concatBytes([
      fileType,
      makeMovie(),
      makeFragment([
        {
          track: VIDEO_TRACK,
          startTicks: 0,
          samples: [false, false, false, true, false].map(frame),
        },
        { track: AUDIO_TRACK, startTicks: 0, samples: [true, true, true, true, true].map(frame) },
      ]),
    ]);
    const { startMs, layout } = await mustCut(file, 1200, 2200);
    expect([startMs, layout.durationMs]).toEqual([1200, expect.closeTo(1000)]);
    const again = await indexed(await stored.read(layout));
    expect(again.container === 'mp4' && again.whole?.seconds).toBe(1);
  });
});

/** Returns the parts that do not follow the one before, or are not stored. */
function unstored({ parts, sizeBytes }: VirtualLayout, storedBytes: number) {
  let end = 0;
  const wrong = parts.filter((part) => {
    const follows = part.at === end;
    end += part.lengthBytes;
    const isStored =
      'bytes' in part || (part.storedAt >= 0 && part.storedAt + part.lengthBytes <= storedBytes);
    return !follows || !isStored;
  });
  return end === sizeBytes ? wrong : [...wrong, end];
}

/** Bytes that the fixtures have before their media; damage there is no recording. */
const HEADER_BYTES = 2200;

describe.each([
  ['WebM', () => recorded('vp8-opus')],
  ['MP4', () => mp4File('h264-aac-reordered')],
] as const)('a damaged %s', (_container, read) => {
  it('is cut within its stored bytes, or not at all', async () => {
    const file = await read();
    const random = randomNumbers(file.length);
    let cuts = 0;
    for (let run = 0; run < 100; run += 1) {
      const lostBytes = random(2) * random(file.length - HEADER_BYTES);
      const damaged = Buffer.from(file.subarray(0, file.length - lostBytes));
      for (let times = random(4); times > 0; times -= 1) {
        damaged[HEADER_BYTES + random(damaged.length)] = random(256);
      }
      const indexer = new VideoIndexer();
      indexer.feed(damaged);
      const fromMs = random(6000);
      const stretch = { fromMs, toMs: fromMs + 1000 + random(3000) };
      const cut =
        indexer.index &&
        (await cutFile(indexer.index, stretch, async function* ({ start, end }) {
          for (let at = start; at < end; at += 700) {
            yield damaged.subarray(at, Math.min(at + 700, end));
          }
        }));
      if (!cut) continue;
      cuts += 1;
      expect(cut.startMs).toBeLessThanOrEqual(fromMs);
      expect(unstored(cut.layout, damaged.length)).toEqual([]);
      const ends = cut.layout.patches.map((patch) => patch.at + patch.bytes.length);
      expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    }
    expect(cuts).toBeGreaterThan(50);
  });
});
