// Every answer has the headers: each call of the endpoint table by callers who may and who may not, each screen, and
// everything else.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import { safeHeaders } from './security-headers.ts';

/** The file is read, not imported, because the server's side does not depend on the app's code. */
const pageTable = await readFile(join(import.meta.dirname, '../../../web/lib/pages.ts'), 'utf8');
const pagePaths = [...pageTable.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path);
const participantPath = '/tryout/:uniqueId';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
let app: TestApp;
let owner: TestClient;
let webRoot: string;
let shareId: string;

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'tryout-headers-'));
  await mkdir(join(webRoot, 'static'));
  for (const name of ['index', 'landing', 'participant']) {
    await writeFile(
      join(webRoot, `${name}.html`),
      `<!doctype html><title>the app, ${name}</title>`,
    );
  }
  await writeFile(join(webRoot, 'static', 'theme.js'), '0;');
  app = await startTestApp({ webRoot, sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const form = { name: 'T', task: 't', figmaUrl: 'https://example.com/page' };
  shareId = (await owner.post('/api/tests', form)).body.uniqueId;
});
afterAll(async () => {
  await app.close();
  await rm(webRoot, { recursive: true });
});

/** @param headers of an answer. @param records on the participant page. */
function expectSafe(headers: Headers, { records = false } = {}): void {
  const policy = Object.fromEntries(
    (headers.get('content-security-policy') ?? '')
      .split(';')
      .map((part) => part.trim().split(' '))
      .map(([name = '', ...sources]) => [name, sources.join(' ')]),
  );
  expect(policy).toMatchObject({ 'object-src': "'none'", 'base-uri': "'none'" });
  expect(policy['frame-ancestors']).toBe("'none'");
  expect(policy['default-src']).toMatch(/^'(none|self)'$/);
  expect(policy['form-action']).toMatch(/^'(none|self)'( http:\/\/127\.0\.0\.1:\d+)?$/);
  expect(policy['script-src'] ?? policy['default-src']).toMatch(/^'(none|self)'$/);
  const granted = records ? '(self)' : '()';
  const permissions = (headers.get('permissions-policy') ?? '').split(', ');
  for (const device of ['camera', 'microphone', 'display-capture']) {
    expect(permissions).toContain(`${device}=${granted}`);
  }
  expect(permissions).toEqual(expect.arrayContaining(['geolocation=()', 'payment=()', 'usb=()']));
  expect(headers.get('referrer-policy')).toMatch(/^(strict-origin|same-origin)$/);
  expect(headers.get('cache-control')).not.toBeNull();
  const fixed = ['x-content-type-options', 'x-frame-options', 'cross-origin-opener-policy'];
  expect([...fixed, 'cross-origin-resource-policy'].map((name) => headers.get(name))).toEqual([
    'nosniff',
    'DENY',
    'same-origin',
    'same-origin',
  ]);
}

const rows = Object.entries(api).flatMap(([group, table]) =>
  Object.entries<Endpoint>(table).flatMap(([name, row]) =>
    [row.method, ...(row.also ?? [])].map((method) => ({ key: `${group}.${name}`, method, row })),
  ),
);
const pathOf = ({ path }: Endpoint) =>
  path.replace(/:uniqueId/, () => shareId).replace(/:\w+/g, '01890000-0000-7000-8000-000000000000');

describe('calls', () => {
  it.each(rows)(
    '$method $key, by anyone and by the owner [3.2.1, 3.4.3, 3.4.4, 3.4.5, 3.4.6]',
    async ({ method, row }) => {
      for (const client of [app.anyone, owner]) {
        const answer = await client.fetch(pathOf(row), { method, redirect: 'manual' });
        expectSafe(answer.headers);
        await answer.body?.cancel();
      }
    },
  );

  it.each(rows)(
    '$method $key lets no page of another site read it [3.4.2]',
    async ({ method, row }) => {
      const headers = { origin: 'https://evil.example' };
      const answer = await owner.fetch(pathOf(row), { method, headers });
      const allowing = [...answer.headers.keys()].filter((name) => /^access-control-/.test(name));
      expect(allowing).toEqual([]);
      await answer.body?.cancel();
    },
  );

  it.each(rows)(
    '$method $key says its type with a charset, and is kept by no proxy [4.1.1, 14.2.2, 14.3.2]',
    async ({ method, row }) => {
      for (const client of [app.anyone, owner]) {
        const answer = await client.fetch(pathOf(row), { method });
        const type = answer.headers.get('content-type') ?? '';
        if (row.answer === 'event-stream') await answer.body?.cancel();
        else if ((await answer.text()) !== '') expect(type).not.toBe('');
        if (/json|text|xml|javascript/.test(type)) expect(type).toMatch(/; charset=utf-8$/);
        expect(answer.headers.get('cache-control')).toMatch(/^(?:no-store|private\b)/);
      }
    },
  );
});

describe('pages', () => {
  it.each(pagePaths)('%s', async (path) => {
    const address = path.replace(':uniqueId', shareId).replace(/:\w+/g, 'x');
    const answer = await app.anyone.get(address, { accept: browser });
    expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('the app')]);
    expectSafe(answer.headers, { records: path === participantPath });
  });

  it('are all there', () => {
    expect(pagePaths).toEqual(expect.arrayContaining(['/', '/settings', participantPath]));
  });

  it('only the participant page may record; a page that only looks like it may not', async () => {
    for (const path of ['/tryout/short', `/tryout/${shareId}/x`, `/x/tryout/${shareId}`]) {
      expectSafe((await app.anyone.get(path, { accept: browser })).headers);
    }
  });

  it('the stand-in’s form, its errors and what it tells programs', async () => {
    const begun = await app.anyone.fetch('/auth/google', { redirect: 'manual' });
    const paths: string[] = [];
    const watched = new Proxy(app.anyone, {
      get(client, name) {
        if (name !== 'send') return Reflect.get(client, name);
        return async (path: string, init?: RequestInit) => {
          const answer = await client.send(path, init);
          expectSafe(answer.headers);
          paths.push(path.split('?', 1)[0] ?? '');
          return answer;
        };
      },
    });
    await signInAtIssuer(watched, { email: 'visitor@example.com', name: 'Visitor' });
    expect(paths.some((path) => path.startsWith('/stand-in-issuer/sign-in/'))).toBe(true);
    expectSafe(begun.headers);
    const issuer = '/stand-in-issuer';
    for (const path of [
      '/jwks',
      '/auth?client_id=x',
      '/nothing',
      '/sign-in/none',
      '/token',
      '/me',
    ]) {
      expectSafe((await app.anyone.fetch(`${issuer}${path}`)).headers);
    }
  });
});

describe('what is neither', () => {
  it.each([
    '/static/theme.js',
    '/static/nothing.js',
    '/api/nothing',
    '/api/docs',
    '/api/docs/',
    '/api/docs/json',
    '/api/docs/static/swagger-ui.css',
    '/api/docs/static/index.html',
    '/api/docs/nothing',
    '/%',
    `/${'x'.repeat(20_000)}`,
    '/api/tests/a/b/%ff/c/d',
  ])('GET %s [3.4.4, 3.4.6]', async (path) => {
    expectSafe((await app.anyone.fetch(path, { redirect: 'manual' })).headers);
    const navigation = { headers: { accept: browser }, redirect: 'manual' } as const;
    expectSafe((await app.anyone.fetch(path, navigation)).headers);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s of a page', async (method) => {
    expectSafe((await app.anyone.fetch('/dashboard', { method })).headers);
  });

  it.each([
    ['no HTTP at all', 'what is this\r\n\r\n'],
    ['a header that is too long', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n'],
    [
      'an unknown expectation',
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n',
    ],
    [
      'a broken body',
      'POST /api/tests HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
  ])('%s', async (_what, sent) => {
    const socket = connect(Number(new URL(app.origin).port), '127.0.0.1');
    socket.write(sent);
    const [head = ''] = (await text(socket)).split('\r\n\r\n', 1);
    const lines = head.split('\r\n').slice(1);
    expectSafe(new Headers(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string])));
  });

  it('https is kept to for a year, where it is the origin [3.4.1]', () => {
    const name = 'strict-transport-security';
    const https = { publicUrl: 'https://tests.example.org', hstsSubdomains: false };
    expect(safeHeaders(https)[name]).toBe('max-age=31536000');
    const withSubdomains = safeHeaders({ ...https, hstsSubdomains: true });
    expect(withSubdomains[name]).toBe('max-age=31536000; includeSubDomains');
    expect(safeHeaders({ ...https, publicUrl: 'http://127.0.0.1:3000' })[name]).toBeUndefined();
  });

  it('no path of ours leaves with a request to another site [3.4.5]', async () => {
    const page = await app.anyone.get(`/tryout/${shareId}`, { accept: browser });
    expect(page.headers.get('referrer-policy')).toBe('strict-origin');
  });
});

it('the reference can be turned off [13.4.5]', async () => {
  const without = await startTestApp({ webRoot, env: { API_DOCS: 'off' } });
  try {
    for (const path of [
      '/api/docs',
      '/api/docs/',
      '/api/docs/json',
      '/api/docs/static/index.html',
    ]) {
      const answer = await without.anyone.get(path, { accept: browser });
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    }
  } finally {
    await without.close();
  }
});
