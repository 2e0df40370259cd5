// A proxy on loopback that lets bytes through towards the server as slowly as an uplink does.
import { once } from 'node:events';
import { createServer, connect as open, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

export interface SlowUplink {
  origin: string;
  /** Where connections made from now on lead. */
  leadTo(origin: string): void;
  close(): Promise<void>;
}

/** About what one read of a socket yields at this rate; larger ones would pass in bursts. */
const STEP_BYTES = 16 * 1024;

/**
 * All connections share the rate, as they share a line. The way back is as quick as loopback, and
 * nothing is added to the time a byte takes to travel.
 */
export async function startSlowUplink(bitsPerSecond: number): Promise<SlowUplink> {
  const line = new Line(bitsPerSecond / 8);
  const sockets = new Set<Socket>();
  let target: URL | null = null;
  const server = createServer({ highWaterMark: STEP_BYTES }, (browser) => {
    if (!target) {
      browser.destroy();
      return;
    }
    const upstream = open(Number(target.port), target.hostname);
    upstream.pipe(browser);
    line.carry(browser, upstream).catch(() => upstream.destroy());
    for (const [socket, other] of [
      [browser, upstream],
      [upstream, browser],
    ] as const) {
      sockets.add(socket);
      // One side broke off: so does the other.
      socket.on('error', () => other.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    leadTo: (origin) => {
      target = new URL(origin);
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A line that is free again when what it carries has passed. */
class Line {
  readonly #bytesPerSecond: number;
  #freeAtMs = 0;

  constructor(bytesPerSecond: number) {
    this.#bytesPerSecond = bytesPerSecond;
  }

  async carry(from: Readable, to: Writable): Promise<void> {
    for await (const chunk of from) {
      const bytes: Buffer = chunk;
      const startMs = Math.max(performance.now(), this.#freeAtMs);
      this.#freeAtMs = startMs + (bytes.length / this.#bytesPerSecond) * 1000;
      await sleep(this.#freeAtMs - performance.now());
      if (!to.write(bytes)) await once(to, 'drain');
    }
    to.end();
  }
}
