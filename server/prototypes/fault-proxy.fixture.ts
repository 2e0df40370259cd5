// Stands between the client under test and the real sample, and spoils the answers a test names.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What to do to an answer of an address; null leaves it alone. */
export type Fault = (path: string) => Response | 'break' | null;

export interface FaultProxy {
  origin: string;
  /** Addresses asked for, in order. */
  asked: string[];
  stop(): Promise<void>;
}

/** Passes everything on to `target`; addresses in the answers lead back through the proxy. */
export async function startFaultProxy(target: string, fault: Fault): Promise<FaultProxy> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    const spoiled = fault(path);
    if (spoiled === 'break') {
      request.socket.destroy();
      return;
    }
    const token = request.headers['x-figma-token']?.toString();
    const passed =
      spoiled ?? fetch(target + path, { headers: token ? { 'x-figma-token': token } : {} });
    Promise.resolve(passed)
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
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
