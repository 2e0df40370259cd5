// An email change: the mailed link alone changes nothing, the same person confirms, the old address undoes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DELETION_RATE, RECIPIENT_RATE } from '#contract/limits.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { TestClient } from '#testing/client.ts';
import { mailedToken, mailsTo, mailTo, tokenIn } from '#testing/mail.ts';
import { deleteDueAccounts } from './accounts.service.ts';
import { startSignIn } from './sign-ins.db.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ask = (who: TestClient, email: string) => who.post('/api/user-info/emailUpdate', { email });
const look = (who: TestClient, token: unknown) =>
  who.post('/api/user-info/emailUpdate/look', { token });
const confirm = (who: TestClient, token: unknown) =>
  who.post('/api/user-info/emailUpdate/confirm', { token });
const lookAtUndo = (who: TestClient, token: unknown) =>
  who.post('/api/user-info/emailUndo/look', { token });
const undo = (who: TestClient, token: unknown) => who.post('/api/user-info/emailUndo', { token });
const emailOf = async (who: TestClient) => (await who.get('/api/user-info')).body.email;

/** A new person whose change to another address waits. */
async function waiting(name: string) {
  const [from, to] = [`${name}@example.com`, `${name}@example.org`];
  const person = await app.signIn(from);
  expect((await ask(person, to)).status).toBe(200);
  return { person, from, to, token: await mailedToken(app.parts, to) };
}

/** A new person whose address was changed, and the token that the old address got. */
async function changed(name: string) {
  const { token, ...rest } = await waiting(name);
  expect((await confirm(rest.person, token)).status).toBe(200);
  return { ...rest, undoToken: await mailedToken(app.parts, rest.from) };
}

/** The same person in another browser. */
async function elsewhere(email: string): Promise<TestClient> {
  const { db } = app.parts;
  const row = await db
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .select(['users.id', 'members.workspace_id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const ids = { userId: row.id, workspaceId: row.workspace_id } as Parameters<
    typeof startSignIn
  >[1];
  return TestClient.signedIn(app.origin, await startSignIn(db, ids));
}

describe('opening the link', () => {
  it('changes nothing, by GET, HEAD or the address of earlier mails', async () => {
    const { person, from, to, token } = await waiting('opened');
    const { text } = await mailTo(app.parts, to);
    expect(text).toContain(`${app.origin}/email-change#${token}`);
    const path = `/api/user-info/emailUpdate/confirm?token=${token}`;
    for (const method of ['HEAD', 'GET']) {
      for (const visitor of [app.anyone, person]) {
        const answer = await visitor.fetch(path, { method });
        if (method === 'GET') {
          expect([answer.status, answer.headers.get('location')]).toEqual([
            302,
            `/email-change#${token}`,
          ]);
        }
      }
    }
    expect(await emailOf(person)).toBe(from);
    expect((await person.get('/api/user-info')).body.pendingEmail).toBe(to);
  });

  it('tells addresses to the person alone', async () => {
    const { person, from, to, token } = await waiting('shown');
    const stranger = await app.signIn('shown-stranger@example.com');
    expect((await look(person, token)).body).toMatchObject({
      isYours: true,
      email: from,
      newEmail: to,
    });
    const nothing = { email: null, newEmail: null, expiresAt: expect.any(String) };
    expect((await look(stranger, token)).body).toEqual({ isYours: false, ...nothing });
    expect((await look(app.anyone, token)).body).toEqual({ isYours: null, ...nothing });
    expect(await emailOf(person)).toBe(from);
  });
});

describe('confirming', () => {
  it('is done by the same person, once, and the old address hears of it [6.5.1, 6.6.2]', async () => {
    const { person, from, to, token } = await waiting('confirmed');
    const stranger = await app.signIn('confirmed-stranger@example.com');
    expect((await confirm(app.anyone, token)).body.code).toBe('not_signed_in');
    expect((await confirm(stranger, token)).body.code).toBe('wrong_person');
    const foreign = new TestClient(app.origin);
    for (const [name, value] of person.cookies) foreign.cookies.set(name, value);
    foreign.cookies.set('XSRF-TOKEN', 'x'.repeat(43));
    expect((await confirm(foreign, token)).body.code).toBe('cross_site_token');
    expect(await emailOf(person)).toBe(from);
    const both = await Promise.all([confirm(person, token), confirm(person, token)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    expect(await emailOf(person)).toBe(to);
    expect((await confirm(person, token)).body.code).toBe('link_expired');
    expect((await look(person, token)).status).toBe(410);
    const [mail] = await mailsTo(app.parts, from);
    expect(mail?.subject).toBe('The email address of your account was changed');
    expect(mail?.text).toContain(`Your Tryout account used the address ${from}.`);
    expect(mail?.text).toContain(`${app.origin}/email-undo#`);
  });

  it('takes the newest link alone, for 24 hours [6.4.1, 6.5.5]', async () => {
    const { person, from, token } = await waiting('newest');
    await ask(person, 'newest-2@example.org');
    const newer = await mailedToken(app.parts, 'newest-2@example.org');
    expect((await confirm(person, token)).status).toBe(410);
    const { expiresAt } = (await look(person, newer)).body;
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 3_600_000)).toBe(24);
    await app.parts.db
      .updateTable('email_changes')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute();
    expect((await confirm(person, newer)).status).toBe(410);
    expect((await look(person, newer)).status).toBe(410);
    expect(await emailOf(person)).toBe(from);
    await deleteDueAccounts(app.parts);
    expect(await app.parts.db.selectFrom('email_changes').selectAll().execute()).toEqual([]);
  });

  it('stores no token in clear [6.5.2]', async () => {
    const { token } = await waiting('hashed');
    const rows = JSON.stringify(
      await app.parts.db.selectFrom('email_changes').selectAll().execute(),
    );
    expect(rows).not.toContain(token);
  });
});

describe('undoing', () => {
  it('needs the token alone, brings the old address back and ends other sign-ins', async () => {
    const { person, from, to, undoToken } = await changed('undone');
    const other = await elsewhere(to);
    expect((await lookAtUndo(app.anyone, undoToken)).body).toMatchObject({
      oldEmail: from,
      newEmail: to,
    });
    expect(await emailOf(other)).toBe(to);
    const both = await Promise.all([undo(person, undoToken), undo(person, undoToken)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    expect(await emailOf(person)).toBe(from);
    expect((await other.get('/auth/check-auth')).status).toBe(401);
    const { person: thief, from: victim, undoToken: theirs } = await changed('stolen');
    expect((await undo(app.anyone, theirs)).status).toBe(200);
    expect((await thief.get('/auth/check-auth')).status).toBe(401);
    expect(await emailOf(await elsewhere(victim))).toBe(victim);
  });

  it('after another change brings back what was before it, and later undos end', async () => {
    const { person, from, to, undoToken } = await changed('twice');
    await ask(person, 'third@example.org');
    await confirm(person, await mailedToken(app.parts, 'third@example.org'));
    const secondUndo = tokenIn((await mailsTo(app.parts, to))[0] ?? (await mailTo(app.parts, to)));
    await ask(person, 'fourth@example.org');
    const pending = await mailedToken(app.parts, 'fourth@example.org');
    expect(await emailOf(person)).toBe('third@example.org');
    expect((await undo(person, undoToken)).status).toBe(200);
    expect(await emailOf(person)).toBe(from);
    expect((await undo(person, secondUndo)).status).toBe(410);
    expect((await confirm(person, pending)).status).toBe(410);
  });

  it('works for seven days', async () => {
    const { person, to, undoToken } = await changed('late');
    await app.parts.db
      .updateTable('email_undos')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute();
    expect((await lookAtUndo(app.anyone, undoToken)).status).toBe(410);
    expect((await undo(app.anyone, undoToken)).status).toBe(410);
    expect(await emailOf(person)).toBe(to);
    await deleteDueAccounts(app.parts);
    expect(await app.parts.db.selectFrom('email_undos').selectAll().execute()).toEqual([]);
  });
});

describe('mails to one address', () => {
  it('about deletions asked for and withdrawn again and again end after a day’s share', async () => {
    const owner = await app.signIn('again@example.com');
    for (let call = 0; call < DELETION_RATE.calls; call += 1) {
      const response = await owner.post('/api/user-info/deletion', { email: 'again@example.com' });
      expect(response.status).toBe(200);
      expect((await owner.delete('/api/user-info/deletion')).status).toBe(200);
    }
    const refused = await owner.post('/api/user-info/deletion', { email: 'again@example.com' });
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  });

  it('end after ten a day from any number of people, in any case; notices go on', async () => {
    const target = 'target@example.org';
    for (let sender = 0; sender < RECIPIENT_RATE.calls; sender += 1) {
      const person = await app.signIn(`sender-${sender}@example.com`);
      const email = sender % 2 ? target : target.toUpperCase();
      const path = sender < 5 ? '/api/user-info/emailUpdate' : '/api/user-info/teamMembers';
      const answer = await person.post(path, { email, teamMemberEmail: email });
      expect(answer.status).toBe(200);
    }
    const person = await app.signIn('sender-last@example.com');
    for (const answer of [
      await ask(person, target),
      await person.post('/api/user-info/teamMembers', { teamMemberEmail: target }),
    ]) {
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3600);
      expect(answer.body.message).toContain('enough mails for today');
    }
    expect(await mailsTo(app.parts, target)).toHaveLength(RECIPIENT_RATE.calls);
    const { rows } = await app.parts.db
      .selectFrom('rate_counts')
      .selectAll()
      .execute()
      .then((found) => ({ rows: JSON.stringify(found) }));
    expect(rows).not.toContain('target');
    const owner = await app.signIn(target);
    await ask(owner, 'target-2@example.org');
    await confirm(owner, await mailedToken(app.parts, 'target-2@example.org'));
    expect((await mailTo(app.parts, target)).subject).toMatch(/was changed/);
  });
});
