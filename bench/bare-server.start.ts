// Starts the bare server beside ours.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import type { BareServerTask } from './bare-server.task.ts';

export interface BareServer {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

export async function startBareServer(task: BareServerTask): Promise<BareServer> {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), {
    // Parameters of statements hold bytes and dates.
    serialization: 'advanced',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  child.send(task);
  const [origin] = await once(child, 'message', { signal: AbortSignal.timeout(START_LIMIT_MS) });
  return {
    origin: z.url().parse(origin),
    pid: z.int().parse(child.pid),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

/** It starts in less than a second; a machine that does other work needs some more. */
const START_LIMIT_MS = 20_000;
