// A line that breaks: each connection is cut off after so many bytes, or just before an answer.
import type { Socket } from 'node:net';
import { type LineProxy, startProxy } from './proxy.ts';

export interface RoughLine extends LineProxy {
  /** Connections cut off so far. */
  cuts(): number;
}

/**
 * How many bytes a connection carries at most before it is cut off: a piece of a recording is cut in
 * its middle about every ten seconds of recording.
 */
const MOST_BYTES = 2_000_000;
/** Every so manieth connection is cut off when an answer comes: what was sent is stored, and the sender does not know. */
const LOSES_ANSWER = 4;

/** @param random numbers below a limit, the same for the same seed. */
export async function startRoughLine(random: (limit: number) => number): Promise<RoughLine> {
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
