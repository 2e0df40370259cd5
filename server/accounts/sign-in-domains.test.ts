// SIGN_IN_DOMAINS: who may sign in, by the address that the issuer vouches for.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { TestClient } from '#testing/client.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';

let open: TestApp;

beforeAll(async () => {
  open = await startTestApp();
});
afterAll(() => open.close());

const usersNamed = (email: string) =>
  open.parts.db.selectFrom('users').select('verified_email').where('email', '=', email).execute();

it('lets listed domains in, refuses others kindly, and ends their sign-ins at the start [7.4.2]', async () => {
  const [inside, outside] = [new TestClient(open.origin), new TestClient(open.origin)];
  await signInAtIssuer(inside, { email: 'ada@acme.com', name: 'Ada' });
  await signInAtIssuer(outside, { email: 'eve@evil.com', name: 'Eve' });
  const unknown = await open.signIn('old@acme.com');
  await open.parts.db
    .updateTable('users')
    .set({ verified_email: null })
    .where('email', '=', 'old@acme.com')
    .execute();
  const limited = await startTestApp({ beside: open, env: { SIGN_IN_DOMAINS: 'acme.com' } });
  const status = async (client: TestClient) =>
    (await client.at(limited.origin).get('/auth/check-auth')).status;
  expect([await status(inside), await status(outside), await status(unknown)]).toEqual([
    200, 401, 401,
  ]);
  const refused = new TestClient(limited.origin);
  for (const email of [
    'mallory@evil.com',
    'eve@evil.com',
    'x@mail.acme.com',
    'x@acme.com.evil.com',
  ]) {
    expect(await signInAtIssuer(refused, { email, name: 'M' })).toBe('/?sign-in=domain');
  }
  expect((await refused.get('/auth/check-auth')).status).toBe(401);
  expect(await usersNamed('mallory@evil.com')).toEqual([]);
  const back = await signInAtIssuer(refused, { email: 'bob@ACME.com', name: 'Bob' });
  expect([back, (await refused.get('/auth/check-auth')).status]).toEqual(['/dashboard', 200]);
  await limited.close();
});

it('an address that its person changed keeps what the issuer vouched for', async () => {
  const client = new TestClient(open.origin);
  await signInAtIssuer(client, { email: 'mel@evil.com', name: 'Mel' });
  await open.parts.db
    .updateTable('users')
    .set({ email: 'mel@acme.com' })
    .where('email', '=', 'mel@evil.com')
    .execute();
  await signInAtIssuer(client, { email: 'mel@evil.com', name: 'Mel' });
  expect(await usersNamed('mel@acme.com')).toEqual([{ verified_email: 'mel@evil.com' }]);
});
