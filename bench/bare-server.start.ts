// Starts the bare server beside ours.
import { z } from 'zod';
import type { BareServerTask } from './bare-server.task.ts';
import { startChild } from './child.ts';

export interface BareServer {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

export async function startBareServer(task: BareServerTask): Promise<BareServer> {
  const { pid, send, hear, stop } = startChild('bare-server.ts');
  send(task);
  return { origin: z.url().parse(await hear(START_LIMIT_MS)), pid, stop };
}

/** It starts in less than a second; a machine that does other work needs some more. */
const START_LIMIT_MS = 20_000;
