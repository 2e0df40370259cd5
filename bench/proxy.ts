// A proxy on loopback between a client and a server, for lines that are slow, rough or counted.
import { once } from 'node:events';
import { createServer, connect as open, type Socket } from 'node:net';

export interface LineProxy {
  origin: string;
  /** Where connections made from now on lead. */
  leadTo(origin: string): void;
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** Joins the two ends of a connection. */
  join: (client: Socket, upstream: Socket) => void;
  /** How much is read from a client at once. */
  stepBytes?: number;
}

export async function startProxy({ join, stepBytes }: ProxyOptions): Promise<LineProxy> {
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
