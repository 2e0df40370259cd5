// The sign-in's cookies: their names and marks behind https and on loopback, and what signing out leaves in
// the browser.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { TestClient } from '#testing/client.ts';
import { startIssuer, type TestIssuer } from '#testing/issuer.ts';
import { signInBy } from '#testing/sign-in.ts';
import { joinTeam } from '#testing/team.ts';
import { exchange, open, shareResults } from '#testing/visitor.ts';

const HOST = '__Host-tryout-sign-in';
const PLAIN = 'tryout-sign-in';
const SECURE = '__Secure-tryout-view';
const marks = 'Path=/; HttpOnly; Secure; SameSite=Lax';

let issuer: TestIssuer;
let secure: TestApp;
let plain: TestApp;

beforeAll(async () => {
  issuer = await startIssuer();
  issuer.claims = { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada' };
  secure = await startTestApp({ env: { ...issuer.env, PUBLIC_URL: 'https://tryout.example' } });
  plain = await startTestApp();
});
afterAll(async () => {
  await secure?.close();
  await plain?.close();
  await issuer?.close();
});

/** Set-Cookie lines without their values and times, by name. */
const linesOf = (headers: Headers) =>
  Object.fromEntries(
    headers.getSetCookie().map((line) => {
      const [pair = '', ...rest] = line.split('; ');
      const attributes = rest.filter((part) => !/^(Max-Age|Expires)/.test(part));
      return [pair.split('=')[0], attributes.join('; ')];
    }),
  );

describe('behind https', () => {
  it('the sign-in is kept for this host alone, on its way to the issuer as well', async () => {
    const client = new TestClient(secure.origin);
    const start = await client.get('/auth/google');
    expect(linesOf(start.headers)).toEqual({ [`${HOST}-attempt`]: marks });
    expect(await signInBy(client)).toBe('/dashboard');
    expect([...client.cookies.keys()].toSorted()).toEqual(
      [HOST, 'XSRF-TOKEN', 'admin', 'email'].toSorted(),
    );
    const out = await client.post('/auth/logout');
    expect(linesOf(out.headers)).toMatchObject({ [HOST]: 'Path=/; Secure; SameSite=Lax' });
    expect([...client.cookies.keys()]).toEqual([]);
  });

  it('a foreign one under the name of loopback takes no other one’s place', async () => {
    const ada = await secure.signIn('mine@example.com');
    const eve = await secure.signIn('eve@example.com');
    ada.cookies.set(PLAIN, eve.cookies.get(HOST) ?? '');
    expect((await ada.get('/auth/check-auth')).body.email).toBe('mine@example.com');
  });
});

describe('every cookie behind https', () => {
  /** Name and attributes of each cookie that signing in and opening a link set. */
  async function allCookies(): Promise<Record<string, string>> {
    const client = new TestClient(secure.origin);
    const start = await client.send('/auth/google');
    const sent = await fetch(start.headers.get('location') ?? '', { redirect: 'manual' });
    const back = new URL(sent.headers.get('location') ?? '');
    const done = await client.send(`${back.pathname}${back.search}`);
    await client.post('/api/set-company', { company: 'Acme' });
    const form = { name: 'T', task: 't', figmaUrl: 'https://example.com/page' };
    const { _id } = (await client.post('/api/tests', form)).body;
    const { token, viewLink } = await shareResults(client, _id);
    const exchanged = await exchange(secure.origin, token);
    const opened = await open(secure.origin, token);
    const answers = [start, done, exchanged, opened];
    const cookies = answers.map(({ headers }) => linesOf(headers));
    return JSON.parse(
      JSON.stringify(Object.assign({}, ...cookies)).replaceAll(viewLink._id, ':id'),
    );
  }

  it('is Secure, of this host and of a site as its purpose asks; tokens are HttpOnly [3.3.1, 3.3.2, 3.3.3, 3.3.4]', async () => {
    const cookies = await allCookies();
    // The specification names these three; a page reads them.
    const read = ['XSRF-TOKEN', 'admin', 'email'];
    for (const name of read) expect(cookies[name]).toBe('Path=/; Secure; SameSite=Lax');
    const { [SECURE]: visitor, [`${SECURE}-link`]: link, ...others } = cookies;
    const ofLink = 'Path=/api/view/:id; HttpOnly; Secure; SameSite=Strict';
    expect([visitor, link]).toEqual([ofLink, ofLink]);
    expect(Object.keys(others).toSorted()).toEqual([HOST, `${HOST}-attempt`, ...read].toSorted());
    expect(cookies[HOST]).toBe(marks);
    // The attempt's cookie ends with the answer.
    expect(cookies[`${HOST}-attempt`]).toBe('Path=/; Secure; SameSite=Lax');
  });
});

describe('on loopback', () => {
  it('the names are the plain ones, without Secure', async () => {
    const client = await plain.signIn('ada@example.com');
    expect([...client.cookies.keys()]).toContain(PLAIN);
    const out = await client.post('/auth/logout');
    expect(linesOf(out.headers)).toMatchObject({ [PLAIN]: 'Path=/; SameSite=Lax' });
  });
});

describe('Clear-Site-Data', () => {
  it('takes the cache along when a person signs out or leaves, never the storage [14.3.1]', async () => {
    const owner = await plain.signIn('owner@example.com', { company: 'Acme' });
    const member = await joinTeam(plain, { owner, email: 'member@example.com' });
    const left = await member.delete('/api/user-info/leaveTeam/member@example.com');
    const out = await owner.post('/auth/logout');
    for (const { status, headers } of [left, out]) {
      expect([status, headers.get('clear-site-data')]).toEqual([200, '"cache"']);
    }
  });

  it('is not sent for another person who is removed', async () => {
    const owner = await plain.signIn('second@example.com', { company: 'Acme' });
    await joinTeam(plain, { owner, email: 'removed@example.com' });
    const removed = await owner.delete('/api/user-info/leaveTeam/removed@example.com');
    expect([removed.status, removed.headers.get('clear-site-data')]).toEqual([200, null]);
  });
});

describe('a Cookie header', () => {
  it.each([
    ['the name twice', `${PLAIN}=a; ${PLAIN}=b`],
    ['4 kB of nothing', `${PLAIN}=${'%'.repeat(4096)}`],
    ['a name of the prototype', '__proto__=1; constructor=2; hasOwnProperty=3'],
    ['commas and quotes', `"${PLAIN}"="a",,;;=;`],
  ])('of %s signs no one in and ends nothing', async (_what, cookie) => {
    for (const app of [plain, secure]) {
      const answer = await app.anyone.get('/auth/check-auth', { cookie });
      expect([answer.status, answer.body.code]).toEqual([401, 'not_signed_in']);
    }
  });
});
