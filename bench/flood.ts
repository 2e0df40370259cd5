// One flood, in a process of its own and behind others in the queue for a processor: what shows is
// what its requests cost the server, not what sending them costs the machine. Started by hostile.bench.ts.
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { hearTask, tellOutcome } from './child.ts';
import { floods } from './floods.ts';
import { floodTask } from './tasks.ts';

const task = floodTask.parse(await hearTask());
const flood = floods[task.flood];
if (!flood) throw new Error(`no flood ${task.flood}`);
const answers: Record<string, number> = {};
const lanes = await Promise.all(
  Array.from({ length: flood.lanes }, (_, lane) => flood.begin(task, lane)),
);
setPriority(constants.priority.PRIORITY_LOW);
const endAt = performance.now() + task.seconds * 1000;
/** Requests that are open at the end are dropped. */
const over = sleep(task.seconds * 1000, 'open');
await Promise.all(
  lanes.map(async (ask, lane) => {
    const paceMs = (1000 * flood.lanes) / flood.perSecond;
    // The lanes send one after the other, and not all in the same millisecond.
    await sleep((lane / flood.lanes) * paceMs);
    while (performance.now() < endAt) {
      const from = performance.now();
      const status = await Promise.race([ask().catch(() => 0), over]);
      answers[status] = (answers[status] ?? 0) + 1;
      await sleep(
        Math.max(0, Math.min(paceMs - (performance.now() - from), endAt - performance.now())),
      );
    }
  }),
);
await tellOutcome({ answers });
process.exit(0);
