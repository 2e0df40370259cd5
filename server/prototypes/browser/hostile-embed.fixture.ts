// A hostile design tool: it serves any page that a test writes, and records all requests.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PageServer {
  origin: string;
  /** Requested addresses, in order. */
  requests: string[];
  stop(): Promise<void>;
}

/** @param answer function that writes the answer, or a text that is the page for every address */
export async function servePage(answer: string | RequestListener): Promise<PageServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (typeof answer !== 'string') answer(request, response);
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer);
  });
  // Sockets and preconnections never become a request.
  server.on('upgrade', (request, socket) => {
    requests.push(request.url ?? '');
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns a script that posts messages to the embed's parent. */
export function postMessages(...messages: { type: string; data?: object }[]): string {
  const posts = messages.map((message) => `parent.postMessage(${JSON.stringify(message)}, '*');`);
  return `<script>addEventListener('load', () => { ${posts.join('')} })</script>`;
}
