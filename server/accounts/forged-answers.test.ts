// Answers that are not the issuer's, or not for this browser's attempt: each is refused, and no one is signed in.
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { TestClient } from '#testing/client.ts';
import { ACCESS_TOKEN, signES256, startIssuer, type TestIssuer } from '#testing/issuer.ts';
import { signInBy } from '#testing/sign-in.ts';

const FAILED = '/?sign-in=failed';
const own = { alg: 'ES256', kid: 'a' };
const ada = { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada' };

let issuer: TestIssuer;
let app: TestApp;
let signByIssuer: TestIssuer['sign'];

beforeAll(async () => {
  issuer = await startIssuer();
  signByIssuer = issuer.sign;
  app = await startTestApp({ env: issuer.env });
});
beforeEach(() => {
  issuer.claims = ada;
});
afterEach(() => Object.assign(issuer, { header: own, sign: signByIssuer, metadata: {} }));
afterAll(async () => {
  await app?.close();
  await issuer?.close();
});

/** Returns the browser's final address, and whether it is signed in there. */
async function attempt(client = new TestClient(app.origin)): Promise<[string, number]> {
  const place = await signInBy(client);
  return [place, (await client.get('/auth/check-auth')).status];
}

it('the same answer unforged signs in', async () => {
  expect(await attempt()).toEqual(['/dashboard', 200]);
});

describe('an ID token', () => {
  const { privateKey: strange, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });

  it.each<[string, Partial<TestIssuer>]>([
    ['signed by another key', { sign: (text) => signES256(text, strange) }],
    ['without a signature', { sign: () => Buffer.alloc(0) }],
    ['of the algorithm none', { header: { alg: 'none' }, sign: () => Buffer.alloc(0) }],
    [
      'of an algorithm that its metadata does not list',
      {
        header: { alg: 'HS256' },
        sign: (text) => createHmac('sha256', 'for tests').update(text).digest(),
      },
    ],
  ])('%s is refused [6.8.2, 9.1.1, 9.1.2]', async (_what, forged) => {
    Object.assign(issuer, forged);
    expect(await attempt()).toEqual([FAILED, 401]);
  });

  it.each([
    ['itself', { ...own, jwk }],
    ['at an address', { ...own, kid: 'b', jku: 'http://127.0.0.1:1/keys' }],
  ])('brings no key of its own, in %s [9.1.3]', async (_what, header) => {
    Object.assign(issuer, { header, sign: (text: string) => signES256(text, strange) });
    expect(await attempt()).toEqual([FAILED, 401]);
  });

  const hourAgo = () => Math.floor(Date.now() / 1000) - 3600;

  it('that has ended is refused, and one that begins later [9.2.1]', async () => {
    issuer.claims = { ...ada, iat: hourAgo(), exp: hourAgo() + 600 };
    expect(await attempt()).toEqual([FAILED, 401]);
    issuer.claims = { ...ada, nbf: hourAgo() + 7200 };
    expect(await attempt()).toEqual([FAILED, 401]);
  });

  it('for another client, or of another issuer, is refused [9.2.3, 10.5.4]', async () => {
    for (const claims of [{ aud: 'another' }, { aud: [] }, { iss: 'https://accounts.example' }]) {
      issuer.claims = { ...ada, ...claims };
      expect(await attempt()).toEqual([FAILED, 401]);
    }
  });

  it('with the nonce of another attempt, or none, is refused [10.5.1]', async () => {
    for (const nonce of ['of another attempt', undefined]) {
      issuer.claims = { ...ada, nonce };
      expect(await attempt()).toEqual([FAILED, 401]);
    }
  });
});

it('what the issuer gave stays on the server, and is not kept [10.1.1]', async () => {
  const given: string[] = [];
  issuer.sign = (text) => {
    given.push(text);
    return signByIssuer(text);
  };
  const client = new TestClient(app.origin);
  await attempt(client);
  expect(given).toHaveLength(1);
  const stored = [...client.cookies.values(), (await client.get('/api/user-info')).body];
  const { db } = app.parts;
  for (const table of ['users', 'sign_ins'] as const) {
    stored.push(await db.selectFrom(table).selectAll().execute());
  }
  expect(JSON.stringify(stored)).not.toContain(given[0]);
  expect(JSON.stringify(stored)).not.toContain(ACCESS_TOKEN);
});

describe('an attempt', () => {
  it('needs a press at the issuer, and asks for who the person is alone [7.6.2, 10.4.11]', async () => {
    const start = await app.anyone.send('/auth/google');
    const authorizationUrl = new URL(start.headers.get('location') ?? '');
    expect(authorizationUrl.searchParams.get('prompt')).toBe('select_account');
    expect(authorizationUrl.searchParams.get('scope')).toBe('openid email profile');
    expect(authorizationUrl.searchParams.get('response_type')).toBe('code');
  });

  it('belongs to the browser that began it, and ends with its answer [10.1.2, 10.2.1]', async () => {
    const browser = new TestClient(app.origin);
    const start = await browser.send('/auth/google');
    const authorizationUrl = new URL(start.headers.get('location') ?? '');
    expect(authorizationUrl.searchParams.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(authorizationUrl.searchParams.get(name)?.length).toBeGreaterThanOrEqual(43);
    }
    const sent = await fetch(authorizationUrl, { redirect: 'manual' });
    const back = new URL(sent.headers.get('location') ?? '');
    const answer = `${back.pathname}${back.search}`;
    const victim = new TestClient(app.origin);
    expect((await victim.send(answer)).headers.get('location')).toBe(FAILED);
    const other = new TestClient(app.origin);
    await other.send('/auth/google');
    expect((await other.send(answer)).headers.get('location')).toBe(FAILED);
    expect((await browser.send(answer)).headers.get('location')).toBe('/dashboard');
    expect((await browser.send(answer)).headers.get('location')).toBe(FAILED);
  });
});

it('metadata that names another issuer is not used [10.5.3]', async () => {
  const liar = await startIssuer();
  liar.metadata = { issuer: 'https://accounts.google.com' };
  const misled = await startTestApp({ env: liar.env });
  try {
    expect((await misled.anyone.get('/auth/google')).status).toBe(503);
  } finally {
    await misled.close();
    await liar.close();
  }
});

it('a person is known by issuer and subject: the same address of another subject is another one [6.8.1, 10.5.2]', async () => {
  const idOf = async (sub: string) => {
    issuer.claims = { ...ada, sub };
    const client = new TestClient(app.origin);
    await signInBy(client);
    return (await client.get('/api/user-info')).body.teamMembers[0]._id;
  };
  const first = await idOf('first');
  expect(await idOf('second')).not.toBe(first);
  expect(await idOf('first')).toBe(first);
});
