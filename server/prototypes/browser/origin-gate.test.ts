// The gate alone, when a browser is killed during a request.
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { openOriginGate } from './origin-gate.ts';

it('outlives a browser that breaks its connection when it is refused', async () => {
  const refused = Promise.withResolvers<string>();
  const gate = await openOriginGate(['https://allowed.example'], (origin) => {
    browser.resetAndDestroy();
    // The rejection is written to a connection that is broken by then.
    setTimeout(() => refused.resolve(origin), 50);
  });
  const { hostname, port } = new URL(gate.address);
  const browser = connect(Number(port), hostname);
  await once(browser, 'connect');
  browser.write('CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n');
  expect(await refused.promise).toBe('elsewhere.example:443');
  await gate.close();
});
