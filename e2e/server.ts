// Runs the product as `npm start` does, as a process of its own that a journey may stop or kill.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimPort } from '#testing/claimed-port.ts';

export interface RunningServer {
  origin: string;
  /** The sample prototype's link, as printed at the start. */
  prototypeUrl: string;
  dataDir: string;
  /** Process id of the running server, or undefined before the first start. */
  pid(): number | undefined;
  /** Ends the process; SIGKILL ends it without any chance to tidy up. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts it again on the same address with the same data. */
  start(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/** An embedded database is made first, on a machine that does much else. */
const START_LIMIT_MS = 60_000;

/** Starts a server with an empty data folder on free ports. */
export async function runServer(environment: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tryout-journey-'));
  const port = await claimPort();
  const samplePort = await claimPort();
  const env = {
    ...process.env,
    PORT: String(port),
    SAMPLE_PORT: String(samplePort),
    DATA_DIR: dataDir,
    // Machines that run tests may have little free.
    FREE_SPACE_FLOOR_BYTES: '0',
    LOG_LEVEL: 'warn',
    ...environment,
  };
  let child: ChildProcess | null = null;
  let printed = '';
  const server: RunningServer = {
    origin: `http://127.0.0.1:${port}`,
    prototypeUrl: '',
    dataDir,
    pid: () => child?.pid,
    async start() {
      child = spawn(process.execPath, ['server/main.ts'], {
        cwd: join(import.meta.dirname, '..'),
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      printed = await readUntil(child, 'Stop with Ctrl-C');
    },
    async stop(signal = 'SIGTERM') {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
    async remove() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  await server.start();
  const prototypeUrl = /http\S+\/proto\/\S+/.exec(printed)?.[0];
  if (prototypeUrl === undefined) throw new Error(`the sample is not served: ${printed}`);
  server.prototypeUrl = prototypeUrl;
  return server;
}

async function readUntil(child: ChildProcess, words: string): Promise<string> {
  let text = '';
  return await new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`no start: ${text}`)), START_LIMIT_MS);
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      process.stderr.write(chunk);
      text += chunk;
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (!text.includes(words)) return;
      clearTimeout(limit);
      resolve(text);
    });
  });
}
