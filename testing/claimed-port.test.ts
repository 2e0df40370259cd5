// Tests of ports: each is given once, and held while no process listens on it.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { claimPort } from './claimed-port.ts';

it('gives a port that is free, and gives it once', async () => {
  const ports = await Promise.all(Array.from({ length: 40 }, () => claimPort()));
  expect(new Set(ports).size).toBe(40);
  for (const port of ports) {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    await new Promise((resolve) => server.close(resolve));
  }
});

it('holds it while no process listens, below what the system gives to others', async () => {
  const port = await claimPort();
  expect(port).toBeLessThan(25_000);
  const guard = connect(port + 5000, '127.0.0.1');
  await once(guard, 'connect');
  guard.destroy();
});
