// Speed and cost of receiving streamed recordings: our whole server (permission, database, index, stable storage)
// against nginx writing bodies to files, @tus/server alone, and bare Node.

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { TestClient } from '#testing/client.ts';
import { startSession } from '#testing/participant.ts';
import { type RunningServer, runServer } from '../e2e/server.ts';
import { backdateSessions } from './backdate-sessions.ts';
import { send, startChild } from './child.ts';
import { writeLongRecording } from './long-recording.ts';
import { type Nginx, startNginx } from './nginx.start.ts';
import { createTest, pieceHeaders } from './participants.ts';
import { cpuMs, cpuMsOfTree } from './process-cpu.ts';
import { lessIsBetter, median, moreIsBetter, type Row } from './rows.ts';
import type { SendTask } from './tasks.ts';

/** Participants at once: enough that no server waits for the sender. */
const SENDERS = 4;
/** Bytes that one sender sends in a round. The page cache holds all of them. */
const LANE_BYTES = 60_000_000;
/** The median of three hides one pause of a shared machine. */
const ROUNDS = 3;
/** Before them: a server runs for weeks, and its code is slow in its first second. */
const WARM_UP_ROUNDS = 1;
/** A round takes a second or two. */
const ROUND_LIMIT_MS = 60_000;
/** A child starts in less than a second; a machine that does other work needs some more. */
const START_LIMIT_MS = 20_000;

/** A second of recording at 2.4 Mbit/s, and a whole recording that waited in the browser. */
const sizes = [
  { words: 'pieces of 300 kB', pieceBytes: 300_000 },
  { words: 'pieces of 60 MB', pieceBytes: LANE_BYTES },
] as const;

type Protocol = Pick<SendTask, 'origin' | 'protocol' | 'syncFolder'>;
interface Target {
  name: 'ours' | 'nginx' | 'nginx synced' | 'tus' | 'bare';
  pid: number;
  protocol: Protocol;
  lanes(): Promise<SendTask['lanes']>;
}

interface Taken {
  megabytesPerSecond: number;
  /** CPU time of the answering process and its children, without the database. */
  cpuSecondsPerGigabyte: number;
  /** CPU time including the database. */
  allCpuSecondsPerGigabyte: number;
}

export async function run(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-bench-'));
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const video = join(folder, 'video.webm');
    await writeLongRecording(video, LANE_BYTES);
    const server = await runServer({ NODE_ENV: 'production' });
    stops.unshift(() => server.remove());
    const nginx = await startNginx();
    if (nginx) stops.unshift(() => nginx.stop());
    const tus = await tusTarget(folder);
    stops.unshift(tus.stop);
    const bare = await bareTarget(folder);
    stops.unshift(bare.stop);
    const targets = [await ourTarget(server), ...nginxTargets(nginx), tus, bare];
    const rows: Row[] = [];
    for (const size of sizes) rows.push(...(await compare(targets, { video, ...size })));
    return rows;
  } finally {
    for (const stop of stops) await stop();
  }
}

async function ourTarget(server: RunningServer): Promise<Target> {
  const { test } = await createTest(server);
  return {
    name: 'ours',
    pid: server.pid() ?? 0,
    protocol: { origin: server.origin, protocol: 'tus', syncFolder: null },
    lanes: async () => {
      const lanes = await eachSender(async (number) => {
        const session = await startSession(new TestClient(server.origin), test, {
          name: `Sender ${number}`,
        });
        return { path: session.uploadUrl, headers: pieceHeaders(session) };
      });
      await backdateSessions(server);
      return lanes;
    },
  };
}

/** Twice the same: as it comes, and with each file put on stable storage by who asked for it. */
function nginxTargets(nginx: Nginx | null): Target[] {
  if (!nginx) return [];
  const { origin, pid, folder } = nginx;
  let round = 0;
  return ([null, folder] as const).map((syncFolder) => ({
    name: syncFolder === null ? 'nginx' : 'nginx synced',
    pid,
    protocol: { origin, protocol: 'put', syncFolder },
    lanes: () => {
      round += 1;
      return eachSender(async (number) => ({
        path: `/files/round-${round}/${number}`,
        headers: {},
      }));
    },
  }));
}

type Peer = Target & { stop(): Promise<void> };

async function tusTarget(folder: string): Promise<Peer> {
  const { origin, ...child } = await startPeer('tus-server.ts', folder);
  return {
    name: 'tus',
    ...child,
    protocol: { origin, protocol: 'tus', syncFolder: null },
    lanes: () =>
      eachSender(async () => {
        const created = await fetch(`${origin}/files`, {
          method: 'POST',
          headers: { 'tus-resumable': '1.0.0', 'upload-defer-length': '1' },
        });
        const path = new URL(z.string().parse(created.headers.get('location')), origin).pathname;
        return { path, headers: tusHeaders };
      }),
  };
}

async function bareTarget(folder: string): Promise<Peer> {
  const { origin, ...child } = await startPeer('bare-intake.ts', folder);
  let round = 0;
  return {
    name: 'bare',
    ...child,
    protocol: { origin, protocol: 'tus', syncFolder: null },
    lanes: () => {
      round += 1;
      return eachSender(async (number) => ({ path: `/${round}-${number}`, headers: tusHeaders }));
    },
  };
}

const tusHeaders = {
  'tus-resumable': '1.0.0',
  'content-type': 'application/offset+octet-stream',
};

/** A script of this folder with a folder of its own below `folder`. */
async function startPeer(script: string, folder: string) {
  const directory = join(folder, script);
  await mkdir(directory);
  const child = startChild(script, [directory]);
  const origin = z.url().parse(await child.hear(START_LIMIT_MS));
  return { origin, pid: child.pid, stop: () => child.stop() };
}

function eachSender<T>(make: (number: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: SENDERS }, (_, number) => make(number)));
}

/** Servers take turns, so that what else the machine does hits all of them alike. */
async function compare(
  targets: readonly Target[],
  size: { video: string; words: string; pieceBytes: number },
): Promise<Row[]> {
  const taken = new Map<string, Taken[]>();
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    for (const target of targets) {
      const now = await takeIn(target, size);
      if (round >= 0) taken.set(target.name, [...(taken.get(target.name) ?? []), now]);
    }
  }
  const of = (name: string, figure: keyof Taken) =>
    median((taken.get(name) ?? []).map((each) => each[figure]));
  const peers = [
    { name: 'nginx', words: 'nginx', aim: 'at least 0.8' },
    { name: 'nginx synced', words: 'nginx with each file synced', aim: '–' },
    { name: 'tus', words: '@tus/server', aim: '–' },
    { name: 'bare', words: 'bare Node that only writes and syncs', aim: '–' },
  ].filter(({ name }) => taken.has(name));
  return peers.flatMap(({ name, words, aim }) => [
    moreIsBetter({
      name: `${size.words}, against ${words}`,
      ours: of('ours', 'megabytesPerSecond'),
      peer: of(name, 'megabytesPerSecond'),
      unit: 'MB/s',
      aim: '–',
    }),
    lessIsBetter({
      name: `the same, CPU of the server's process`,
      ours: of('ours', 'cpuSecondsPerGigabyte'),
      peer: of(name, 'cpuSecondsPerGigabyte'),
      unit: 's of CPU/GB',
      aim,
    }),
    lessIsBetter({
      name: 'the same, with the database',
      ours: of('ours', 'allCpuSecondsPerGigabyte'),
      peer: of(name, 'allCpuSecondsPerGigabyte'),
      unit: 's of CPU/GB',
      aim: '–',
    }),
  ]);
}

async function takeIn(
  target: Target,
  { video, pieceBytes }: { video: string; pieceBytes: number },
): Promise<Taken> {
  const lanes = await target.lanes();
  const isOurs = target.name === 'ours';
  const cpu = async () => {
    const all = (await cpuMsOfTree(target.pid)) ?? Number.NaN;
    return { all, own: isOurs ? ((await cpuMs(target.pid)) ?? Number.NaN) : all };
  };
  const before = await cpu();
  const pieces = LANE_BYTES / pieceBytes;
  const { seconds, bytes } = await send(
    { ...target.protocol, video, pieceBytes, pieces, intervalMs: 0, hashed: false, lanes },
    ROUND_LIMIT_MS,
  );
  const after = await cpu();
  return {
    megabytesPerSecond: bytes / 1e6 / seconds,
    cpuSecondsPerGigabyte: (after.own - before.own) / 1e3 / (bytes / 1e9),
    allCpuSecondsPerGigabyte: (after.all - before.all) / 1e3 / (bytes / 1e9),
  };
}
