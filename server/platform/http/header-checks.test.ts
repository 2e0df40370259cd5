// The host of a request: exactly one, the same everywhere, or 400 (RFC 9112 section 3.2).
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '#contract/error-body.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';

let app: TestApp;
let host: string;
beforeAll(async () => {
  app = await startTestApp();
  host = new URL(app.origin).host;
});
afterAll(() => app.close());

/** `{host}` is this server's own. @returns status line and headers, then the body */
async function send(...lines: string[]): Promise<[head: string, body: string]> {
  const { hostname, port } = new URL(app.origin);
  const socket = connect(Number(port), hostname);
  const head = [...lines, 'connection: close'].join('\r\n').replaceAll('{host}', host);
  socket.write(`${head}\r\n\r\n`);
  const [headers = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return [headers, body];
}

describe.each(['/api/health', '/auth/google', '/dashboard', '/nothing', '/%'])('%s', (path) => {
  it.each([
    ['two hosts', `GET ${path} HTTP/1.1`, 'Host: {host}', 'Host: evil.test'],
    ['the same host twice', `GET ${path} HTTP/1.1`, 'Host: {host}', 'Host: {host}'],
    ['two hosts, HTTP/1.0', `GET ${path} HTTP/1.0`, 'Host: {host}', 'Host: evil.test'],
    ['an empty host', `GET ${path} HTTP/1.1`, 'Host:'],
    ['no host', `GET ${path} HTTP/1.1`],
    ['a host and a name of a person', `GET ${path} HTTP/1.1`, 'Host: {host}@evil.test'],
    ['a host with a path', `GET ${path} HTTP/1.1`, 'Host: {host}/x'],
    ['another host in its target', `GET http://evil.test${path} HTTP/1.1`, 'Host: {host}'],
    ['another host than its target', `GET http://{host}${path} HTTP/1.1`, 'Host: evil.test'],
    ['another port in its target', `GET http://localhost:1${path} HTTP/1.1`, 'Host: localhost:2'],
    ['a person in its target', `GET http://x@{host}${path} HTTP/1.1`, 'Host: {host}'],
    ['a target of another kind', `GET ftp://evil.test${path} HTTP/1.1`, 'Host: {host}'],
  ])('refuses %s, in our shape and with our headers', async (_what, ...lines) => {
    const [head, body] = await send(...lines, 'accept: text/html');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(errorBody.parse(JSON.parse(body)).code).toBe('bad_input');
    expect(head.toLowerCase()).toContain('\r\nx-content-type-options: nosniff');
    expect(head.toLowerCase()).toContain('\r\ncontent-security-policy: ');
  });
});

it.each(['/', '/api/health', '/api/tests', '/static/x.js', '/auth/google'])(
  'TRACE of %s is answered by nothing that repeats it [13.4.4]',
  async (path) => {
    const [head, body] = await send(`TRACE ${path} HTTP/1.1`, 'Host: {host}', 'X-Own: secret');
    expect(head).toMatch(/^HTTP\/1\.1 404 /);
    expect(errorBody.parse(JSON.parse(body)).code).toBe('not_found');
    expect(`${head}${body}`).not.toContain('secret');
  },
);

it.each([
  ['its host', 'GET /api/health HTTP/1.1', 'Host: {host}'],
  ['a host by any name', 'GET /api/health HTTP/1.1', 'Host: my_tests.example.org:'],
  ['an address of IPv6', 'GET /api/health HTTP/1.1', 'Host: [::1]:3000'],
  ['its host in the target too', 'GET http://{host}/api/health HTTP/1.1', 'Host: {host}'],
  ['the port that http has', 'GET http://A.test/api/health HTTP/1.1', 'Host: a.test:80'],
  ['no host in HTTP/1.0', 'GET /api/health HTTP/1.0'],
])('answers %s', async (_what, ...lines) => {
  expect((await send(...lines))[0]).toMatch(/^HTTP\/1\.1 200 /);
});
