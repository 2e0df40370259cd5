// Starts nginx as a peer: on a free port, with a folder of its own, as the user that runs the benchmark.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimPort } from '#testing/claimed-port.ts';
import { findProgram } from '#testing/programs.ts';

export interface Nginx {
  origin: string;
  pid: number;
  /** Its root: GET /files/{name} sends a file of `files/` below it, PUT stores one there. */
  folder: string;
  stop(): Promise<void>;
}

/** Null when the machine has none: a benchmark goes on without this peer. */
export async function startNginx(): Promise<Nginx | null> {
  const program = programOrNull();
  if (program === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'tryout-nginx-'));
  await mkdir(join(folder, 'files'));
  const port = await claimPort();
  const configuration = join(folder, 'nginx.conf');
  await writeFile(configuration, configurationOf(folder, port));
  const args = ['-p', folder, '-c', configuration, '-e', join(folder, 'error.log')];
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const origin = `http://127.0.0.1:${port}`;
  await untilUp(child, origin);
  return {
    origin,
    pid: child.pid ?? 0,
    folder,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function programOrNull(): string | null {
  try {
    return findProgram('nginx');
  } catch {
    console.info('nginx is not installed: the rows against it are left out.');
    return null;
  }
}

/**
 * One worker a core as its packages set it, no log, everything in the folder. Bodies are written
 * straight to a file (a body in memory would be copied once more) and renamed to their place.
 */
function configurationOf(folder: string, port: number): string {
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
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  client_max_body_size 0;
  client_body_buffer_size 1m;
  client_body_in_file_only clean;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    location /files/ { dav_methods PUT DELETE; create_full_put_path on; }
    location = /up { return 204; }
  }
}
`;
}

/** It starts at once; a machine that does other work needs some more. */
const START_LIMIT_MS = 10_000;

async function untilUp(child: ChildProcess, origin: string): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit && child.exitCode === null) {
    const answer = await fetch(`${origin}/up`).catch(() => null);
    if (answer?.status === 204) return;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error('nginx did not start');
}
