// Our server with a watch on its event loop.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { type RunningServer, runServer } from '../e2e/server.ts';

export type LoopFigures = z.infer<typeof loopFigures>;
const loopFigures = z.object({
  /** Median delay of the event loop since the last request for the figures. */
  medianMs: z.number(),
  p99Ms: z.number(),
  maxMs: z.number(),
  /** The most CPU time between two turns of the event loop. */
  maxCpuMs: z.number(),
  /** Since the start. */
  peakMemoryBytes: z.number(),
});

export interface WatchedServer extends RunningServer {
  figures(): Promise<LoopFigures>;
}

/** Limit of the answer to a signal, which the server handles in the event loop's next turn. */
const ANSWER_LIMIT_MS = 10_000;

/** @param environment of the server beside the watch's */
export async function runWatchedServer(
  folder: string,
  environment: Record<string, string> = {},
): Promise<WatchedServer> {
  const file = join(folder, 'loop-watch.json');
  const watch = pathToFileURL(join(import.meta.dirname, 'loop-watch.ts')).href;
  const server = await runServer({
    NODE_ENV: 'production',
    // The heap option is that of `npm start`.
    NODE_OPTIONS: `--max-semi-space-size=8 --import ${watch}`,
    LOOP_WATCH_FILE: file,
    ...environment,
  });
  return {
    ...server,
    figures: async () => {
      await rm(file, { force: true });
      process.kill(server.pid() ?? 0, 'SIGUSR2');
      const limit = Date.now() + ANSWER_LIMIT_MS;
      while (Date.now() < limit) {
        const text = await readFile(file, 'utf8').catch(() => null);
        if (text !== null) return loopFigures.parse(JSON.parse(text));
        await sleep(20);
      }
      throw new Error('the server does not tell how late it was');
    },
  };
}
