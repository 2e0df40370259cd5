// A recording over HTTP from the moment it is finished: the first bytes of a seekable file, ranges,
// seeks in a browser, and the server's memory meanwhile; against ffmpeg's copy served by nginx.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#testing/chromium.ts';
import { startChild } from './child.ts';
import { writeLongRecording } from './long-recording.ts';
import { type Nginx, startNginx } from './nginx.start.ts';
import { type Creator, createTest } from './participants.ts';
import { cpuMsOfTree } from './process-cpu.ts';
import { alone, lessIsBetter, median, moreIsBetter, type Row } from './rows.ts';
import { type Seeks, seek } from './seeks.ts';
import {
  copyByFfmpeg,
  finishAndOpen,
  nginxFile,
  type Served,
  saveTo,
  stream,
} from './served-recording.ts';
import { rangesOutcome } from './tasks.ts';
import { runWatchedServer, type WatchedServer } from './watched-server.ts';

const SIZES_MB = [40, 400];
const ROUNDS = 3;
/** Bytes that a player requests at once, and the number of players. */
const RANGES = { rangeBytes: 8 * 1024 * 1024, connections: 4, seconds: 2 };
const RANGES_LIMIT_MS = 60_000;
/** A second of the made recording; seeks need no more than about the right place. */
const BYTES_PER_SECOND = 400_000;

interface Stage {
  folder: string;
  server: WatchedServer;
  creator: Creator;
  nginx: Nginx | null;
  browser: Browser;
}

export async function run(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-bench-'));
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const server = await runWatchedServer(folder);
    stops.unshift(() => server.remove());
    const nginx = await startNginx();
    if (nginx) stops.unshift(() => nginx.stop());
    const browser = await launchChromium();
    stops.unshift(() => browser.close());
    const stage = { folder, server, nginx, browser, creator: await createTest(server) };
    const rows: Row[] = [];
    let served: Served | null = null;
    for (const megabytes of SIZES_MB) {
      const finished = await finishRounds(stage, megabytes);
      rows.push(...finished.rows);
      served = finished.served;
    }
    if (served && nginx) rows.push(...(await againstNginx(stage, nginx, served)));
    return rows;
  } finally {
    for (const stop of stops) await stop();
  }
}

/** Streams and finishes a recording of one size a few times. */
async function finishRounds(
  { folder, server, creator }: Stage,
  megabytes: number,
): Promise<{ rows: Row[]; served: Served }> {
  const video = videoPath(folder);
  const sizeBytes = await writeLongRecording(video, megabytes * 1e6);
  const [ours, peer]: [number[], number[]] = [[], []];
  let served: Served | null = null;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const name = `${megabytes} MB, ${round}`;
    const session = await stream(server, creator, { video, sizeBytes, name });
    const finished = await finishAndOpen(server, creator, session);
    ours.push(finished.waitMs);
    peer.push(await copyByFfmpeg(video, join(folder, 'copy.webm')));
    served = finished;
  }
  if (!served) throw new Error('nothing was finished');
  const { peakMemoryBytes } = await server.figures();
  const wait = lessIsBetter({
    name: `finish call to the first bytes of a seekable file, ${megabytes} MB, against ffmpeg -c copy`,
    ours: median(ours),
    peer: median(peer),
    unit: 'ms',
    aim: 'under 50 ms at any size',
  });
  const memory = alone({
    name: `peak memory of the server so far, recordings of ${megabytes} MB`,
    ours: peakMemoryBytes / 1e6,
    unit: 'MB',
    aim: 'flat',
  });
  return { rows: [wait, memory], served };
}

const videoPath = (folder: string) => join(folder, 'video.webm');

async function againstNginx(stage: Stage, nginx: Nginx, ours: Served): Promise<Row[]> {
  const file = (name: string, fileBytes: number): Served => ({
    origin: nginx.origin,
    path: `/files/${name}`,
    headers: {},
    fileBytes,
  });
  await saveTo(nginxFile(nginx.folder, 'same.webm'), ours);
  await copyByFfmpeg(videoPath(stage.folder), nginxFile(nginx.folder, 'ffmpeg.webm'));
  await copyFile(videoPath(stage.folder), nginxFile(nginx.folder, 'raw.webm'));
  const same = file('same.webm', ours.fileBytes);
  return [
    ...(await compareRanges(
      { served: ours, pid: stage.server.pid() ?? 0 },
      { served: same, pid: nginx.pid },
    )),
    ...(await compareSeeks(stage.browser, ours, [
      { words: "ffmpeg's file from nginx", served: file('ffmpeg.webm', ours.fileBytes) },
      {
        words: 'the file as it was recorded, from nginx',
        served: file('raw.webm', ours.fileBytes),
      },
    ])),
  ];
}

interface Target {
  served: Served;
  pid: number;
}
interface Rate {
  megabytesPerSecond: number;
  cpuSecondsPerGigabyte: number;
}

async function compareRanges(ours: Target, peer: Target): Promise<Row[]> {
  const [oursAll, peerAll]: [Rate[], Rate[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    oursAll.push(await readRanges(ours));
    peerAll.push(await readRanges(peer));
  }
  const both = (figure: keyof Rate) => ({
    ours: median(oursAll.map((rate) => rate[figure])),
    peer: median(peerAll.map((rate) => rate[figure])),
  });
  return [
    moreIsBetter({
      name: '8 MiB ranges over 4 connections, against nginx with the same file',
      ...both('megabytesPerSecond'),
      unit: 'MB/s',
      aim: 'at least 0.8',
    }),
    lessIsBetter({
      name: "the same, CPU of the server's process",
      ...both('cpuSecondsPerGigabyte'),
      unit: 's of CPU/GB',
      aim: '–',
    }),
  ];
}

async function readRanges({ served, pid }: Target): Promise<Rate> {
  const child = startChild('read-ranges.ts');
  try {
    const before = (await cpuMsOfTree(pid)) ?? Number.NaN;
    child.send({ ...served, ...RANGES });
    const { bytes, seconds } = rangesOutcome.parse(await child.hear(RANGES_LIMIT_MS));
    const after = (await cpuMsOfTree(pid)) ?? Number.NaN;
    return {
      megabytesPerSecond: bytes / 1e6 / seconds,
      cpuSecondsPerGigabyte: (after - before) / 1e3 / (bytes / 1e9),
    };
  } finally {
    await child.stop();
  }
}

async function compareSeeks(
  browser: Browser,
  ours: Served,
  peers: readonly { words: string; served: Served }[],
): Promise<Row[]> {
  const seconds = ours.fileBytes / BYTES_PER_SECOND;
  const rounds = new Map<Served, Seeks[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const served of [ours, ...peers.map((peer) => peer.served)]) {
      rounds.set(served, [...(rounds.get(served) ?? []), await seek(browser, served, seconds)]);
    }
  }
  const of = (served: Served, figure: keyof Seeks) =>
    median((rounds.get(served) ?? []).map((each) => each[figure]));
  return peers.flatMap(({ words, served }) => [
    lessIsBetter({
      name: `a seek in Chromium, against ${words}`,
      ours: of(ours, 'seekMs'),
      peer: of(served, 'seekMs'),
      unit: 'ms',
      aim: '–',
    }),
    lessIsBetter({
      name: 'sent for opening it and four seeks',
      ours: of(ours, 'megabytes'),
      peer: of(served, 'megabytes'),
      unit: 'MB',
      aim: '–',
    }),
  ]);
}
