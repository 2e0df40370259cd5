// Many sessions while connections break, tabs are lost and the server is killed: whether anything that
// was acknowledged is missing, and how many seconds are.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { videoKey } from '#server/media/object-keys.ts';
import { webmLayout } from '#server/media/virtual-webm.ts';
import { WebmIndexer } from '#server/media/webm-indexer.ts';
import { randomNumbers } from '#testing/random-numbers.ts';
import { type RunningServer, runServer } from '../e2e/server.ts';
import { startChild } from './child.ts';
import { laneOf, type Video, videoOf } from './lane.ts';
import { writeLongRecording } from './long-recording.ts';
import { createTest } from './participants.ts';
import { alone, quantile, type Row } from './rows.ts';
import { BYTES_PER_SECOND } from './soak-participant.ts';
import { type Ending, type SoakTask, soakOutcome } from './tasks.ts';

type Soak = Pick<SoakTask, 'seed' | 'sessions' | 'atOnce' | 'longestSeconds'> & {
  /** The server is killed after a random time up to this, again and again. */
  killWithinMs: number;
};

const FULL = { sessions: 1000, atOnce: 250, longestSeconds: 40, killWithinMs: 20_000 };
/** For how long the killed server stays away. */
const DOWN_MS = 2000;
/** All together may take this much longer than their recordings last before it is given up. */
const GRACE_MS = 180_000;

/** The outcome of a session. */
interface Finding {
  ending: Ending;
  storedBytes: number;
  /** Broken promises, in words. */
  faults: string[];
}

interface SoakOutcome {
  kills: number;
  cuts: number;
  findings: Finding[];
}

export async function run(): Promise<Row[]> {
  const seed = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);
  console.info(`the soak's seed: ${seed} (SOAK_SEED=${seed} repeats its choices)`);
  return rowsOf(await soak({ ...FULL, seed }));
}

/** @param between something to happen to the server's data before it is compared. */
export async function soak(
  { killWithinMs, ...plan }: Soak,
  between?: (dataDir: string, endings: readonly Ending[]) => Promise<void>,
): Promise<SoakOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-bench-'));
  const server = await runServer({ NODE_ENV: 'production', LOG_LEVEL: 'fatal' });
  const child = startChild('soak.ts');
  try {
    const video = join(folder, 'video.webm');
    await writeLongRecording(video, (plan.longestSeconds + 1) * BYTES_PER_SECOND);
    const { test } = await createTest(server);
    child.send({ ...plan, origin: server.origin, test, video });
    const turns = Math.ceil(plan.sessions / plan.atOnce);
    const limitMs = turns * plan.longestSeconds * 1000 + GRACE_MS;
    const killer = startKiller(server, { killWithinMs, seed: plan.seed });
    const outcome = child.hear(limitMs).finally(killer.stop);
    const { cuts, endings } = soakOutcome.parse(await outcome);
    await between?.(server.dataDir, endings);
    const sent = videoOf(await readFile(video));
    const findings = await Promise.all(endings.map((ending) => find(server, sent, ending)));
    for (const { faults } of findings) for (const fault of faults) console.error(fault);
    return { kills: killer.kills(), cuts, findings };
  } finally {
    await child.stop();
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Kills the server and starts it again at random moments; it is up when `stop` has answered. */
function startKiller(
  server: RunningServer,
  { killWithinMs, seed }: { killWithinMs: number; seed: number },
) {
  const random = randomNumbers(seed + 1);
  const done = new AbortController();
  let kills = 0;
  const work = async () => {
    while (!done.signal.aborted) {
      await sleep(random(killWithinMs), undefined, { signal: done.signal }).catch(() => 'stopped');
      if (done.signal.aborted) return;
      await server.stop('SIGKILL');
      kills += 1;
      await sleep(random(DOWN_MS));
      await server.start();
    }
  };
  const working = work();
  // Told by `stop`.
  working.catch(() => undefined);
  return {
    kills: () => kills,
    stop: async () => {
      done.abort();
      await working;
    },
  };
}

async function find(server: RunningServer, video: Video, ending: Ending): Promise<Finding> {
  if (ending.sessionId === null) {
    return { ending, storedBytes: 0, faults: [`participant ${ending.lane} could not start`] };
  }
  const path = join(server.dataDir, 'media', videoKey(ending.sessionId));
  const stored = await readFile(path).catch(() => Buffer.alloc(0));
  const sent = Buffer.concat(laneOf(video, ending.lane).slices(0, stored.length));
  const checks: [boolean, string][] = [
    [!stored.equals(sent), 'is stored otherwise than sent'],
    [stored.length > ending.spooledBytes, 'has more than was recorded'],
    [stored.length < ending.acknowledgedBytes, 'lacks acknowledged bytes'],
    [ending.fate !== 'vanishes' && ending.phase !== 'done', `ended as ${ending.phase}`],
    [ending.phase === 'done' && stored.length < ending.spooledBytes, 'is not whole'],
    [stored.length >= BYTES_PER_SECOND && !isWatchable(stored), 'cannot be watched'],
  ];
  const faults = checks.filter(([isFault]) => isFault).map(([, what]) => what);
  return {
    ending,
    storedBytes: stored.length,
    faults: faults.map((what) => `${ending.sessionId} (${ending.fate}) ${what}`),
  };
}

function isWatchable(bytes: Uint8Array): boolean {
  const indexer = new WebmIndexer();
  indexer.feed(bytes);
  return webmLayout(indexer.index) !== null;
}

function rowsOf({ kills, cuts, findings }: SoakOutcome): Row[] {
  const count = (name: string, ours: number, aim = '–') =>
    alone({ name, ours, unit: 'times', aim });
  return [
    count(`sessions with a fault, of ${findings.length}`, withFault(findings), '0'),
    count('server killed and started again', kills),
    count('connections cut off in a piece or before an answer', cuts),
    ...lostRows(findings, 'stays', 'who stayed to the end'),
    ...lostRows(findings, 'returns', 'whose tab was lost and who came back'),
    ...lostRows(findings, 'vanishes', 'whose tab was lost and who never came back'),
  ];
}

function withFault(findings: readonly Finding[]): number {
  return findings.filter(({ faults }) => faults.length > 0).length;
}

/** Seconds recorded that are not stored, beside all that was recorded: upload after stop has none of it. */
function lostRows(findings: readonly Finding[], fate: Ending['fate'], who: string): Row[] {
  const some = findings.filter(({ ending }) => ending.fate === fate);
  const seconds = some.map(
    ({ ending, storedBytes }) => (ending.recordedBytes - storedBytes) / BYTES_PER_SECOND,
  );
  const mean = seconds.reduce((sum, each) => sum + each, 0) / seconds.length;
  const row = (what: string, ours: number) =>
    alone({ name: `lost by those ${who} (${some.length}), ${what}`, ours, unit: 's', aim: '–' });
  return [
    row('mean', mean),
    row('p99', quantile(seconds, 0.99)),
    row('most', quantile(seconds, 1)),
  ];
}
