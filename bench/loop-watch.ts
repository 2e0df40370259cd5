// Loaded into a server before its own code (node --import): watches its event loop and its memory, and
// writes what it saw into the file LOOP_WATCH_FILE at each SIGUSR2. Then it begins again.
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** A delay is what a timer of this period comes too late. */
const PERIOD_MS = 10;

const delay = monitorEventLoopDelay({ resolution: PERIOD_MS });
delay.enable();
/**
 * Maximum CPU time of the thread between two turns of a timer of that period: the delay that one call adds to
 * the others, whatever else runs on the machine.
 */
let mostCpuMs = 0;
let cpuBefore = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(cpuBefore);
  cpuBefore = process.threadCpuUsage();
  mostCpuMs = Math.max(mostCpuMs, (user + system) / 1000);
}, PERIOD_MS).unref();

const lateMs = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - PERIOD_MS);

process.on('SIGUSR2', () => {
  const path = process.env.LOOP_WATCH_FILE;
  if (!path) return;
  const seen = {
    medianMs: lateMs(delay.percentile(50)),
    p99Ms: lateMs(delay.percentile(99)),
    maxMs: lateMs(delay.max),
    maxCpuMs: mostCpuMs,
    // The result of getrusage is the maximum since the start, in kilobytes.
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
  };
  delay.reset();
  mostCpuMs = 0;
  // A reader that waits for the file must not find half of it.
  writeFileSync(`${path}.new`, JSON.stringify(seen));
  renameSync(`${path}.new`, path);
});
