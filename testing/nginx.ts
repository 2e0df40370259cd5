// nginx before the servers of a test, with the configuration that docs/operate.md shows: in turns, without stickiness.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from './programs.ts';

const GUIDE = join(import.meta.dirname, '../docs/operate.md');
/** It starts at once; a machine that does other work needs some more. */
const START_LIMIT_MS = 10_000;

export function hasNginx(): boolean {
  try {
    findProgram('nginx');
    return true;
  } catch {
    return false; // the run says what is left out
  }
}

/** @param servers origins of the servers behind it; the first answers at its health address already */
export async function startNginx(
  port: number,
  servers: readonly string[],
): Promise<{ stop(): Promise<void> }> {
  const http = await documentedServer(port, servers);
  return await runNginx(() => http, `http://127.0.0.1:${port}/api/health`);
}

export interface RunningNginx {
  pid: number;
  folder: string;
  stop(): Promise<void>;
}

/**
 * nginx in the foreground, with a folder of its own for all that it writes, as the user of this process.
 * @param httpIn what its block `http` has besides, by that folder
 * @param address answers with a success once it is up
 */
export async function runNginx(
  httpIn: (folder: string) => string,
  address: string,
): Promise<RunningNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-nginx-'));
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configurationOf(httpIn(folder), folder));
  const args = ['-p', folder, '-c', file, '-e', join(folder, 'error.log')];
  const child = spawn(findProgram('nginx'), args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilUp(child, address);
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: child.pid ?? 0, folder, stop };
}

/** The block of the documentation, with the addresses of the test and without TLS. */
async function documentedServer(port: number, servers: readonly string[]): Promise<string> {
  const [, example = ''] = /```nginx\n(.*?)```/s.exec(await readFile(GUIDE, 'utf8')) ?? [];
  const lines = servers.map((origin) => `  server ${new URL(origin).host};`).join('\n');
  const changes: [RegExp, string][] = [
    [/^ {2}server 127\.0\.0\.1:3000;.*$/m, lines],
    [/^ {2}listen 443 ssl;$/m, `  listen 127.0.0.1:${port};`],
    [/^ {2}ssl_certificate .*\n {2}ssl_certificate_key .*$/m, ''],
  ];
  return changes.reduce((text, [line, replacement]) => {
    if (!line.test(text)) throw new Error(`${GUIDE} shows no nginx configuration with ${line}`);
    return text.replace(line, replacement);
  }, example);
}

function configurationOf(http: string, folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${join(folder, name)};`)
    .join('\n');
  return `
daemon off;
worker_processes auto;
pid ${join(folder, 'nginx.pid')};
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http {
${temporary}
  access_log off;
${http}
}
`;
}

async function untilUp(child: ChildProcess, address: string): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit && child.exitCode === null) {
    if ((await fetch(address).catch(() => null))?.ok) return;
    await sleep(50);
  }
  throw new Error('nginx did not start');
}
