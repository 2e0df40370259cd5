// Every call against input that no client of ours sends: refused in the documented shape, never a 500.
import { connect } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorBody } from '#contract/error-body.ts';
import { errors } from '#contract/errors.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { Answer, TestClient } from '#testing/client.ts';

let app: TestApp;
let owner: TestClient;
let bearer: string;
let ids: Record<string, string>;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
});
afterAll(() => app.close());

/** A person, a test and a session: for each test of a call that may delete what it is given, else for each call. */
async function makeIds(): Promise<void> {
  owner = await app.signIn(`${uuidv7()}@example.com`, { company: 'Acme' });
  const { body: test } = await owner.post('/api/tests', {
    name: 'T',
    task: 't',
    figmaUrl: app.parts.samplePrototypeUrl,
  });
  const { body } = await app.anyone.post(`/api/link/${test.uniqueId}/sessions`, { name: 'Ada' });
  bearer = `Bearer ${body.session.token}`;
  ids = {
    id: test._id,
    testId: test._id,
    uniqueId: test.uniqueId,
    sessionId: body.session._id,
    uploadId: body.session.uploadId,
    screenImageId: uuidv7(),
    screenId: '1:2',
    sheet: '0',
    userTimestamp: body.session.userTimestamp,
    timestamp: body.session.userTimestamp,
    email: 'nobody@example.com',
  };
}
const rows = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).map(
    ([name, row]) => [`${group}.${name}`, row] as const,
  ),
);

/** Ids that exist; `odd` in place of every name, or of the one parameter that is named. */
function addressOf(row: Endpoint, odd: string, only?: string): string {
  return row.path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const known = ids[name];
    return only === name || known === undefined ? odd : encodeURIComponent(known);
  });
}

async function send(row: Endpoint, path: string, init: RequestInit = {}): Promise<Answer> {
  const isParticipants = row.permission === 'participant';
  const request = {
    method: row.method,
    ...init,
    headers: {
      accept: 'application/json',
      ...(isParticipants ? { authorization: bearer } : {}),
      ...(row.body === 'tus' ? { 'tus-resumable': '1.0.0' } : {}),
      ...(init.headers as Record<string, string>),
    },
  };
  if (row.answer !== 'event-stream') return await owner.send(path, request);
  const { status, headers, body } = await owner.fetch(path, request);
  // It would go on for as long as a client listens.
  await body?.cancel();
  return { status, headers, body: null };
}

function expectDocumented(answer: Answer): void {
  expect(answer.status).toBeLessThan(500);
  if (answer.status < 400) return;
  const { code } = errorBody.parse(answer.body);
  expect(Object.keys(errors)).toContain(code);
  expect(errors[code as keyof typeof errors][0]).toBe(answer.status);
}

const oddSegments = [
  '%00',
  '%EF%BF%BF',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%F0%9F%8C%BF'.repeat(200),
  'x'.repeat(9000),
  '-1',
  '1e999',
  "'%22%3b--",
  '__proto__',
  '%E0%A4%A',
];

const oddBodies: [string, string, string][] = [
  ['no JSON', 'application/json', '{"a":'],
  ['a prototype', 'application/json', '{"__proto__":{"admin":true}}'],
  ['an array', 'application/json', '[]'],
  ['null', 'application/json', 'null'],
  ['a deep array', 'application/json', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['wrong types', 'application/json', '{"name":1,"task":{},"figmaUrl":[],"events":{},"email":7}'],
  [
    'NUL characters',
    'application/json',
    JSON.stringify({
      name: 'a\0b',
      task: 'a\0b',
      company: 'a\0b',
      firstName: '\0',
      lastName: '\0',
      email: 'a\0@b.c',
      teamMemberEmail: 'a\0@b.c',
      workspaceId: '\0',
      figmaUrl: 'https://a.b/\0',
    }),
  ],
  [
    'only the link with a NUL character',
    'application/json',
    JSON.stringify({ name: 'a', task: 'b', figmaUrl: 'https://a.b/\0' }),
  ],
  [
    'half a surrogate pair',
    'application/json',
    '{"name":"\\ud800","task":"t","company":"\\udc00","figmaUrl":"https://a.b/\\ud800"}',
  ],
  [
    'numbers out of range',
    'application/json',
    '{"number_of_submission":1e999,"close_date":"9999-12-31T23:59:59-14:00","events":[{"seq":-1,"atMs":1e999,"type":"NEW_STATE","data":{}}]}',
  ],
  ['a date far away', 'application/json', '{"close_date":"9999-12-31T23:59:59-14:00"}'],
  ['another type', 'text/xml', '<a/>'],
  ['a form', 'application/x-www-form-urlencoded', 'name=a&name=b'],
  ['multipart without a boundary', 'multipart/form-data', 'x'],
  [
    'multipart that breaks off',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="video"; filename="a.webm"\r\n\r\nabc',
  ],
  ['a type that is none', 'nonsense', 'x'],
];

const oddQueries = [
  'search=%00',
  'search=a&search=b',
  'limit=-1',
  'limit=1e999',
  'cursor=%00',
  'cursor=zzz',
  'search[__proto__]=1',
  'next=%00&token=%00&expires=NaN&signature=%00&figmaUrl=%00&screenId=%00&uniqueId=%00',
  `figmaUrl=x&screenId=1:2${';1:2'.repeat(20)}&originalFigmaUrl=%ff`,
  'expires=-1&signature=a&screenId=1:2&figmaUrl=https://a.b/c',
];

describe.each(rows)('%s', (_name, row) => {
  if (row.method === 'GET') beforeAll(makeIds);
  else beforeEach(makeIds);
  const names = [...row.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name ?? '');

  it('answers odd addresses as documented', async () => {
    const addresses = oddSegments.flatMap((odd) =>
      [undefined, ...names].map((only) => addressOf(row, odd, only)),
    );
    for (const address of new Set(addresses)) expectDocumented(await send(row, address));
  });

  it('answers odd queries as documented', async () => {
    for (const query of oddQueries) {
      expectDocumented(await send(row, `${addressOf(row, 'x')}?${query}`));
    }
  });

  it.runIf(row.body !== undefined)('answers odd bodies as documented', async () => {
    for (const [, type, body] of oddBodies) {
      const answer = await send(row, addressOf(row, 'x'), {
        body,
        headers: { 'content-type': type },
      });
      expectDocumented(answer);
    }
  });
});

describe('requests below the calls', () => {
  beforeAll(makeIds);

  it('odd headers and methods are refused', async () => {
    const cookies = [
      'tryout-sign-in=%',
      '%=;;=',
      'tryout-sign-in=a; tryout-sign-in=b',
      '__proto__=1',
    ];
    for (const cookie of cookies) {
      expectDocumented(await app.anyone.get('/api/tests', { cookie }));
    }
    for (const authorization of [
      'Bearer',
      'Bearer x.y',
      'Basic eDp5',
      `Bearer ${'a'.repeat(5000)}`,
    ]) {
      const answer = await app.anyone.send(`/api/sessions/${ids.sessionId}/abandon`, {
        method: 'POST',
        headers: { authorization },
      });
      expect(answer.status).toBe(401);
      expectDocumented(answer);
    }
    for (const method of ['OPTIONS', 'PUT', 'DELETE', 'PROPFIND']) {
      expectDocumented(await app.anyone.send('/api/health', { method }));
    }
  });

  it('what is no HTTP gets a short answer', async () => {
    for (const text of [
      'hello\r\n\r\n',
      `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`,
    ]) {
      expect(await raw(text)).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
  });
});

function raw(text: string): Promise<string> {
  const { port, hostname } = new URL(app.origin);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', () => resolve(answer)).on('close', () => resolve(answer));
  });
}
