// A refusal that is known before the body has come reaches its sender all the same, also where the
// connection ends with it: the framework ends it after a body that is too large, proxies at any time.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORM_MAX_BYTES } from '#contract/limits.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { REFUSED_BOUNDS } from './refused-bodies.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** The body is larger than the system's receive buffer, so the sender is still sending when the server answers. */
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

it('a body that is too large [5.2.1]', async () => {
  const answer = await sendInHalves('/api/set-company', 'content-type: application/json');
  expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"too_large"/);
});

it('an upload to an unknown address, from a proxy that keeps no connection', async () => {
  const path = `/api/link/upload/${'A'.repeat(22)}/${crypto.randomUUID()}/x/y`;
  const form = 'content-type: multipart/form-data; boundary=b';
  const answer = await sendInHalves(path, form, 'connection: close');
  expect(answer).toMatch(/^HTTP\/1\.1 404 [\s\S]*"not_found"/);
});

it('a form that announces more than all of its parts may have, before any of it has come [5.2.1]', async () => {
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const input = { name: 'Shop', task: 'Buy', figmaUrl: 'https://example.org/x' };
  const { _id, uniqueId } = (await owner.post('/api/tests', input)).body;
  const { hostname, port } = new URL(app.origin);
  const socket = connect(Number(port), hostname);
  const head = [
    `POST /api/link/upload/${uniqueId}/${_id}/x/y HTTP/1.1`,
    'host: x',
    `content-length: ${FORM_MAX_BYTES + 1}`,
    'content-type: multipart/form-data; boundary=b',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

describe('refused bodies that never end', () => {
  let hasty: TestApp;
  let narrow: TestApp;
  beforeAll(async () => {
    const refused = { ...REFUSED_BOUNDS, limitMs: 3_600_000 };
    hasty = await startTestApp({ beside: app, bounds: { refused: { ...refused, windowMs: 100 } } });
    narrow = await startTestApp({
      beside: app,
      bounds: { refused: { ...refused, windowMs: 3_600_000, atATime: 5 } },
    });
  });
  afterAll(async () => {
    await hasty.close();
    await narrow.close();
  });

  /** Sends a hundred requests and counts those that are answered so far. */
  function hundred({ origin }: TestApp): { answered(): number; end(): void } {
    const { hostname, port } = new URL(origin);
    let answered = 0;
    const sockets = Array.from({ length: 100 }, () => {
      const socket = connect(Number(port), hostname);
      const head = ['POST /api/nothing HTTP/1.1', 'host: x', 'connection: close'];
      socket.write(`${[...head, 'content-length: 9'].join('\r\n')}\r\n\r\n`);
      socket.once('data', () => {
        answered += 1;
      });
      return socket;
    });
    return { answered: () => answered, end: () => sockets.map((socket) => socket.destroy()) };
  }

  it('are waited for only while they come', async () => {
    const sent = hundred(hasty);
    await expect.poll(sent.answered, { timeout: 10_000 }).toBe(100);
    sent.end();
  });

  it('do not pile up: beyond a few the answer comes at once', async () => {
    const sent = hundred(narrow);
    await expect.poll(sent.answered, { timeout: 10_000 }).toBe(95);
    sent.end();
  });
});
