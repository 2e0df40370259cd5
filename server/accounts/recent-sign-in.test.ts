// Tests of calls that need a recent sign-in because they change an account or a team, and of confirming it at the
// issuer as the same person.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { RECENT_SIGN_IN_MINUTES } from '#contract/limits.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { TestClient } from '#testing/client.ts';
import { startIssuer, type TestIssuer } from '#testing/issuer.ts';
import { ageSignIns, signInBy } from '#testing/sign-in.ts';
import { listen } from '#testing/update-events.ts';

let issuer: TestIssuer;
let app: TestApp;
let ada: TestClient;

beforeAll(async () => {
  issuer = await startIssuer();
  app = await startTestApp({ env: issuer.env });
});
afterAll(async () => {
  await app?.close();
  await issuer?.close();
});

const claimsOf = (name: string) => ({
  sub: name,
  email: `${name}@example.com`,
  email_verified: true,
  name,
});

async function signIn(name: string): Promise<TestClient> {
  issuer.claims = claimsOf(name);
  const client = new TestClient(app.origin);
  expect(await signInBy(client)).toBe('/dashboard');
  await client.get('/auth/check-auth');
  return client;
}

const age = (minutes: number) => ageSignIns(app.parts.db, 'ada@example.com', minutes);
const addMember = () =>
  ada.post('/api/user-info/teamMembers', { teamMemberEmail: 'new@example.com' });
const confirm = () => signInBy(ada, '?again=1&next=/signed-in-again');

beforeEach(async () => {
  ada = await signIn('ada');
});

describe('recentSignIn', () => {
  const asking = Object.values(api)
    .flatMap((rows) => Object.values(rows) as Endpoint[])
    .filter((row) => row.recentSignIn);

  it.each(asking.map((row) => [row.method, row.path] as const))(
    'refuses %s %s to a sign-in of yesterday, whatever is sent [7.5.1]',
    async (method, path) => {
      await age(RECENT_SIGN_IN_MINUTES + 1);
      const answer = await ada.send(path.replace(/:\w+/g, 'x'), { method });
      expect([answer.status, answer.body]).toEqual([
        403,
        { message: 'Please sign in again to do this.', code: 'sign_in_again' },
      ]);
    },
  );

  it('names the calls of the account and of the team, and no others of them', () => {
    expect(asking.map((row) => `${row.method} ${row.path}`)).toEqual(
      expect.arrayContaining([
        'POST /api/user-info/emailUpdate',
        'POST /api/user-info/deletion',
        'POST /api/user-info/teamMembers',
        'DELETE /api/user-info/leaveTeam/:email',
      ]),
    );
    expect(asking.map((row) => row.path)).not.toContain('/api/workspaces/current');
  });

  it('lets a recent one pass', async () => {
    await age(RECENT_SIGN_IN_MINUTES - 1);
    expect((await addMember()).status).toBe(200);
    await ada.delete('/api/user-info/leaveTeam/new@example.com');
  });

  it('goes by what the issuer says of when it saw the person [6.8.4]', async () => {
    issuer.claims = { ...claimsOf('ada'), auth_time: Math.floor(Date.now() / 1000) - 3600 };
    ada = new TestClient(app.origin);
    await signInBy(ada);
    await ada.get('/auth/check-auth');
    expect((await addMember()).body.code).toBe('sign_in_again');
  });
});

it('an ordinary sign-in has another token, and ends the one before in this browser alone [7.2.4]', async () => {
  const elsewhere = await signIn('ada');
  const before = ada.cookies.get('tryout-sign-in') ?? '';
  expect(await signInBy(ada)).toBe('/dashboard');
  expect(ada.cookies.get('tryout-sign-in')).not.toBe(before);
  const old = await TestClient.signedIn(app.origin, before);
  expect((await old.get('/auth/check-auth')).status).toBe(401);
  for (const client of [ada, elsewhere]) {
    expect((await client.get('/auth/check-auth')).body.email).toBe('ada@example.com');
  }
});

describe('accounts.signIn with again=1', () => {
  it('asks the issuer to see the person, and the sign-in goes on under another token [7.2.4]', async () => {
    await age(60);
    const stream = await listen(ada);
    const before = ada.cookies.get('tryout-sign-in') ?? '';
    expect(await confirm()).toBe('/signed-in-again');
    expect(Object.fromEntries(issuer.authorizationQuery)).toMatchObject({
      max_age: '0',
      prompt: 'select_account',
    });
    expect(ada.cookies.get('tryout-sign-in')).not.toBe(before);
    expect((await addMember()).status).toBe(200);
    await expect.poll(() => stream.changes.length).toBeGreaterThan(0);
    expect(stream.names).not.toContain('ended');
    stream.close();
    const old = await TestClient.signedIn(app.origin, before);
    expect((await old.get('/auth/check-auth')).status).toBe(401);
    await ada.delete('/api/user-info/leaveTeam/new@example.com');
  });

  it('refuses another person, who gets no sign-in; this one stays as it was', async () => {
    await age(60);
    const before = new Map(ada.cookies);
    issuer.claims = claimsOf('eve');
    expect(await confirm()).toBe('/signed-in-again?sign-in=other');
    expect(ada.cookies).toEqual(before);
    expect((await ada.get('/auth/check-auth')).body.email).toBe('ada@example.com');
    expect((await addMember()).body.code).toBe('sign_in_again');
    const people = await app.parts.db.selectFrom('users').select('email').execute();
    expect(people.map(({ email }) => email)).not.toContain('eve@example.com');
  });

  it('refuses an issuer that says it has not seen the person since [6.8.4, 7.6.1]', async () => {
    await age(60);
    issuer.claims = { ...claimsOf('ada'), auth_time: Math.floor(Date.now() / 1000) - 3600 };
    expect(await confirm()).toBe('/signed-in-again?sign-in=failed');
    expect((await addMember()).body.code).toBe('sign_in_again');
  });

  it('refuses an issuer that says it will see the person later', async () => {
    await age(60);
    issuer.claims = { ...claimsOf('ada'), auth_time: Math.floor(Date.now() / 1000) + 3600 };
    expect(await confirm()).toBe('/signed-in-again?sign-in=failed');
    expect((await addMember()).body.code).toBe('sign_in_again');
    expect(await signInBy(new TestClient(app.origin))).not.toBe('/dashboard');
  });

  it('takes an issuer that says when it saw the person, by a clock that is a little fast', async () => {
    await age(60);
    issuer.claims = { ...claimsOf('ada'), auth_time: Math.floor(Date.now() / 1000) + 30 };
    expect(await confirm()).toBe('/signed-in-again');
    expect((await addMember()).status).toBe(200);
    await ada.delete('/api/user-info/leaveTeam/new@example.com');
  });

  it('begins a new sign-in when the sign-in has ended meanwhile', async () => {
    const start = await ada.send('/auth/google?again=1&next=/signed-in-again');
    await app.parts.db.deleteFrom('sign_ins').execute();
    const response = await fetch(start.headers.get('location') ?? '', { redirect: 'manual' });
    const back = new URL(response.headers.get('location') ?? '');
    const done = await ada.send(`${back.pathname}${back.search}`);
    expect(done.headers.get('location')).toBe('/signed-in-again');
    expect((await ada.get('/auth/check-auth')).body.email).toBe('ada@example.com');
  });
});
