// A web page on loopback that a task leads to: it reports no screens.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Website {
  url: string;
  close: () => void;
}

/** Serves 'The shop' on a free port. */
export async function openWebsite(): Promise<Website> {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<title>Shop</title><h1>The shop</h1>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
