// A line that counts what a server sends.
import { type LineProxy, startProxy } from './proxy.ts';

export interface CountedLine extends LineProxy {
  /** Bytes that came from the server so far, heads of answers and all. */
  receivedBytes(): number;
}

export async function startCountedLine(origin: string): Promise<CountedLine> {
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
