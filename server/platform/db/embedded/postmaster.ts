// Runs PostgreSQL's server process: starts it, starts it again when it dies, stops it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf } from '#server/platform/machine/os-user.ts';
import { endWithThisProcess, programEnvironment } from './cluster.ts';
import { reaching } from './cluster-handle.ts';
import type { Place } from './place.ts';

export interface Launch {
  place: Place;
  /** Folder with `bin/`. */
  binaries: string;
  socketFolder: string;
  /** Server settings beyond ours. */
  settings: Readonly<Record<string, string>>;
  log: PostmasterLog;
  /** Ends the start when it is aborted. */
  signal: AbortSignal;
}

export interface PostmasterLog {
  debug(detail: object, message: string): void;
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
}

/** Time that processes of a killed server may take to release its files. */
const RETRY_FOR_MS = 30_000;
const RETRY_AFTER_MS = 150;
/** A fast shutdown that takes longer is cut short; the next start recovers from the log. */
const STOP_LIMIT_MS = 60_000;

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // Compiling costs more than it saves for queries that take milliseconds.
  jit: 'off',
  // Errors of queries are reported by their callers.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/** Output of a server that was started too early after a killed one. */
const heldByOthers = /lock file|shared memory block/;

export class Postmaster {
  readonly #launch: Launch;
  #child: ChildProcess;
  #stopping = false;
  #restart: Promise<void> = Promise.resolve();

  private constructor(launch: Launch, child: ChildProcess) {
    this.#launch = launch;
    this.#child = child;
    this.#watch();
  }

  /** Starts the server and resolves once it accepts connections. If it was aborted, it has ended when this rejects. */
  static async start(launch: Launch): Promise<Postmaster> {
    return new Postmaster(launch, await launchPatiently(launch));
  }

  /** Ends connections and transactions, writes everything to disk, and exits. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#restart;
    const child = this.#child;
    if (hasEnded(child)) return;
    const gone = once(child, 'exit');
    child.kill('SIGINT');
    const impatience = setTimeout(() => child.kill('SIGQUIT'), STOP_LIMIT_MS);
    await gone;
    clearTimeout(impatience);
  }

  #watch(): void {
    const child = this.#child;
    const report = () => {
      if (this.#stopping) return;
      const detail = { code: child.exitCode, signal: child.signalCode };
      this.#launch.log.error(detail, 'the database server ended unexpectedly and is started again');
      this.#restart = this.#startAgain();
    };
    if (hasEnded(child)) report();
    else child.once('exit', report);
  }

  async #startAgain(): Promise<void> {
    try {
      this.#child = await launchPatiently(this.#launch);
      this.#watch();
    } catch (error) {
      this.#launch.log.error({ err: error }, 'the database server could not be started again');
    }
  }
}

async function launchPatiently(launch: Launch): Promise<ChildProcess> {
  for (let waitedMs = 0; ; waitedMs += RETRY_AFTER_MS) {
    launch.signal.throwIfAborted();
    const { child, ready, output } = await launchOnce(launch);
    if (ready) return child;
    launch.signal.throwIfAborted();
    if (waitedMs >= RETRY_FOR_MS || !heldByOthers.test(output)) {
      throw new Error(`the embedded PostgreSQL did not start:\n${output}`);
    }
    await sleep(RETRY_AFTER_MS);
  }
}

async function launchOnce(launch: Launch) {
  const { log, signal } = launch;
  const child = spawnServer(launch);
  const end = () => child.kill('SIGINT');
  endWithThisProcess(child, end);
  signal.addEventListener('abort', end, { once: true });
  const lines: string[] = [];
  const ready = await new Promise<boolean>((decide) => {
    if (child.stderr)
      createInterface({ input: child.stderr }).on('line', (line) => {
        if (line.includes('ready to accept connections')) decide(true);
        if (lines.length < 100) lines.push(line);
        log.debug({}, `postgres: ${line}`);
      });
    child.once('error', (error) => {
      lines.push(error.message);
      decide(false);
    });
    child.once('close', () => decide(false));
  });
  signal.removeEventListener('abort', end);
  return { child, ready, output: lines.join('\n') };
}

function spawnServer({ place, binaries, socketFolder, settings: more }: Launch) {
  return reaching(place.cluster, place.user, ({ path, handles }) => {
    const folder = socketFolder === place.cluster ? path : socketFolder;
    const wanted = { ...settings, unix_socket_directories: folder, ...more };
    const flags = Object.entries(wanted).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    return spawn(join(binaries, 'bin', 'postgres'), ['-D', path, ...flags], {
      ...identityOf(place.user),
      env: programEnvironment,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe', ...handles],
      // A group of its own: Ctrl-C in a terminal must not stop the database before its users.
      detached: true,
    });
  });
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
