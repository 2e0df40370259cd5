// A proxy between the client under test and the real sample, which replaces the answers that a test names.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Returns the replacement of an answer of an address, or null to pass the answer on. */
export type Fault = (path: string) => Response | 'break' | null;

export interface FaultProxy {
  origin: string;
  /** Requested addresses, in order. */
  requests: string[];
  stop(): Promise<void>;
}

/** Passes all requests on to `target`. Addresses in the answers lead back through the proxy. */
export async function startFaultProxy(target: string, fault: Fault): Promise<FaultProxy> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    const replacement = fault(path);
    if (replacement === 'break') {
      request.socket.destroy();
      return;
    }
    const token = request.headers['x-figma-token']?.toString();
    const pending =
      replacement ?? fetch(target + path, { headers: token ? { 'x-figma-token': token } : {} });
    Promise.resolve(pending)
      .then(async (answer) => {
        const isText = answer.headers.get('content-type')?.includes('json');
        const body = isText
          ? (await answer.text()).replaceAll(target, origin)
          : Buffer.from(await answer.arrayBuffer());
        response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(body);
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
