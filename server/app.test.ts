// The app stops although a client holds connections to it.
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startTestApp } from '#testing/app.ts';

it('stops while connections are open that say nothing, or only half a request', async () => {
  const app = await startTestApp();
  const { port, hostname } = new URL(app.origin);
  const silent = connect(Number(port), hostname);
  const slow = connect(Number(port), hostname);
  await Promise.all([once(silent, 'connect'), once(slow, 'connect')]);
  slow.write('POST /api/uploads HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nhalf');
  for (const socket of [silent, slow]) socket.on('error', () => undefined).resume();
  await app.close();
  await expect.poll(() => [silent.destroyed, slow.destroyed]).toEqual([true, true]);
});
