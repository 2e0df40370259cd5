// The only network access of the capturing browser: a proxy on loopback that passes requests to the configured origins
// and to nothing else. Redirects, workers, sockets and preconnects all use it.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface OriginGate {
  /** The proxy's address, for the browser's command line. */
  address: string;
  close(): Promise<void>;
}

/**
 * @param origins the http(s) origins that may be reached
 * @param onRefused receives each other origin or host that was requested
 */
export async function openOriginGate(
  origins: readonly string[],
  onRefused: (origin: string) => void,
): Promise<OriginGate> {
  const allowed = origins.map((origin) => new URL(origin));
  const server = createServer((incoming, answer) =>
    passRequest(allowed, { incoming, answer, onRefused }),
  );
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  server.on('connection', track);
  server.on('connect', (incoming: IncomingMessage, client: Socket) => {
    // The server no longer handles this socket, so errors need a handler: a browser that is killed breaks the
    // connection.
    client.on('error', () => client.destroy());
    const target = allowed.find((origin) => hostOf(origin) === incoming.url);
    if (!target) {
      onRefused(incoming.url ?? '');
      client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    track(tunnel(client, target));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Returns `host:port`, as CONNECT writes it (RFC 9110 section 9.3.6). */
function hostOf(origin: URL): string {
  return `${origin.hostname}:${portOf(origin)}`;
}

function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

/** Copies bytes in both directions, which are the browser's own TLS. */
function tunnel(client: Socket, target: URL): Socket {
  // Addresses have IPv6 hosts in brackets, and `connect` expects them without.
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const remote = connect(portOf(target), host, () => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    client.pipe(remote).pipe(client);
  });
  remote.on('error', () => client.destroy());
  client.once('close', () => remote.destroy());
  return remote;
}

interface Passing {
  incoming: IncomingMessage;
  answer: ServerResponse;
  onRefused: (origin: string) => void;
}

/** Passes on a plain http request, whose address is absolute (RFC 9112 section 3.2.2). */
function passRequest(allowed: readonly URL[], { incoming, answer, onRefused }: Passing): void {
  const url = URL.canParse(incoming.url ?? '') ? new URL(incoming.url ?? '') : null;
  if (url?.protocol !== 'http:' || !allowed.some(({ origin }) => origin === url.origin)) {
    onRefused(url?.origin ?? String(incoming.url));
    answer.writeHead(403).end();
    return;
  }
  const { 'proxy-connection': _, ...headers } = incoming.headers;
  const outgoing = request(url, { method: incoming.method, headers }, (back) => {
    answer.writeHead(back.statusCode ?? 502, back.headers);
    back.pipe(answer);
    back.on('error', () => answer.destroy());
  });
  outgoing.on('error', () => answer.destroy());
  answer.once('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}
