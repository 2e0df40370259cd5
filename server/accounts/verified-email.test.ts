// The issuer's word about an address: only a verified one opens invitations and passes SIGN_IN_DOMAINS.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { TestClient } from '#testing/client.ts';
import { startIssuer, type TestIssuer } from '#testing/issuer.ts';

let app: TestApp;
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer();
  app = await startTestApp({ env: issuer.env });
});
afterAll(async () => {
  await app.close();
  await issuer.close();
});

async function signIn(claims: Record<string, unknown>) {
  issuer.claims = { sub: 'grace', email: 'Grace@Example.com', given_name: 'Grace', ...claims };
  const client = new TestClient(app.origin);
  const away = await client.get('/auth/google');
  const back = await client.get(away.headers.get('location') ?? '');
  const { headers } = await client.get(back.headers.get('location') ?? '');
  return { client, end: headers.get('location') };
}

it.each([{ email_verified: false }, { email_verified: null }, { email_verified: 'yes' }])(
  'refuses %j',
  async (claims) => {
    const { client, end } = await signIn(claims);
    expect(end).toBe('/?sign-in=failed');
    expect((await client.get('/auth/check-auth')).status).toBe(401);
    expect(await app.parts.db.selectFrom('users').selectAll().execute()).toEqual([]);
  },
);

it('signs a person in whose issuer does not say, and asks them about no invitation', async () => {
  const owner = await app.signIn('editor@example.com', { company: 'Times' });
  const teamMemberEmail = 'edith@example.com';
  await owner.post('/api/user-info/teamMembers', { teamMemberEmail });
  const { client, end } = await signIn({ sub: 'edith', email: teamMemberEmail });
  expect(end).toBe('/dashboard');
  expect((await client.get('/api/invitations')).body).toEqual([]);
  const invited = await signIn({ sub: 'edith', email: teamMemberEmail, email_verified: true });
  expect((await invited.client.get('/api/invitations')).body).toHaveLength(1);
});

it('remembers the address of each sign-in, in lower case', async () => {
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  for (const teamMemberEmail of ['grace@example.com', 'hopper@example.com']) {
    await owner.post('/api/user-info/teamMembers', { teamMemberEmail });
  }
  const invitedEmails = async (client: TestClient) =>
    (await client.get('/api/invitations')).body.map(({ email }: { email: string }) => email);
  const first = await signIn({ email_verified: true });
  expect(first.end).toBe('/dashboard');
  const second = await signIn({ email_verified: true, email: 'hopper@example.com' });
  expect(await invitedEmails(first.client)).toEqual(['grace@example.com']);
  expect(await invitedEmails(second.client)).toEqual(['hopper@example.com']);
  expect((await second.client.get('/auth/check-auth')).body.email).toBe('grace@example.com');
});
