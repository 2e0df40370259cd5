// The time until a stopped recording is a file with duration and cue points, and the speed of reading ranges of it.
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  ALL_FORMATS,
  Conversion,
  FilePathSource,
  FilePathTarget,
  Input,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { type VideoIndex, virtualLayout } from '#server/media/video-container.ts';
import { FeedTurns, indexStoredBytes } from '#server/media/video-indexer.ts';
import { rangeChunks, type VirtualLayout } from '#server/media/virtual-file.ts';
import { DiskStorage } from '#server/storage/disk-storage.ts';
import { findProgram } from '#testing/programs.ts';
import { writeLongRecording } from './long-recording.ts';
import { lessIsBetter, median, moreIsBetter, type Row } from './rows.ts';

const runProgram = promisify(execFile);
const MEGABYTE = 1e6;
// Bytes that a player requests at once.
const RANGE_BYTES = 8 * 1024 * 1024;
// The median of five hides one pause of a shared machine.
const ROUNDS = 5;

type Recording = {
  folder: string;
  path: string;
  storage: DiskStorage;
  key: string;
  sizeBytes: number;
  turns: FeedTurns;
};

/** Measures at 40 MB and 400 MB, so that a growth with length shows. */
export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const megabytes of [40, 400]) {
    const folder = await mkdtemp(join(tmpdir(), 'tryout-bench-'));
    try {
      const storage = await DiskStorage.open(folder);
      const key = 'recordings/video.webm';
      const path = join(folder, key);
      await mkdir(dirname(path));
      const sizeBytes = await writeLongRecording(path, megabytes * MEGABYTE);
      const recording = { folder, path, storage, key, sizeBytes, turns: new FeedTurns() };
      rows.push(...(await measure(recording, `${megabytes} MB`)));
    } finally {
      await rm(folder, { recursive: true });
    }
  }
  return rows;
}

async function measure(recording: Recording, size: string): Promise<Row[]> {
  const { index } = await indexStoredBytes(recording);
  const layout = layoutOf(index);
  const oursMs = await medianMs(async () => layoutOf(index));
  const rebuildMs = await medianMs(() => indexStoredBytes(recording));
  const ffmpegMs = await medianMs(() => copyByFfmpeg(recording));
  const mediabunnyMs = await medianMs(() => copyByMediabunny(recording));
  const rangeMs = await medianMs(() => readInRanges(recording, layout));
  const plainMs = await medianMs(() => readPlainly(recording));
  const rate = (ms: number) => recording.sizeBytes / MEGABYTE / (ms / 1000);
  const atStop = `stop to file with duration and cue points, ${size}`;
  const aim = 'under 50 ms at any size';
  const unit = 'ms';
  return [
    lessIsBetter({
      name: `${atStop}, against ffmpeg -c copy`,
      ours: oursMs,
      peer: ffmpegMs,
      unit,
      aim,
    }),
    lessIsBetter({
      name: `${atStop}, against mediabunny`,
      ours: oursMs,
      peer: mediabunnyMs,
      unit,
      aim,
    }),
    lessIsBetter({
      name: `the same with the index lost, ${size}, against ffmpeg`,
      ours: rebuildMs,
      peer: ffmpegMs,
      unit,
      aim: '–',
    }),
    moreIsBetter({
      name: `8 MiB ranges of the virtual file, ${size}, against the plain file`,
      ours: rate(rangeMs),
      peer: rate(plainMs),
      unit: 'MB/s',
      aim: 'at least 0.8',
    }),
  ];
}

async function medianMs(task: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    await task();
    times.push(performance.now() - start);
  }
  return median(times);
}

function layoutOf(index: VideoIndex | null): VirtualLayout {
  const layout = index && virtualLayout(index);
  if (!layout) throw new Error('the recording has no block');
  return layout;
}

async function copyByFfmpeg({ path, folder }: Recording): Promise<void> {
  const target = join(folder, 'ffmpeg.webm');
  const args = ['-v', 'error', '-y', '-i', path, '-c', 'copy', '-cues_to_front', '1', target];
  await runProgram(findProgram('ffmpeg'), args);
}

async function copyByMediabunny({ path, folder }: Recording): Promise<void> {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
  const target = new FilePathTarget(join(folder, 'mediabunny.webm'));
  const output = new Output({ format: new WebMOutputFormat(), target });
  const conversion = await Conversion.init({ input, output, showWarnings: false });
  await conversion.execute();
}

async function readInRanges({ storage, key }: Recording, layout: VirtualLayout): Promise<void> {
  for (let start = 0; start < layout.sizeBytes; start += RANGE_BYTES) {
    await drain(rangeChunks({ storage, key, layout }, { start, end: start + RANGE_BYTES }));
  }
}

async function readPlainly({ path, sizeBytes }: Recording): Promise<void> {
  for (let start = 0; start < sizeBytes; start += RANGE_BYTES) {
    const end = start + RANGE_BYTES - 1;
    await drain(createReadStream(path, { start, end, highWaterMark: 1024 * 1024 }));
  }
}

async function drain(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _chunk of chunks);
}
