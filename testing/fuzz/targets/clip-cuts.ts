// Stretches cut out of videos of every kind, whole and damaged: a cut has no sound from outside of its stretch, no picture
// from before its key frame or after its end, and is a file that parses and is the same however it is read.
import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import type { Mp4Index, Mp4Track } from '#server/media/mp4-index.schema.ts';
import { runValues } from '#server/media/mp4-samples.ts';
import { readTables } from '#server/media/mp4-tables.ts';
import { cutFile, keyFramesAround, type VideoIndex } from '#server/media/video-container.ts';
import { type CutFile, NotVideo, type Stretch } from '#server/media/video-index.ts';
import { VideoIndexer } from '#server/media/video-indexer.ts';
import { rangeChunks } from '#server/media/virtual-file.ts';
import { playedClusters } from '#server/media/virtual-webm.ts';
import { type ReadStored, readBlocks } from '#server/media/webm-edge.ts';
import type { WebmIndex } from '#server/media/webm-index.schema.ts';
import type { ByteRange, Storage } from '#server/storage/storage.ts';
import {
  framesIn,
  MARKED_CONTAINERS,
  type MarkedVideo,
  markedVideo,
} from '#testing/marked-videos.ts';
import { bytesOf, type Damaged } from '../damaged-files.ts';
import { fuzzTarget } from '../fuzz-target.ts';
import { checkParts } from '../read-video.ts';

interface Input {
  video: MarkedVideo;
  stretch: Stretch;
  damage: Omit<Damaged, 'file'> | null;
  range: { start: number; lengthBytes: number };
  chunkBytes: number;
}

const video: fc.Arbitrary<MarkedVideo> = fc
  .record({
    container: fc.constantFrom(...MARKED_CONTAINERS),
    lengthMs: fc.integer({ min: 500, max: 5000 }),
    pictureMs: fc.option(fc.integer({ min: 40, max: 400 }), { freq: 8 }),
    picturesPerKey: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constant(1000)),
    packetMs: fc.option(fc.integer({ min: 20, max: 120 }), { freq: 8 }),
    skewMs: fc.oneof(fc.constant(0), fc.nat(900)),
    rowMs: fc.integer({ min: 200, max: 6000 }),
    isReordered: fc.boolean(),
    isLaced: fc.boolean(),
  })
  .filter(({ pictureMs, packetMs }) => pictureMs !== null || packetMs !== null);

const at = fc.oneof(fc.nat(900), fc.nat(8000));
const damage = fc.record({
  cutAt: fc.oneof(fc.constant(100_000), fc.nat(8000)),
  damages: fc.array(
    fc.oneof(
      fc.record({ at, set: fc.nat(255) }),
      fc.record({ at, word: fc.oneof(fc.nat(300), fc.nat()) }),
      fc.record({ at, lose: fc.nat(200) }),
      fc.record({ at, double: fc.nat(200) }),
    ),
    { minLength: 1, maxLength: 4 },
  ),
});

/** Seconds of MP4 are floating point numbers. */
const ROUNDED_MS = 0.001;

export const target = fuzzTarget<Input>({
  name: 'clip-cuts',
  arbitrary: fc.record({
    video,
    stretch: fc
      .tuple(fc.nat(5000), fc.integer({ min: 100, max: 5000 }))
      .map(([fromMs, lengthMs]) => ({ fromMs, toMs: fromMs + lengthMs })),
    damage: fc.option(damage, { freq: 2 }),
    range: fc.record({ start: fc.nat(6000), lengthBytes: fc.nat(6000) }),
    chunkBytes: fc.integer({ min: 1, max: 3000 }),
  }),
  async run({ video: source, stretch, damage: damages, range, chunkBytes }) {
    const whole = markedVideo(source);
    const file = damages
      ? bytesOf({ file: 'made', ...damages }, new Map([['made', whole]]))
      : whole;
    const index = indexIn(file);
    const read = readIn(file, chunkBytes);
    const cut = index && (await cutFile(index, stretch, read));
    if (!index || !cut) return;
    checkParts(cut.layout, file.length);
    if (!cut.isCut) return;
    const bytes = await checkRanges(cut, { read, range });
    assert.ok(cut.startMs <= stretch.fromMs + ROUNDED_MS);
    const { beforeMs } = (await keyFramesAround(index, stretch.fromMs, read)) ?? {};
    assert.equal(cut.startMs, beforeMs ?? cut.startMs, 'the key frame that is said is another one');
    if (!damages) checkMarks({ file: bytes, whole }, { source, stretch, cut });
    await checkTimes(bytes, stretch, cut);
  },
  weight: 0.1,
  allowedSteps: (input) => 120_000 + 300 * markedVideo(input.video).length + readSteps(input),
});

/** Reading in small chunks takes a step or some for each. */
function readSteps({ video: source, chunkBytes }: Input): number {
  return (60 * markedVideo(source).length) / chunkBytes;
}

function indexIn(file: Uint8Array): Readonly<VideoIndex> | null {
  const indexer = new VideoIndexer();
  try {
    indexer.feed(file);
    return indexer.index;
  } catch (error) {
    if (error instanceof NotVideo) return null;
    throw error;
  }
}

/** Reads as storage does: the memory of each chunk is used again for the next one. */
function readIn(file: Uint8Array, chunkBytes: number): ReadStored {
  return async function* ({ start, end }: ByteRange) {
    const memory = Buffer.alloc(chunkBytes);
    for (let from = start; from < end; from += chunkBytes) {
      const chunk = file.subarray(from, Math.min(from + chunkBytes, end));
      memory.set(chunk);
      yield memory.subarray(0, chunk.length);
    }
  };
}

async function checkRanges(
  { layout }: CutFile,
  { read, range }: { read: ReadStored; range: Input['range'] },
): Promise<Buffer> {
  const storage = { chunks: (_key: string, wanted: ByteRange) => read(wanted) } as Storage;
  const readRange = async (wanted: ByteRange) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of rangeChunks({ storage, key: '', layout }, wanted)) {
      chunks.push(Uint8Array.from(chunk));
    }
    return Buffer.concat(chunks);
  };
  const whole = await readRange({ start: 0, end: layout.sizeBytes });
  assert.equal(whole.length, layout.sizeBytes, 'another size than announced');
  const { start } = range;
  const end = start + range.lengthBytes;
  const slice = whole.subarray(start, end);
  assert.deepEqual(await readRange({ start, end }), slice, 'a range is another slice');
  return whole;
}

interface Wanted {
  source: MarkedVideo;
  stretch: Stretch;
  cut: CutFile;
}

/** Checks the cut by the marks in the frames' own bytes, independently of the tables around them. */
function checkMarks(
  { file, whole }: { file: Uint8Array; whole: Uint8Array },
  { source, stretch, cut }: Wanted,
): void {
  const { fromMs, toMs } = stretch;
  const frames = framesIn(file);
  for (const { kind, ms } of frames) {
    const begin = kind === 'sound' ? fromMs : cut.startMs - 1;
    assert.ok(ms >= begin && ms < toMs, `${kind} of ${ms} ms`);
  }
  const isComplete = !(source.isLaced && source.container === 'webm');
  if (!isComplete) return;
  const isSound = ({ kind, ms }: (typeof frames)[number]) =>
    kind === 'sound' && ms >= fromMs && ms < toMs;
  assert.deepEqual(frames.filter(isSound), framesIn(whole).filter(isSound), 'sound is missing');
}

/** Checks the cut by its tables, as a player reads them. */
async function checkTimes(file: Buffer, { fromMs, toMs }: Stretch, { startMs }: CutFile) {
  const index = indexIn(file);
  assert.ok(
    index && index.indexedBytes === file.length && index.stopped?.kind !== 'damage',
    'it does not parse',
  );
  const frames =
    index.container === 'webm' ? await webmFrames(index, file) : await mp4Frames(index, file);
  for (const { isSound, ms, roundingMs } of frames) {
    const begin = isSound ? fromMs : startMs;
    const isWithin = startMs + ms >= begin - roundingMs && startMs + ms < toMs + roundingMs;
    assert.ok(isWithin, `${isSound ? 'sound' : 'picture'} at ${startMs + ms} ms`);
  }
}

interface TimedFrame {
  isSound: boolean;
  ms: number;
  roundingMs: number;
}

async function webmFrames(index: Readonly<WebmIndex>, file: Buffer): Promise<TimedFrame[]> {
  const msPerTick = index.tickNs / 1_000_000;
  const clusters = [...playedClusters(index).values()];
  const blocks = await readBlocks(clusters, readIn(file, file.length));
  const sounds = new Set(
    index.tracks.filter(({ kind }) => kind !== 'video').map(({ number }) => number),
  );
  return blocks.flat().map(({ track, ticks }) => ({
    isSound: sounds.has(track),
    ms: ticks * msPerTick,
    roundingMs: 1 + msPerTick,
  }));
}

async function mp4Frames(index: Readonly<Mp4Index>, file: Buffer): Promise<TimedFrame[]> {
  const filled = await readTables(index, readIn(file, file.length));
  assert.ok(filled, 'its tables do not parse');
  const movie = Buffer.from(filled.movie ?? '', 'base64');
  // Delays count in the clock of the movie, which follows two times of four bytes (section 8.2.2).
  const clockAt = movie.indexOf('mvhd') + 16;
  const roundingMs = 2 + 1000 / Math.max(1, movie.readUInt32BE(clockAt));
  return filled.tracks.flatMap((track) => [...presentationTimes(track, roundingMs)]);
}

function* presentationTimes(track: Mp4Track, roundingMs: number): Generator<TimedFrame> {
  const nextDuration = runValues(track.durations);
  const nextOffset = runValues(track.offsets);
  let ticks = 0;
  for (let left = track.sizes.length; left > 0; left -= 1) {
    const presentationTime = (ticks + nextOffset() - track.editTicks) / track.ticksPerSecond;
    const ms = 1000 * (track.delaySeconds + presentationTime);
    yield { isSound: track.kind === 'audio', ms, roundingMs };
    ticks += nextDuration();
  }
}
