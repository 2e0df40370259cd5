// Many recordings at once against one server: whether every byte arrives, how soon each piece is
// acknowledged, and what the server needs for it; and whether each boundary between steps and each answer is stored.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { recordingInfo } from '#contract/recording-info.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { videoKey } from '#server/media/object-keys.ts';
import { TestClient } from '#testing/client.ts';
import { startSession } from '#testing/participant.ts';
import type { RunningServer } from '../e2e/server.ts';
import { send } from './child.ts';
import { writeLongRecording } from './long-recording.ts';
import { type Creator, createTest, finishSession, pieceHeaders } from './participants.ts';
import { cpuMs, cpuMsOfTree } from './process-cpu.ts';
import { alone, quantile, type Row } from './rows.ts';
import { type BoundaryFigures, countBoundaries, passThroughSteps } from './task-boundaries.ts';
import type { SendOutcome } from './tasks.ts';
import { type LoopFigures, runWatchedServer } from './watched-server.ts';

interface Load {
  recordings: number;
  /** Duration of each recording. */
  seconds: number;
  /** Number of the test's tasks, which each participant does in the recording, with a question after each. */
  tasks: number;
}

const FULL: Load = { recordings: 200, seconds: 120, tasks: 5 };
/** 2.5 Mbit/s: what our page asks of the browser's encoder. */
const PIECE_BYTES = 312_500;
/** Sending may take this much longer than the recordings last before it is given up. */
const GRACE_MS = 60_000;
/** Recordings finished at the same time. */
const FINISHED_AT_ONCE = 20;

const recordingsOfTest = z.object({ recordings_info: z.array(recordingInfo) });

interface LoadOutcome extends Load {
  sent: SendOutcome;
  loop: LoopFigures;
  cpuSeconds: { own: number; all: number };
  /** Recordings that are stored otherwise than sent, or not listed as whole. */
  wrong: string[];
  boundaries: BoundaryFigures;
  /** Times until each answer to a question was acknowledged. */
  answerMs: number[];
}

export async function run(): Promise<Row[]> {
  return rowsOf(await takeIn(FULL));
}

/**
 * Sends recordings and compares what is stored with what was sent.
 * @param between something to happen to the server's data before it is compared.
 */
export async function takeIn(
  load: Load,
  between?: (dataDir: string, sessions: readonly StartedSession[]) => Promise<void>,
): Promise<LoadOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-bench-'));
  const server = await runWatchedServer(folder);
  try {
    const video = join(folder, 'video.webm');
    await writeLongRecording(video, load.seconds * PIECE_BYTES);
    const creator = await createTest(server, { tasks: load.tasks, withQuestions: true });
    const sessions = await startAll(server, creator, load.recordings);
    await server.figures();
    const before = await cpuOf(server);
    const goThrough = Promise.all(
      sessions.map((session) => passThroughSteps(server.origin, session, load)),
    );
    const sending = send(
      {
        origin: server.origin,
        video,
        pieceBytes: PIECE_BYTES,
        pieces: load.seconds,
        intervalMs: 1000,
        protocol: 'tus',
        syncFolder: null,
        hashed: true,
        lanes: sessions.map((session) => ({
          path: session.uploadUrl,
          headers: pieceHeaders(session),
        })),
      },
      load.seconds * 1000 + GRACE_MS,
    );
    const [sent, answerMs] = await Promise.all([sending, goThrough]);
    const after = await cpuOf(server);
    const loop = await server.figures();
    const cpuSeconds = { own: after.own - before.own, all: after.all - before.all };
    await finishAll(server, creator, sessions);
    await between?.(server.dataDir, sessions);
    const wrong = await wrongOnes(server, creator, { sessions, sent });
    const boundaries = await countBoundaries(server, sessions, load);
    return { ...load, sent, loop, cpuSeconds, wrong, boundaries, answerMs: answerMs.flat() };
  } finally {
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

async function cpuOf(server: RunningServer) {
  const pid = server.pid() ?? 0;
  const [own, all] = [await cpuMs(pid), await cpuMsOfTree(pid)];
  return { own: (own ?? Number.NaN) / 1000, all: (all ?? Number.NaN) / 1000 };
}

async function startAll(server: RunningServer, { test }: Creator, count: number) {
  const sessions: StartedSession[] = [];
  for (let number = 1; number <= count; number += 1) {
    sessions.push(
      await startSession(new TestClient(server.origin), test, { name: `Participant ${number}` }),
    );
  }
  return sessions;
}

async function finishAll(
  server: RunningServer,
  { test }: Creator,
  sessions: readonly StartedSession[],
): Promise<void> {
  for (let from = 0; from < sessions.length; from += FINISHED_AT_ONCE) {
    const some = sessions.slice(from, from + FINISHED_AT_ONCE);
    await Promise.all(some.map((session) => finishSession(server.origin, test, session)));
  }
}

/** One line for each recording that is not exactly what was sent. */
async function wrongOnes(
  server: RunningServer,
  { client, test }: Creator,
  { sessions, sent }: { sessions: readonly StartedSession[]; sent: SendOutcome },
): Promise<string[]> {
  const { body } = await client.get(`/api/tests/${test._id}`, { accept: 'application/json' });
  const listed = new Map(
    recordingsOfTest.parse(body).recordings_info.map((each) => [each.id, each]),
  );
  const wrong: string[] = [];
  for (const [number, { _id }] of sessions.entries()) {
    const stored = await hashOf(join(server.dataDir, 'media', videoKey(_id)));
    if (stored !== sent.sha256[number]) wrong.push(`${_id} is stored otherwise than sent`);
    const sizeBytes = sent.bytes / sessions.length;
    const recording = listed.get(_id);
    if (recording?.state !== 'ready' || recording.sizeBytes !== sizeBytes) {
      wrong.push(`${_id} is listed as ${JSON.stringify(recording)}`);
    }
  }
  for (const line of wrong) console.error(line);
  return wrong;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

function rowsOf(outcome: LoadOutcome): Row[] {
  const { recordings, seconds, tasks, sent, loop, cpuSeconds, wrong, boundaries, answerMs } =
    outcome;
  const megabytes = sent.bytes / 1e6;
  const offered = (recordings * PIECE_BYTES) / 1e6;
  const ms = (name: string, ours: number) => alone({ name, ours, unit: 'ms', aim: '–' });
  return [
    alone({
      name: `recordings that are not what was sent, of ${recordings} (${megabytes.toFixed(0)} MB)`,
      ours: wrong.length,
      unit: 'recordings',
      aim: '0',
    }),
    alone({
      name: `boundaries of steps that are not stored, of ${4 * tasks * recordings}`,
      ours: boundaries.lost,
      unit: 'boundaries',
      aim: '0',
    }),
    alone({
      name: `answers that are not stored as given, of ${tasks * recordings}`,
      ours: boundaries.lostAnswers,
      unit: 'answers',
      aim: '0',
    }),
    ms('saving an answer, median', quantile(answerMs, 0.5)),
    ms('saving an answer, p99', quantile(answerMs, 0.99)),
    alone({
      name: `sessions without a run for each of ${tasks} tasks, of ${recordings}`,
      ours: boundaries.withoutRuns,
      unit: 'sessions',
      aim: '0',
    }),
    alone({
      name: `taken in, of ${offered.toFixed(1)} MB/s offered for ${seconds} s`,
      ours: megabytes / sent.seconds,
      unit: 'MB/s',
      aim: '–',
    }),
    ms('piece to acknowledgement, median', quantile(sent.ackMs, 0.5)),
    ms('piece to acknowledgement, p99', quantile(sent.ackMs, 0.99)),
    ms('piece to acknowledgement, longest', quantile(sent.ackMs, 1)),
    ms("sender behind a recorder's pace, p99", quantile(sent.lateMs, 0.99)),
    ms('event loop late, median', loop.medianMs),
    ms('event loop late, p99', loop.p99Ms),
    ms('event loop late, longest', loop.maxMs),
    alone({
      name: 'peak memory of the server process',
      ours: loop.peakMemoryBytes / 1e6,
      unit: 'MB',
      aim: '–',
    }),
    alone({
      name: 'CPU of the server process',
      ours: cpuSeconds.own / sent.seconds,
      unit: 'cores',
      aim: '–',
    }),
    alone({
      name: 'CPU with its database',
      ours: cpuSeconds.all / sent.seconds,
      unit: 'cores',
      aim: '–',
    }),
  ];
}
