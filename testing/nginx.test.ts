// The nginx configuration that docs/operate.md shows, run by the real nginx before a server that answers with what it got.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { claimPort } from './claimed-port.ts';
import { hasNginx, startNginx } from './nginx.ts';

it.runIf(hasNginx())('the documented nginx passes on the host name with its port', async () => {
  const server = createServer((request, response) => response.end(request.headers.host));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const proxyPort = await claimPort();
  const nginx = await startNginx(proxyPort, [`http://127.0.0.1:${port}`]);
  try {
    const answer = await fetch(`http://127.0.0.1:${proxyPort}/auth/google`);
    expect(await answer.text()).toBe(`127.0.0.1:${proxyPort}`);
  } finally {
    await nginx.stop();
    server.close();
  }
});
