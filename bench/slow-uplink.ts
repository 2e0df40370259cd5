// A line that lets bytes through towards the server as slowly as an uplink does.
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LineProxy, startProxy } from './proxy.ts';

export interface SlowUplink extends LineProxy {
  /** Changes the rate from now on; infinity for a line that holds nothing up. */
  setRate(bitsPerSecond: number): void;
}

/** About what one read of a socket yields at this rate; larger ones would pass in bursts. */
const STEP_BYTES = 16 * 1024;

/**
 * All connections share the rate, as they share a line. The way back is as quick as loopback, and
 * nothing is added to the time a byte takes to travel.
 */
export async function startSlowUplink(bitsPerSecond: number): Promise<SlowUplink> {
  const line = new Line(bitsPerSecond / 8);
  const proxy = await startProxy({
    stepBytes: STEP_BYTES,
    join: (client, upstream) => {
      upstream.pipe(client);
      line.carry(client, upstream).catch(() => upstream.destroy());
    },
  });
  return {
    ...proxy,
    setRate: (rate) => {
      line.bytesPerSecond = rate / 8;
    },
  };
}

/** A line that is free again when what it carries has passed. */
class Line {
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
