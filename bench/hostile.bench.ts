// Floods beside honest recordings: what honest participants and the server feel of each kind, against
// the same server without it. Each kind has a server of its own, for some of them ended one.
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CROSS_SITE_COOKIE, CROSS_SITE_HEADER } from '#contract/cookies.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { videoKey } from '#server/media/object-keys.ts';
import { TestClient } from '#testing/client.ts';
import { startSession } from '#testing/participant.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import { type Child, startChild } from './child.ts';
import { floods } from './floods.ts';
import { writeLongRecording } from './long-recording.ts';
import { type Creator, createTest } from './participants.ts';
import { memoryBytes } from './process-memory.ts';
import { alone, lessIsBetter, quantile, type Row } from './rows.ts';
import { type FloodTask, floodOutcome, type HonestOutcome, honestOutcome } from './tasks.ts';
import { type LoopFigures, runWatchedServer, type WatchedServer } from './watched-server.ts';

interface Plan {
  participants: number;
  /** Alone, and then again beside the flood. */
  seconds: number;
  /** Keys of `floods`; a list is one run with all of them at once. */
  runs: readonly (readonly string[])[];
}

const ALL = Object.keys(floods);
const FULL: Plan = { participants: 10, seconds: 10, runs: [...ALL.map((name) => [name]), ALL] };
/** 1 Mbit/s: enough to be felt, little enough that ten leave the processors room. */
const PIECE_BYTES = 125_000;
const EVENTS_PER_PIECE = 3;
const GRACE_MS = 45_000;
const READY_MS = 60_000;
/** Messages to the processes of floods, after their task. */
const BEGIN = { message: 'begin' };
const END = { message: 'end' };
const MEMORY_EVERY_MS = 100;

interface Phase {
  honest: HonestOutcome;
  /** Delays of the event loop, or null if the server stopped answering. */
  loop: LoopFigures | null;
  peakMemoryBytes: number;
  lostBytes: number;
  answers: Record<string, number>;
}

export interface HostileRun {
  title: string;
  without: Phase;
  beside: Phase;
}

export async function run(): Promise<Row[]> {
  return rowsOf(await endure(FULL));
}

/** @param between something to happen to the stored videos before they are compared. */
export async function endure(
  plan: Plan,
  between?: (path: string) => Promise<void>,
): Promise<HostileRun[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-bench-'));
  await chmod(folder, 0o755);
  const runs: HostileRun[] = [];
  try {
    const video = join(folder, 'video.webm');
    await writeLongRecording(video, (plan.seconds + 1) * PIECE_BYTES);
    for (const names of plan.runs) {
      const server = await runWatchedServer(folder);
      try {
        const creator = await createTest(server);
        const scene = { server, creator, video, plan, between };
        const without = await phase(scene, []);
        const beside = await phase(scene, names);
        const [only] = names;
        const title = names.length === 1 && only ? (floods[only]?.title ?? only) : 'all together';
        runs.push({ title, without, beside });
        console.info(`${title}: ${JSON.stringify(beside.answers)}`);
      } finally {
        await server.stop('SIGKILL');
        await server.remove();
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return runs;
}

interface Scene {
  server: WatchedServer;
  creator: Creator;
  video: string;
  plan: Plan;
  between: ((path: string) => Promise<void>) | undefined;
}

async function phase(scene: Scene, names: readonly string[]): Promise<Phase> {
  const { server, creator, video, plan, between } = scene;
  const sessions = await startAll(server.origin, creator, plan.participants);
  const tasks = await Promise.all(names.map((name) => floodTask(scene, name)));
  const flooding = await Promise.all(tasks.map(startFlood));
  const memory = watchMemory(server.pid() ?? 0);
  await server.figures();
  for (const { child } of flooding) child.send(BEGIN);
  const honest = await measureHonest(plan.seconds, {
    origin: server.origin,
    video,
    pieceBytes: PIECE_BYTES,
    seconds: plan.seconds,
    eventsPerPiece: EVENTS_PER_PIECE,
    finishPath: `/api/link/upload/${creator.test.uniqueId}/${creator.test._id}/x/y`,
    sessions: sessions.map(({ _id: id, uploadId, uploadUrl, token }) => ({
      id,
      uploadId,
      uploadUrl,
      token,
    })),
  }).then((message) => honestOutcome.parse(message));
  const answers = Object.assign({}, ...(await Promise.all(flooding.map(endFlood))));
  const loop = await server.figures().catch(() => null);
  const paths = sessions.map(({ _id }) => join(server.dataDir, 'media', videoKey(_id)));
  if (between) await Promise.all(paths.map(between));
  const lost = await Promise.all(
    paths.map((path, number) => lostBytes(path, honest.kept[number] ?? { bytes: 0, sha256: '' })),
  );
  return {
    honest,
    loop,
    peakMemoryBytes: memory.stop(),
    lostBytes: lost.reduce((sum, bytes) => sum + bytes, 0),
    answers,
  };
}

async function startAll(origin: string, { test }: Creator, count: number) {
  const sessions: StartedSession[] = [];
  for (let number = 1; number <= count; number += 1) {
    const client = new TestClient(origin);
    sessions.push(await startSession(client, test, { name: `Participant ${number}` }));
  }
  return sessions;
}

/** The attacker has the share link, and is signed in with a workspace of their own. */
async function floodTask({ server, creator }: Scene, name: string): Promise<FloodTask> {
  const attacker = new TestClient(server.origin);
  const person = { email: `mallory-${name.toLowerCase()}@example.com`, name: 'Mallory' };
  await signInAtIssuer(attacker, person);
  await attacker.post('/api/set-company', { company: 'Mallory' });
  const { _id: id, uniqueId, figmaUrl } = creator.test;
  return {
    origin: server.origin,
    flood: name,
    prepared: (await floods[name]?.prepare?.(attacker, figmaUrl)) ?? [],
    test: { id, uniqueId, figmaUrl },
    credentials: {
      cookie: [...attacker.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      [CROSS_SITE_HEADER]: attacker.cookies.get(CROSS_SITE_COOKIE) ?? '',
    },
  };
}

interface Flooding {
  name: string;
  child: Child;
}

/** Starts the process of a flood, which is ready to begin when this resolves. Its start would slow the honest ones. */
async function startFlood(task: FloodTask): Promise<Flooding> {
  const child = startChild('flood.ts');
  child.send(task);
  await child.hear(READY_MS);
  return { name: task.flood, child };
}

/** Status → how many, for one flood: its name stands before each. */
async function endFlood({ name, child }: Flooding): Promise<Record<string, number>> {
  try {
    child.send(END);
    const { answers } = floodOutcome.parse(await child.hear(GRACE_MS));
    return Object.fromEntries(
      Object.entries(answers).map(([status, count]) => [`${name} ${status}`, count]),
    );
  } catch {
    return { [`${name} ended`]: 1 };
  } finally {
    await child.stop();
  }
}

async function measureHonest(seconds: number, task: object): Promise<unknown> {
  const child = startChild('honest.ts');
  try {
    child.send(task);
    return await child.hear(seconds * 1000 + GRACE_MS);
  } finally {
    await child.stop();
  }
}

/** The most that a process holds, looked at ten times a second. */
function watchMemory(pid: number) {
  let peakBytes = 0;
  const look = async () => {
    peakBytes = Math.max(peakBytes, await memoryBytes(pid));
  };
  const timer = setInterval(() => void look(), MEMORY_EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return peakBytes;
    },
  };
}

/** Acknowledged bytes that are not stored; all of them when one differs. */
async function lostBytes(
  path: string,
  acknowledgedPart: HonestOutcome['kept'][number],
): Promise<number> {
  if (acknowledgedPart.bytes === 0) return 0;
  const handle = await open(path, 'r').catch(() => null);
  if (!handle) return acknowledgedPart.bytes;
  const bytes = Buffer.alloc(acknowledgedPart.bytes);
  const { bytesRead } = await handle.read(bytes, 0, acknowledgedPart.bytes, 0);
  await handle.close();
  if (bytesRead < acknowledgedPart.bytes) return acknowledgedPart.bytes - bytesRead;
  const isSame = createHash('sha256').update(bytes).digest('hex') === acknowledgedPart.sha256;
  return isSame ? 0 : acknowledgedPart.bytes;
}

function rowsOf(runs: readonly HostileRun[]): Row[] {
  const lost = runs.reduce(
    (sum, { without, beside }) => sum + without.lostBytes + beside.lostBytes,
    0,
  );
  const acknowledgedParts = runs.flatMap(({ without, beside }) => [
    ...without.honest.kept,
    ...beside.honest.kept,
  ]);
  const megabytes = acknowledgedParts.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  return [
    ...runs.flatMap(rowsOfRun),
    alone({
      name: `bytes lost that were acknowledged (of ${megabytes.toFixed(0)} MB)`,
      ours: lost,
      unit: 'bytes',
      aim: '0',
    }),
  ];
}

function rowsOfRun({ title, without, beside }: HostileRun): Row[] {
  const compare = (name: string, unit: string, of: (phase: Phase) => number) =>
    lessIsBetter({
      name: `${title}: ${name}`,
      ours: of(beside),
      peer: of(without),
      unit,
      aim: '–',
    });
  const missing = Number.NaN;
  return [
    compare('piece to acknowledgement, median', 'ms', ({ honest }) => quantile(honest.ackMs, 0.5)),
    compare('the same, p99', 'ms', ({ honest }) => quantile(honest.ackMs, 0.99)),
    compare('sheet of stills to answer, median', 'ms', ({ honest }) =>
      quantile(honest.stillMs, 0.5),
    ),
    compare('call that finishes to answer, median', 'ms', ({ honest }) =>
      quantile(honest.finishMs, 0.5),
    ),
    compare('event loop late, p99', 'ms', ({ loop }) => loop?.p99Ms ?? missing),
    compare('the same, longest', 'ms', ({ loop }) => loop?.maxMs ?? missing),
    compare(
      "the server's thread busy in one turn, longest",
      'ms of CPU',
      ({ loop }) => loop?.maxCpuMs ?? missing,
    ),
    compare('peak memory', 'MB', ({ peakMemoryBytes }) => peakMemoryBytes / 1e6),
    alone({
      name: `${title}: honest calls that failed`,
      ours: beside.honest.failedTries + beside.honest.failedCalls,
      unit: 'calls',
      aim: '0',
    }),
  ];
}
