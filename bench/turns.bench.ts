// Costs of several servers that receive a recording's pieces in turns, beside one server that receives them all. Only
// their intakes run, on one storage. Bytes read again are counts, so they are equal on every machine.
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIntake } from '#server/media/intake.ts';
import { DiskStorage } from '#server/storage/disk-storage.ts';
import { ReadCount } from '#testing/read-count.ts';
import { writeLongRecording } from './long-recording.ts';
import { alone, lessIsBetter, median, moreIsBetter, type Row } from './rows.ts';

/** A minute at 2.4 Mbit/s, and a second of it. */
const MINUTE_BYTES = 18_000_000;
const PIECE_BYTES = 300_000;
const MINUTES = [5, 20];
/** The median of three hides one pause of a shared machine. */
const ROUNDS = 3;

interface Taken {
  megabytesPerSecond: number;
  cpuSecondsPerGigabyte: number;
  /** Bytes read again for each stored byte. */
  readAgain: number;
  /** The end, at a server that never saw the recording. */
  endReadBytes: number;
}

export async function run(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-bench-'));
  try {
    const rows: Row[] = [];
    for (const minutes of MINUTES) {
      const video = join(folder, 'video.webm');
      const sizeBytes = await writeLongRecording(video, minutes * MINUTE_BYTES);
      rows.push(...(await compare(join(folder, 'media'), { video, sizeBytes, minutes })));
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Recording {
  video: string;
  sizeBytes: number;
  minutes: number;
}

async function compare(folder: string, recording: Recording): Promise<Row[]> {
  const [one, three]: [Taken[], Taken[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    one.push(await takeIn(folder, { ...recording, servers: 1 }));
    three.push(await takeIn(folder, { ...recording, servers: 3 }));
  }
  const of = (taken: Taken[], figure: keyof Taken) => median(taken.map((each) => each[figure]));
  const both = (figure: keyof Taken) => ({ ours: of(three, figure), peer: of(one, figure) });
  const name = `${recording.minutes} minutes, three in turns against one`;
  return [
    moreIsBetter({ name, ...both('megabytesPerSecond'), unit: 'MB/s', aim: 'at least 0.77' }),
    lessIsBetter({
      name: 'the same, CPU',
      ...both('cpuSecondsPerGigabyte'),
      unit: 's of CPU/GB',
      aim: '–',
    }),
    alone({
      name: 'the same, read again of each stored byte',
      ours: of(three, 'readAgain'),
      unit: 'bytes',
      aim: 'below 2',
    }),
    alone({
      name: 'the same, read for the end at a fourth',
      ours: of(three, 'endReadBytes') / 1e6,
      unit: 'MB',
      aim: 'below 5',
    }),
  ];
}

async function takeIn(
  folder: string,
  { video, sizeBytes, servers }: Recording & { servers: number },
): Promise<Taken> {
  const reads = new ReadCount();
  const storage = reads.of(await DiskStorage.open(folder));
  const intakes = Array.from({ length: servers }, () => createIntake(storage));
  const key = 'recordings/turns/video.webm';
  await using file = await open(video);
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  for (let offset = 0, piece = 0; offset < sizeBytes; offset += PIECE_BYTES, piece += 1) {
    const bytes = Buffer.alloc(Math.min(PIECE_BYTES, sizeBytes - offset));
    await file.read(bytes, 0, bytes.length, offset);
    await intakes[piece % servers]?.append(key, { offset, source: once(bytes) });
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const taken = reads.bytes;
  await createIntake(storage).close(key);
  const endReadBytes = reads.bytes - taken;
  await storage.deleteAll('recordings/turns');
  return {
    megabytesPerSecond: sizeBytes / 1e6 / seconds,
    cpuSecondsPerGigabyte: (user + system) / 1e6 / (sizeBytes / 1e9),
    readAgain: taken / sizeBytes,
    endReadBytes,
  };
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}
