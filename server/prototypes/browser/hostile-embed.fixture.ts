// A design tool as bad as one can be: serves whatever page a test writes, and counts who else is asked.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PageServer {
  origin: string;
  /** Addresses asked for, in order. */
  asked: string[];
  stop(): Promise<void>;
}

/** @param answer writes the answer; the same page for every address when it is a text. */
export async function servePage(answer: string | RequestListener): Promise<PageServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (typeof answer !== 'string') answer(request, response);
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer);
  });
  // Sockets and preconnections never become a request.
  server.on('upgrade', (request, socket) => {
    asked.push(request.url ?? '');
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A script that tells the embed's parent. */
export function tells(...messages: { type: string; data?: object }[]): string {
  const posts = messages.map((message) => `parent.postMessage(${JSON.stringify(message)}, '*');`);
  return `<script>addEventListener('load', () => { ${posts.join('')} })</script>`;
}
