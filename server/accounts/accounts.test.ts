// accounts.*: sign-in through the stand-in issuer, cookies, profile, email change, deletion.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { TestClient } from '#testing/client.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import { deleteDueAccounts } from './accounts.service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

/** The newest mail to an address in the outbox, once the queue has sent it. */
async function mailTo(address: string) {
  const outbox = join(app.parts.config.dataDir, 'outbox');
  return await vi.waitFor(
    async () => {
      for (const name of (await readdir(outbox)).toSorted().reverse()) {
        const mail = await PostalMime.parse(await readFile(join(outbox, name)));
        if (mail.to?.some((to) => to.address === address)) return mail;
      }
      throw new Error(`no mail to ${address}`);
    },
    { timeout: 15_000, interval: 100 },
  );
}

describe('accounts.signIn', () => {
  it('signs a person in through the issuer and comes back to the asked page', async () => {
    const client = new TestClient(app.origin);
    const back = await signInAtIssuer(client, {
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      next: '/settings?tab=team',
    });
    expect(back).toBe('/settings?tab=team');
    expect((await client.get('/auth/check-auth')).body).toEqual({
      email: 'ada@example.com',
      role: 'owner',
    });
    expect(client.cookies.get('admin')).toBe('true');
    expect(client.cookies.get('email')).toBe('ada@example.com');
    expect((await client.get('/api/user-info')).body).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      company: '',
      role: 'owner',
      teamMembers: [{ email: 'ada@example.com', role: 'owner', joined: true }],
    });
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/a/%2e%2e//evil.example',
    'dashboard',
  ])('never leaves the app: next=%s [1.2.2, 3.7.2]', async (next) => {
    const client = new TestClient(app.origin);
    const back = await signInAtIssuer(client, { email: 'b@example.com', name: 'B', next });
    expect(back).toBe('/dashboard');
  });

  it('lasts from its last use: cookies are renewed with it, and unused ones are removed [7.3.1]', async () => {
    const client = await app.signIn('stays@example.com');
    const { db } = app.parts;
    const expiresIn = (days: number) =>
      db
        .updateTable('sign_ins')
        .set({ expires_at: new Date(Date.now() + days * 24 * 3_600_000) })
        .where('user_id', 'in', (from) =>
          from.selectFrom('users').select('users.id').where('email', '=', 'stays@example.com'),
        )
        .execute();
    const cookiesOf = async () =>
      (await client.fetch('/auth/check-auth')).headers
        .getSetCookie()
        .map((line) => line.split('=')[0]);
    expect(await cookiesOf()).toEqual([]);
    await expiresIn(2);
    expect(await cookiesOf()).toEqual(['tryout-sign-in', 'XSRF-TOKEN', 'admin', 'email']);
    expect(await cookiesOf()).toEqual([]);
    await expiresIn(-1);
    expect((await client.get('/auth/check-auth')).status).toBe(401);
    await deleteDueAccounts(app.parts);
    const expired = await db
      .selectFrom('sign_ins')
      .selectAll()
      .where('expires_at', '<', new Date())
      .execute();
    expect(expired).toEqual([]);
  });

  it('knows a person again by the issuer, and signs out', async () => {
    const first = new TestClient(app.origin);
    await signInAtIssuer(first, { email: 'again@example.com', name: 'A' });
    const again = new TestClient(app.origin);
    await signInAtIssuer(again, { email: 'again@example.com', name: 'A' });
    const id = async (client: TestClient) =>
      (await client.get('/api/user-info')).body.teamMembers[0]._id;
    expect(await id(again)).toBe(await id(first));
    expect((await again.post('/auth/logout')).status).toBe(200);
    expect((await again.get('/auth/check-auth')).status).toBe(401);
    expect((await first.get('/auth/check-auth')).status).toBe(200);
  });

  it('takes no answer that it did not ask for', async () => {
    const answer = await app.anyone.get('/auth/google/callback?code=x&state=y');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/?sign-in=failed']);
    expect(answer.headers.getSetCookie().join()).not.toContain('tryout-sign-in=');
  });
});

describe('accounts.update and accounts.changeEmail', () => {
  it('needs both names', async () => {
    const owner = await app.signIn('names@example.com');
    expect(
      (await owner.post('/api/user-info', { firstName: '', lastName: 'L' })).body.fields,
    ).toEqual({ firstName: 'First name is required' });
    await owner.post('/api/user-info', { firstName: 'Grace', lastName: 'Hopper' });
    expect((await owner.get('/api/user-info')).body).toMatchObject({ firstName: 'Grace' });
  });

  it('takes a new email that is one and is new', async () => {
    const owner = await app.signIn('old@example.com');
    const change = (email: string) => owner.post('/api/user-info/emailUpdate', { email });
    expect((await change('OLD@example.com')).body.fields).toEqual({
      email: 'New email cannot be the same as the current email.',
    });
    expect((await change('nonsense')).body.fields).toEqual({
      email: 'Please enter a valid email address.',
    });
    expect((await change('')).body.fields).toEqual({ email: 'Email is required.' });
    expect((await change('New@Example.com')).status).toBe(200);
    expect((await owner.get('/api/user-info')).body).toMatchObject({
      email: 'old@example.com',
      pendingEmail: 'new@example.com',
    });
    const mail = await mailTo('new@example.com');
    const link = /https?:\S+#\S+/.exec(mail.text ?? '')?.[0] ?? '';
    expect(mail.html).toContain(`href="${link}"`);
  });
});

describe('accounts.requestDeletion', () => {
  it('is confirmed by the email, mailed to both, can be withdrawn, and really deletes [7.4.2]', async () => {
    const owner = await app.signIn('leaving@example.com', { company: 'Gone' });
    const ask = (email: string) => owner.post('/api/user-info/deletion', { email });
    expect((await ask('other@example.com')).status).toBe(400);
    expect((await ask('leaving@example.com')).status).toBe(200);
    expect((await mailTo('leaving@example.com')).subject).toBe('Account deletion requested');
    await mailTo(app.parts.config.mail.support);
    expect((await owner.delete('/api/user-info/deletion')).status).toBe(200);
    expect((await owner.delete('/api/user-info/deletion')).status).toBe(404);
    await ask('leaving@example.com');
    await deleteDueAccounts(app.parts);
    expect((await owner.get('/auth/check-auth')).status).toBe(200);
    await app.parts.db
      .updateTable('users')
      .set({ deletion_at: new Date(0) })
      .where('email', '=', 'leaving@example.com')
      .execute();
    await deleteDueAccounts(app.parts);
    expect((await owner.get('/auth/check-auth')).status).toBe(401);
  });
});
