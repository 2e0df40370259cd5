// Callers that the stand-in issuer answers: this machine's own browser, by one of its own names.
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const discovery = '/stand-in-issuer/.well-known/openid-configuration';
const begin = '/auth/google';

/** Sends a GET request with its own Host, which `fetch` does not allow. */
function getWith(path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(`${app.origin}${path}`, { headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer);
    });
    sent.on('error', reject).end();
  });
}

async function statusWith(path: string, headers: Record<string, string>) {
  return (await getWith(path, headers)).statusCode;
}

async function redirectWith(host: string) {
  return (await getWith(begin, { host })).headers.location;
}

it.each([
  {},
  { host: 'localhost:3000' },
  { host: '[::1]:3000' },
  { referer: 'http://localhost:3000/', 'sec-fetch-site': 'same-origin' },
  {
    referer: 'https://mail.example.org/',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
  },
])('answers with %o', async (headers) => {
  expect(await statusWith(discovery, headers)).toBe(200);
  expect(await statusWith(begin, headers)).toBe(302);
});

it.each(['127.0.0.1', '127.0.0.1:8080'])(
  'starts the sign-in for the host %s, which is the name of PUBLIC_URL whatever its port',
  async (host) => {
    expect(await redirectWith(host)).toMatch(`${app.origin}/stand-in-issuer/`);
  },
);

it('sends a browser that used another name of this machine to PUBLIC_URL first', async () => {
  expect(await redirectWith('localhost')).toBe(`${app.origin}${begin}`);
});

const forwarded = [
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'],
  ...['x-forwarded-server', 'x-forwarded', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip'],
  ...['forwarded', 'via', 'cf-connecting-ip', 'cf-ray', 'cdn-loop', 'true-client-ip'],
  ...['fastly-client-ip', 'fly-client-ip', 'x-original-host', 'x-original-forwarded-for'],
  ...['x-envoy-external-address', 'x-azure-clientip', 'x-amzn-trace-id', 'x-varnish'],
  ...['x-rewrite-url', 'x-original-url', 'forwarded-for', 'x-host', 'x-scheme', 'x-forward-for'],
  ...['x-appengine-user-ip', 'proxy-client-ip', 'wl-proxy-client-ip', 'x-vercel-id'],
  ...['x-vercel-forwarded-for', 'tailscale-user-login', 'x-arr-ssl', 'front-end-https'],
  ...['cdn-request-id', 'cloudfront-viewer-address', 'x-amz-cf-id', 'akamai-origin-hop'],
  ...['fastly-ff', 'fly-region', 'x-nf-client-connection-ip', 'x-request-start', 'x-user-ip'],
].map((name) => ({ [name]: '' }));

it.each([
  ...forwarded,
  { 'X-Forwarded-For': '127.0.0.1' },
  { host: 'tests.example.org' },
  { host: '127.0.0.1.evil.example' },
  { host: 'localhost.evil.example:3000' },
  { origin: 'https://tests.example.org' },
  { origin: 'null' },
  { referer: 'https://tests.example.org/' },
  { referer: 'https://tests.example.org/', 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', referer: 'http://localhost:3000/' },
])(
  'is not there with %o, and no sign-in begins [15.2.3]',
  async (headers: Record<string, string>) => {
    expect([await statusWith(discovery, headers), await statusWith(begin, headers)]).toEqual([
      404, 404,
    ]);
    expect(await statusWith('/auth/google/callback?code=x&state=y', headers)).toBe(404);
  },
);

it('is not there for HTTP/1.0, which proxies speak and browsers do not', async () => {
  const { port } = new URL(app.origin);
  const statusLines = await Promise.all(
    [discovery, begin].map(async (path) => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.end(`GET ${path} HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
      return (await text(socket)).split('\r\n', 1)[0];
    }),
  );
  expect(statusLines).toEqual(['HTTP/1.1 404 Not Found', 'HTTP/1.1 404 Not Found']);
});
