// The soak's participants, in a process of their own behind a rough line: started by soak.bench.ts.
import { readFile } from 'node:fs/promises';
import { randomNumbers } from '#testing/random-numbers.ts';
import { hearTask, tellOutcome } from './child.ts';
import { laneOf, videoOf } from './lane.ts';
import { startBreakingProxy } from './proxy.ts';
import { type Plan, takePart } from './soak-participant.ts';
import { type Ending, type SoakTask, soakTask } from './tasks.ts';

/** Half of all participants stay to the end. The others leave, and half of those return. */
const FATES = ['stays', 'stays', 'returns', 'vanishes'] as const;
/** Maximum absence of a participant who returns. */
const AWAY_MS = 8000;

const task = soakTask.parse(await hearTask());
const random = randomNumbers(task.seed);
const line = await startBreakingProxy(random);
line.leadTo(task.origin);
callThrough(line.origin);
// The deliberate faults cause thousands of warnings from the page's code.
console.warn = () => undefined;
console.error = () => undefined;
const endings = await everyone(task);
await line.close();
await tellOutcome({ cuts: line.cuts(), endings });

/** The page's code calls paths of its own origin: here they go through the rough line. */
function callThrough(origin: string): void {
  const direct = globalThis.fetch;
  globalThis.fetch = (address, init) =>
    direct(typeof address === 'string' ? new URL(address, origin) : address, init);
}

/** So many at once: who is done makes room for the next. */
async function everyone({ origin, test, sessions, atOnce, ...rest }: SoakTask): Promise<Ending[]> {
  const video = videoOf(await readFile(rest.video));
  const plans = Array.from({ length: sessions }, (_, number) => planOf(number, rest));
  const endings: Ending[] = [];
  const place = async () => {
    for (let plan = plans.shift(); plan; plan = plans.shift()) {
      const lane = laneOf(video, plan.number);
      endings.push(await takePart(plan, { origin, test, lane }).catch(() => lostAtTheDoor(plan)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, place));
  return endings;
}

function planOf(number: number, { longestSeconds }: Pick<SoakTask, 'longestSeconds'>): Plan {
  const quarterMs = (longestSeconds * 1000) / 4;
  return {
    number,
    fate: FATES[random(FATES.length)] ?? 'stays',
    recordedMs: quarterMs + random(3 * quarterMs),
    awayMs: random(AWAY_MS),
  };
}

/** No session was started, so nothing was recorded or lost, but the outcome reports it. */
function lostAtTheDoor({ number, fate }: Plan): Ending {
  const nothing = { recordedBytes: 0, spooledBytes: 0, acknowledgedBytes: 0 };
  return { sessionId: null, lane: number, fate, ...nothing, phase: 'not started' };
}
