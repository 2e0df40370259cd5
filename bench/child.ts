// Scripts of this folder as processes of their own: what is measured must not share a thread with what measures.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import { type BareServerTask, type SendOutcome, type SendTask, sendOutcome } from './tasks.ts';

export interface Child {
  pid: number;
  send(task: object): void;
  /** Returns the next message. @throws Error if the process ends first or sends none within the limit. */
  hear(limitMs: number): Promise<unknown>;
  stop(): Promise<void>;
}

/** @param script file name beside this one. */
export function startChild(script: string, args: readonly string[] = []): Child {
  const child = fork(join(import.meta.dirname, script), args, {
    // Tasks hold bytes and dates.
    serialization: 'advanced',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  // The process may end before its last message has been read.
  const gone = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  const ended = gone.then(([[code]]) => {
    throw new Error(`${script} ended with ${code}`);
  });
  // The next listener gets it.
  ended.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    send: (task) => {
      child.send(task);
    },
    hear: async (limitMs) => {
      const messageEvent = once(child, 'message', { signal: AbortSignal.timeout(limitMs) });
      const [message] = await Promise.race([messageEvent, ended]);
      return message;
    },
    stop: async () => {
      child.kill();
      await ended.catch(() => undefined);
    },
  };
}

/** @throws Error when a piece is refused, or when it takes longer than `limitMs`. */
export async function send(task: SendTask, limitMs: number): Promise<SendOutcome> {
  const child = startChild('send.ts');
  try {
    child.send(task);
    return sendOutcome.parse(await child.hear(limitMs));
  } finally {
    await child.stop();
  }
}

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

/** Returns the task that the parent process sent. Runs in the child. */
export async function hearTask(): Promise<unknown> {
  const [task] = await once(process, 'message');
  return task;
}

/** The last word: the channel is closed once it is out, as a long one takes more than one write. */
export async function tellOutcome(outcome: object): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.send?.(outcome, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });
  process.disconnect();
}

/** Listens on a free port of loopback and sends the address to the parent. Runs in the child. */
export async function tellAddress(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the peer has no port');
  process.send?.(`http://127.0.0.1:${address.port}`);
}
