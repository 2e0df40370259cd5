// Asks one address over and over for a while, and measures what that costs the server that answers.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { cpuMs } from './process-cpu.ts';

const run = promisify(execFile);

/** Number of connections that keeps one core of a server busy without a queue at its pool. */
const CONNECTIONS = 10;

export interface Target {
  name: string;
  url: string;
  headers: Record<string, string>;
  /** The process that answers. */
  pid: number;
}

export interface Load {
  perSecond: number;
  /** CPU time of the answering process for one request, or null where the system does not report it. */
  cpuMs: number | null;
}

/** The part of autocannon's output with --json that is read here. */
const report = z.object({
  requests: z.object({ total: z.number(), average: z.number() }),
  errors: z.literal(0),
  timeouts: z.literal(0),
  non2xx: z.literal(0),
  duration: z.number(),
});

/** @throws Error when a single answer is not a success. */
export async function ask(target: Target, seconds: number): Promise<Load> {
  const headers = Object.entries(target.headers).flatMap(([name, value]) => [
    '--headers',
    `${name}=${value}`,
  ]);
  const before = await cpuMs(target.pid);
  const { stdout } = await run(process.execPath, [
    fileURLToPath(import.meta.resolve('autocannon')),
    ...['--json', '--no-progress', '--connections', String(CONNECTIONS)],
    ...['--duration', String(seconds), ...headers, target.url],
  ]);
  const after = await cpuMs(target.pid);
  const { requests, duration } = report.parse(JSON.parse(stdout));
  return {
    perSecond: requests.total / duration,
    cpuMs: before === null || after === null ? null : (after - before) / requests.total,
  };
}
