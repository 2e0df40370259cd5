// Where and when figures were taken: without it they say nothing.
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';

/** One line: date, processor, memory, system, Node, and what else kept the machine busy. */
export function describeMachine(): string {
  const cores = availableParallelism();
  const gigabytes = Math.round(totalmem() / 1e9);
  const [lastMinute = 0] = loadavg();
  return [
    new Date().toISOString().slice(0, 16).replace('T', ' ').concat(' UTC'),
    `${cores} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`,
    `${gigabytes} GB`,
    `${type()} ${release()}`,
    `Node ${process.versions.node}`,
    `load before the run ${lastMinute.toFixed(1)}`,
  ].join(', ');
}
