// Proxies on loopback between a client and a server: one counts bytes, one breaks off, one is a slow uplink.
import { once } from 'node:events';
import { createServer, connect as open, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Proxy {
  origin: string;
  /** Sets the target of connections that are opened from now on. */
  leadTo(origin: string): void;
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** Joins the two ends of a connection. */
  join: (client: Socket, upstream: Socket) => void;
  /** Bytes read from a client at once. */
  stepBytes?: number;
}

export async function startProxy({ join, stepBytes }: ProxyOptions): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let target: URL | null = null;
  const options = stepBytes === undefined ? {} : { highWaterMark: stepBytes };
  const server = createServer(options, (client) => {
    if (!target) {
      client.destroy();
      return;
    }
    const upstream = open(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay();
      // One side broke off: so does the other.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroySoon();
      });
    }
    join(client, upstream);
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

export interface CountingProxy extends Proxy {
  /** Bytes that came from the server so far, heads of answers and all. */
  receivedBytes(): number;
}

export async function startCountingProxy(origin: string): Promise<CountingProxy> {
  let receivedBytes = 0;
  const proxy = await startProxy({
    join: (client, upstream) => {
      client.pipe(upstream);
      upstream.on('data', (bytes) => {
        receivedBytes += bytes.length;
      });
      upstream.pipe(client);
    },
  });
  proxy.leadTo(origin);
  return { ...proxy, receivedBytes: () => receivedBytes };
}

export interface BreakingProxy extends Proxy {
  /** Connections cut off so far. */
  cuts(): number;
}

/**
 * Maximum number of bytes on a connection before it is cut off. It cuts a piece of a recording about every ten
 * seconds of recording.
 */
const MOST_BYTES = 2_000_000;
/**
 * One connection in 4 is cut off when the answer arrives: the bytes are stored, but the sender gets no
 * confirmation.
 */
const LOSES_ANSWER = 4;

/** @param random numbers below a limit, the same for the same seed. */
export async function startBreakingProxy(
  random: (limit: number) => number,
): Promise<BreakingProxy> {
  let cuts = 0;
  const cut = (client: Socket, upstream: Socket) => {
    cuts += 1;
    client.destroy();
    upstream.destroy();
  };
  const proxy = await startProxy({
    join: (client, upstream) => {
      let left = random(MOST_BYTES);
      const losesAnswer = random(LOSES_ANSWER) === 0;
      client.on('data', (bytes) => {
        upstream.write(bytes.subarray(0, Math.max(0, left)));
        left -= bytes.length;
        if (left <= 0 && !losesAnswer) cut(client, upstream);
      });
      upstream.on('data', (bytes) => {
        if (left <= 0) cut(client, upstream);
        else client.write(bytes);
      });
    },
  });
  return { ...proxy, cuts: () => cuts };
}

export interface SlowUplink extends Proxy {
  /** Changes the rate from now on; infinity for no limit. */
  setRate(bitsPerSecond: number): void;
}

/** About what one read of a socket yields at this rate; larger ones would pass in bursts. */
const STEP_BYTES = 16 * 1024;

/**
 * All connections share the rate, . The way back is as quick as loopback, and
 * nothing is added to the time a byte takes to travel.
 */
export async function startSlowUplink(bitsPerSecond: number): Promise<SlowUplink> {
  const uplink = new Uplink(bitsPerSecond / 8);
  const proxy = await startProxy({
    stepBytes: STEP_BYTES,
    join: (client, upstream) => {
      upstream.pipe(client);
      uplink.carry(client, upstream).catch(() => upstream.destroy());
    },
  });
  return {
    ...proxy,
    setRate: (rate) => {
      uplink.bytesPerSecond = rate / 8;
    },
  };
}

/** Carries chunks one after another, each as long as the rate makes it. */
class Uplink {
  bytesPerSecond: number;
  #freeAtMs = 0;

  constructor(bytesPerSecond: number) {
    this.bytesPerSecond = bytesPerSecond;
  }

  async carry(from: Readable, to: Writable): Promise<void> {
    for await (const chunk of from) {
      const bytes: Buffer = chunk;
      const startMs = Math.max(performance.now(), this.#freeAtMs);
      this.#freeAtMs = startMs + (bytes.length / this.bytesPerSecond) * 1000;
      const waitMs = this.#freeAtMs - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      if (!to.write(bytes)) await once(to, 'drain');
    }
    to.end();
  }
}
