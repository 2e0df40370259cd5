// Starts nginx as a peer: on a free port, with a folder of its own, as the user that runs the benchmark.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { claimPort } from '#testing/claimed-port.ts';
import { hasNginx, type RunningNginx, runNginx } from '#testing/nginx.ts';

/** A running nginx that serves its folder: GET /files/{name} sends a file of `files/`, PUT stores one there. */
export interface Nginx extends RunningNginx {
  origin: string;
}

/** Starts nginx, or returns null if the machine has none. A benchmark then continues without this peer. */
export async function startNginx(): Promise<Nginx | null> {
  if (!hasNginx()) {
    console.info('nginx is not installed: the rows against it are left out.');
    return null;
  }
  const port = await claimPort();
  const origin = `http://127.0.0.1:${port}`;
  const running = await runNginx((folder) => {
    mkdirSync(join(folder, 'files'));
    return httpOf(folder, port);
  }, `${origin}/up`);
  return { ...running, origin };
}

/** Bodies are written straight to a file (a body in memory would be copied once more) and renamed to their place. */
function httpOf(folder: string, port: number): string {
  return `
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
  }`;
}
