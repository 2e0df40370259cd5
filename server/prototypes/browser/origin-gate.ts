// The only way out of the capturing browser: a proxy on loopback that lets requests through to the
// configured origins and to nothing else. Redirects, workers, sockets and preconnects all come here.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface OriginGate {
  /** The proxy's address, for the browser's command line. */
  address: string;
  close(): Promise<void>;
}

/**
 * @param origins the http(s) origins that may be reached.
 * @param onRefused gets each other origin or host that was asked for.
 */
export async function openOriginGate(
  origins: readonly string[],
  onRefused: (asked: string) => void,
): Promise<OriginGate> {
  const allowed = origins.map((origin) => new URL(origin));
  const server = createServer((asked, answer) =>
    passRequest(allowed, { asked, answer, onRefused }),
  );
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  server.on('connection', keep);
  server.on('connect', (asked: IncomingMessage, client: Socket) => {
    // From here on the socket is ours alone: a browser that is killed breaks it.
    client.on('error', () => client.destroy());
    const target = allowed.find((origin) => hostOf(origin) === asked.url);
    if (!target) {
      onRefused(asked.url ?? '');
      client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    keep(tunnel(client, target));
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

/** `host:port`, as CONNECT writes it (RFC 9110 section 9.3.6). */
function hostOf(origin: URL): string {
  return `${origin.hostname}:${portOf(origin)}`;
}

function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

/** Bytes both ways; what runs inside is the browser's own TLS. */
function tunnel(client: Socket, target: URL): Socket {
  // An IPv6 host stands in brackets in an address and without them in a call.
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
  asked: IncomingMessage;
  answer: ServerResponse;
  onRefused: (asked: string) => void;
}

/** A plain http request; its address is absolute (RFC 9112 section 3.2.2). */
function passRequest(allowed: readonly URL[], { asked, answer, onRefused }: Passing): void {
  const url = URL.canParse(asked.url ?? '') ? new URL(asked.url ?? '') : null;
  if (url?.protocol !== 'http:' || !allowed.some(({ origin }) => origin === url.origin)) {
    onRefused(url?.origin ?? String(asked.url));
    answer.writeHead(403).end();
    return;
  }
  const { 'proxy-connection': _, ...headers } = asked.headers;
  const passed = request(url, { method: asked.method, headers }, (back) => {
    answer.writeHead(back.statusCode ?? 502, back.headers);
    back.pipe(answer);
    back.on('error', () => answer.destroy());
  });
  passed.on('error', () => answer.destroy());
  answer.once('close', () => passed.destroy());
  asked.pipe(passed);
}
