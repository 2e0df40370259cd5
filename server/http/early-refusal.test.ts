// A refusal that is known before the body has come reaches its sender all the same, also where the
// connection ends with it: the framework ends it after a body that is too large, proxies at any time.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** More than the system keeps for a reader, so that the sender is still at it when the answer is known. */
const BODY = Buffer.alloc(16 * 1024 * 1024, 'a');

/** Sends half of a body, waits, and sends the rest. @returns all that came back */
async function sendInHalves(path: string, ...headers: string[]): Promise<string> {
  const { hostname, port } = new URL(app.origin);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (piece) => {
    answer += piece.toString();
  });
  const closed = once(socket, 'close');
  const head = [`POST ${path} HTTP/1.1`, 'host: x', `content-length: ${BODY.length}`, ...headers];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(BODY.subarray(0, BODY.length / 2));
  await sleep(200);
  socket.write(BODY.subarray(BODY.length / 2));
  await closed;
  return answer;
}

it('a body that is too large', async () => {
  const answer = await sendInHalves('/api/set-company', 'content-type: application/json');
  expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"too_large"/);
});

it('an upload to nobody, from a proxy that keeps no connection', async () => {
  const path = `/api/link/upload/${'A'.repeat(22)}/${crypto.randomUUID()}/x/y`;
  const form = 'content-type: multipart/form-data; boundary=b';
  const answer = await sendInHalves(path, form, 'connection: close');
  expect(answer).toMatch(/^HTTP\/1\.1 404 [\s\S]*"not_found"/);
});
