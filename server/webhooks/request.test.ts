// One request of a webhook against servers that misbehave: its result, and the addresses that are never
// requested.
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { postWebhook } from './request.ts';

let server: Server;
let origin: string;
let answer: RequestListener;
let received: { method: string; url: string; type: string; body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, type: headers['content-type'] ?? '', body });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received = [];
  answer = (_, response) => void response.writeHead(204).end();
});

const open = { allowPlain: true, allowPrivate: true };
const post = async (address: string, bounds = open, limitMs = 30_000) => {
  const sent = { headers: { 'webhook-id': 'msg_1' }, body: '{"type":"x"}' };
  const { status, problem } = await postWebhook(address, sent, { bounds, limitMs });
  return [status, problem];
};

it('posts JSON and takes every 2xx for an arrival', async () => {
  expect(await post(`${origin}/hook?a=1`)).toEqual([204, null]);
  const sent = { method: 'POST', url: '/hook?a=1', type: 'application/json' };
  expect(received).toEqual([{ ...sent, body: '{"type":"x"}' }]);
});

it.each([
  [500, 'status'],
  [404, 'status'],
  [410, 'status'],
])('an answer of %i is a failure', async (status, problem) => {
  answer = (_, response) => void response.writeHead(status).end('no');
  expect(await post(origin)).toEqual([status, problem]);
});

it.each([301, 302, 303, 307, 308])('follows no %i [15.3.2]', async (status) => {
  answer = (_, response) => void response.writeHead(status, { location: `${origin}/other` }).end();
  expect(await post(`${origin}/hook`)).toEqual([status, 'redirect']);
  expect(received.map(({ url }) => url)).toEqual(['/hook']);
});

it('reads no answer of 100 MB', async () => {
  let sentBytes = 0;
  const chunk = Buffer.alloc(1024 ** 2);
  const closed = Promise.withResolvers<void>();
  answer = (_, response) => {
    const more = () => {
      while (!response.destroyed && sentBytes < 100 * chunk.length) {
        sentBytes += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', more);
      }
    };
    response.on('close', closed.resolve);
    response.writeHead(200);
    more();
  };
  expect(await post(origin)).toEqual([200, null]);
  await closed.promise;
  expect(sentBytes).toBeLessThan(30 * chunk.length);
});

it('gives up on a server that hangs', async () => {
  answer = () => undefined;
  expect(await post(origin, open, 200)).toEqual([null, 'timeout']);
});

it('and on one that begins headers without an end', async () => {
  answer = ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const more = () => !socket.destroyed && socket.write(`x: ${'x'.repeat(1000)}\r\n`, more);
    more();
  };
  expect(await post(origin)).toEqual([null, 'connection']);
});

it('says what became of a connection', async () => {
  answer = ({ socket }) => socket.destroy();
  expect(await post(origin)).toEqual([null, 'connection']);
  expect(await post(origin.replace('http:', 'https:'))).toEqual([null, 'tls']);
});

const publicOnly = { allowPlain: true, allowPrivate: false };
it.each([
  ['a name that is not known', 'http://hooks.invalid/', publicOnly],
  ['a name of a private network', 'http://localhost/', publicOnly],
  ['a private address', 'http://127.0.0.1:1/', publicOnly],
  ['a refused connection', 'http://127.0.0.1:1/', open],
])('shows a workspace the same for %s', async (_, address, bounds) => {
  const sent = { headers: {}, body: '{}' };
  const { cause, ...result } = await postWebhook(address, sent, { bounds });
  expect(result).toEqual({ status: null, problem: 'connection', durationMs: null });
  expect(cause).toBeInstanceOf(Error);
});

it('and for a name that takes too long to look up', async () => {
  const resolve = (() => undefined) as never;
  const limits = { bounds: open, limitMs: 50, resolve };
  const result = await postWebhook('http://hooks.example/', { headers: {}, body: '{}' }, limits);
  expect(result).toMatchObject({ status: null, problem: 'connection', durationMs: null });
});

it('sends nothing to a server whose certificate no authority has signed [12.3.2]', async () => {
  const pem = await readFile('testing/fixtures/self-signed.pem');
  let requests = 0;
  const pretender = createTlsServer({ key: pem, cert: pem }, (_request, response) => {
    requests += 1;
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => {
    pretender.listen(0, '127.0.0.1', resolve);
  });
  const { port } = pretender.address() as AddressInfo;
  expect(await post(`https://localhost:${port}/hook`)).toEqual([null, 'tls']);
  expect(requests).toBe(0);
  pretender.close();
});

it.each([
  ['without TLS', () => origin, { allowPlain: false, allowPrivate: true }],
  ['this machine', () => origin, { allowPlain: true, allowPrivate: false }],
  [
    'this machine by name',
    () => origin.replace('127.0.0.1', 'localhost'),
    { allowPlain: true, allowPrivate: false },
  ],
  [
    'this machine in other digits',
    () => origin.replace('127.0.0.1', '2130706433'),
    { allowPlain: true, allowPrivate: false },
  ],
  [
    'this machine within IPv6',
    () => origin.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
    { allowPlain: true, allowPrivate: false },
  ],
  ['a cloud’s secrets', () => 'http://169.254.169.254/latest/meta-data', open],
])('never asks %s [1.3.6, 13.2.4]', async (_, address, bounds) => {
  expect(await post(address(), bounds)).toEqual([null, 'connection']);
  expect(received).toEqual([]);
});
