// A script of this folder as a process of its own: what is measured must not share a thread with what measures.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Child {
  pid: number;
  send(task: object): void;
  /** The next message. @throws Error when it ends first, or says nothing for so long. */
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
  // The process may be gone before all that it said has been read.
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
      const heard = once(child, 'message', { signal: AbortSignal.timeout(limitMs) });
      const [message] = await Promise.race([heard, ended]);
      return message;
    },
    stop: async () => {
      child.kill();
      await ended.catch(() => undefined);
    },
  };
}
