// One flood, in a process of its own and behind others in the queue for a processor: what shows is
// what its requests cost the server, not what sending them costs the machine. It says when it is ready, begins at the
// next message, and ends at the one after. Started by hostile.bench.ts.
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { hearTask, tellOutcome } from './child.ts';
import { fetchFrom } from './fetch-from.ts';
import { FLOOD_ADDRESS, floods } from './floods.ts';
import { floodTask } from './tasks.ts';

setPriority(constants.priority.PRIORITY_LOW);
// Honest participants have another address.
globalThis.fetch = fetchFrom(FLOOD_ADDRESS);
const task = floodTask.parse(await hearTask());
const flood = floods[task.flood];
if (!flood) throw new Error(`no flood ${task.flood}`);
const answers: Record<string, number> = {};
const lanes = await Promise.all(
  Array.from({ length: flood.lanes }, (_, lane) => flood.begin(task, lane)),
);
process.send?.('ready');
await once(process, 'message');
let isOver = false;
/** Requests that are open at the end are dropped. */
const over = once(process, 'message').then(() => {
  isOver = true;
  return 'open';
});
await Promise.all(
  lanes.map(async (ask, lane) => {
    const paceMs = (1000 * flood.lanes) / flood.perSecond;
    // The lanes send one after the other, and not all in the same millisecond.
    await sleep((lane / flood.lanes) * paceMs);
    while (!isOver) {
      const from = performance.now();
      const status = await Promise.race([ask().catch(() => 0), over]);
      answers[status] = (answers[status] ?? 0) + 1;
      await Promise.race([sleep(Math.max(0, paceMs - (performance.now() - from))), over]);
    }
  }),
);
await tellOutcome({ answers });
process.exit(0);
