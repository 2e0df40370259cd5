// Invitations: sent and answered, by the mailed token or the address vouched for at this sign-in.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { TestClient } from '#testing/client.ts';
import { mailedToken, mailsTo, tokenIn } from '#testing/mail.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import { joinTeam } from '#testing/team.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const invite = (owner: TestClient, teamMemberEmail: string) =>
  owner.post('/api/user-info/teamMembers', { teamMemberEmail });
const look = (who: TestClient, token: unknown) => who.post('/api/invitations/look', { token });
const accept = (who: TestClient, key: object) => who.post('/api/invitations/accept', key);
const decline = (who: TestClient, key: object) => who.post('/api/invitations/decline', key);
const listOf = async (who: TestClient) => (await who.get('/api/invitations')).body;
const workspacesOf = async (who: TestClient) =>
  (await who.get('/api/workspaces')).body.map(
    ({ company, current }: { company: string; current: boolean }) => [company, current],
  );
const teamOf = async (who: TestClient) => (await who.get('/api/user-info')).body.teamMembers;

let count = 0;
/** An owner with a team, and an address that has been invited to it. */
async function invited() {
  count += 1;
  const [company, email] = [`Team ${count}`, `grace-${count}@example.com`];
  const owner = await app.signIn(`owner-${count}@example.com`, { company });
  expect((await invite(owner, email)).status).toBe(200);
  return { owner, company, email, token: await mailedToken(app.parts, email) };
}

function expire() {
  return app.parts.db
    .updateTable('invitations')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('state', '=', 'open')
    .execute();
}

async function atIssuer(email: string): Promise<TestClient> {
  const client = new TestClient(app.origin);
  await signInAtIssuer(client, { email, name: 'Grace' });
  await client.get('/auth/check-auth');
  return client;
}

describe('signing in', () => {
  it('joins no team and switches no workspace; it asks, and the answer joins', async () => {
    const { owner, company, email } = await invited();
    const grace = await atIssuer(email);
    expect(await workspacesOf(grace)).toEqual([['', true]]);
    const [invitation] = await listOf(grace);
    expect(invitation).toMatchObject({ company, email, ownerName: 'Ada Lovelace' });
    expect((await accept(grace, { invitationId: invitation._id })).status).toBe(200);
    expect(await workspacesOf(grace)).toEqual([
      ['', true],
      [company, false],
    ]);
    expect(await listOf(grace)).toEqual([]);
    expect((await teamOf(owner)).map(({ joined }: { joined: boolean }) => joined)).toEqual([
      true,
      true,
    ]);
    const [, { _id: workspaceId }] = (await grace.get('/api/workspaces')).body;
    await grace.post('/api/workspaces/current', { workspaceId });
    const again = await atIssuer(email);
    expect(await workspacesOf(again)).toEqual([
      ['', false],
      [company, true],
    ]);
  });

  it('asks by the address of this sign-in, never by one that was kept or changed to', async () => {
    const { email } = await invited();
    const thief = await atIssuer('thief@example.com');
    await app.parts.db
      .updateTable('users')
      .set({ email })
      .where('email', '=', 'thief@example.com')
      .execute();
    expect(await listOf(thief)).toEqual([]);
    const again = await atIssuer('thief@example.com');
    expect((await again.get('/auth/check-auth')).body.email).toBe(email);
    expect(await listOf(again)).toEqual([]);
    expect(await workspacesOf(again)).toEqual([['', true]]);
    const [invitation] = await listOf(await app.signIn(email.toUpperCase().toLowerCase()));
    expect((await accept(again, { invitationId: invitation._id })).status).toBe(404);
    expect((await decline(again, { invitationId: invitation._id })).status).toBe(404);
  });

  it('from before the address was kept asks nothing', async () => {
    const { email } = await invited();
    const grace = await app.signIn(email);
    await app.parts.db.updateTable('sign_ins').set({ verified_email: null }).execute();
    expect(await listOf(grace)).toEqual([]);
  });
});

describe('the mailed token', () => {
  it('lets any person who is signed in join, once [6.5.1]', async () => {
    const { company, email, token } = await invited();
    const other = await app.signIn(`other-${count}@example.com`, { company: 'Own' });
    const opened = await look(app.anyone, token);
    expect(opened.body).toMatchObject({
      state: 'open',
      invitation: { company, email },
      joined: null,
    });
    expect((await accept(app.anyone, { token })).body.code).toBe('not_signed_in');
    const both = await Promise.all([accept(other, { token }), accept(other, { token })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    expect(await workspacesOf(other)).toEqual([
      ['Own', true],
      [company, false],
    ]);
    const late = await app.signIn(`late-${count}@example.com`);
    const refused = await accept(late, { token });
    expect([refused.status, refused.body.message]).toEqual([410, 'This invitation has been used.']);
    expect((await look(late, token)).body).toEqual({
      state: 'accepted',
      invitation: null,
      joined: null,
    });
    expect((await look(other, token)).body.joined).toMatchObject({ company });
  });

  it('answers its own invitation alone, and an id those of the own address [6.6.2]', async () => {
    const { company, email, token } = await invited();
    const second = await invited();
    expect((await invite(second.owner, email)).status).toBe(200);
    const third = await invited();
    const grace = await atIssuer(email);
    expect((await accept(grace, { token })).status).toBe(200);
    expect((await workspacesOf(grace)).map(([name]: [string]) => name)).toContain(company);
    expect(await listOf(grace)).toMatchObject([{ company: second.company }]);
    const [foreign] = await listOf(await atIssuer(third.email));
    for (const answer of [accept, decline]) {
      const refused = await answer(grace, { invitationId: foreign._id });
      expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
    }
    expect((await look(app.anyone, third.token)).body.state).toBe('open');
    expect((await workspacesOf(grace)).map(([name]: [string]) => name)).not.toContain(
      third.company,
    );
  });

  it('is not used up by who is in the team already', async () => {
    const { owner, token } = await invited();
    const answer = await accept(owner, { token });
    expect([answer.status, answer.body.message]).toEqual([409, 'You are already in this team.']);
    expect((await look(owner, token)).body).toMatchObject({
      state: 'open',
      joined: { _id: expect.any(String) },
    });
  });

  it('needs the cross-site token of the sign-in', async () => {
    const { email, token } = await invited();
    const grace = await app.signIn(email);
    for (const answer of [accept, decline]) {
      // The answer before has put the cookie right.
      grace.cookies.set('XSRF-TOKEN', 'x'.repeat(43));
      expect((await answer(grace, { token })).body.code).toBe('cross_site_token');
    }
  });

  it('is not stored in clear, and what is over keeps no address [6.5.2]', async () => {
    const { email, token } = await invited();
    const rows = async () =>
      JSON.stringify(await app.parts.db.selectFrom('invitations').selectAll().execute());
    expect(await rows()).not.toContain(token);
    await decline(await app.signIn(email), { token });
    expect(await rows()).not.toContain(email);
  });
});

describe('an invitation that is over', () => {
  it('says why: declined, withdrawn, sent again, expired', async () => {
    const declined = await invited();
    const grace = await app.signIn(declined.email);
    expect((await decline(grace, { token: declined.token })).status).toBe(200);
    const withdrawn = await invited();
    const path = `/api/user-info/leaveTeam/${withdrawn.email}`;
    expect((await withdrawn.owner.delete(path)).status).toBe(200);
    const replaced = await invited();
    const { _id } = (await teamOf(replaced.owner))[1];
    expect((await replaced.owner.post(`/api/invitations/${_id}/resend`)).status).toBe(200);
    for (const [{ token }, state] of [
      [declined, 'declined'],
      [withdrawn, 'withdrawn'],
      [replaced, 'replaced'],
    ] as const) {
      expect((await look(grace, token)).body.state).toBe(state);
      for (const answer of [await accept(grace, { token }), await decline(grace, { token })]) {
        expect([answer.status, answer.body.code]).toEqual([410, 'link_expired']);
      }
    }
    const newest = await mailedToken(app.parts, replaced.email);
    await expire();
    expect((await look(grace, newest)).body).toMatchObject({
      state: 'expired',
      invitation: { company: replaced.company },
    });
    expect((await accept(grace, { token: newest })).body.message).toBe(
      'This invitation has expired.',
    );
    const [first] = await mailsTo(app.parts, replaced.email);
    expect(first && tokenIn(first)).toBe(newest);
  });

  it('ends for its address too, and can be sent again by the owner alone', async () => {
    const { owner, email } = await invited();
    const [, before] = await teamOf(owner);
    expect(before.invitation.expired).toBe(false);
    const days = Date.parse(before.invitation.expiresAt) - Date.parse(before.invitation.sentAt);
    expect(Math.round(days / 86_400_000)).toBe(14);
    expect((await invite(owner, email)).body.code).toBe('already_member');
    await expire();
    const grace = await app.signIn(email);
    expect(await listOf(grace)).toEqual([]);
    expect((await accept(grace, { invitationId: before._id })).status).toBe(404);
    expect((await teamOf(owner))[1].invitation.expired).toBe(true);
    const resend = (who: TestClient, id: string) => who.post(`/api/invitations/${id}/resend`);
    const stranger = await app.signIn(`stranger-${count}@example.com`);
    expect((await resend(stranger, before._id)).status).toBe(404);
    const member = await joinTeam(app, { owner, email: `member-${count}@example.com` });
    expect((await resend(member, before._id)).body.code).toBe('owner_only');
    expect((await resend(owner, before._id)).status).toBe(200);
    expect((await resend(owner, before._id)).status).toBe(404);
    expect(await listOf(grace)).toHaveLength(1);
    await expire();
    expect((await invite(owner, email)).status).toBe(200);
    expect(await listOf(grace)).toHaveLength(1);
  });

  it('goes with the workspace', async () => {
    const { owner, email, token } = await invited();
    const [{ _id: id }] = await teamOf(owner);
    await app.parts.db.deleteFrom('users').where('id', '=', id).execute();
    expect((await look(app.anyone, token)).body.code).toBe('link_expired');
    expect(await listOf(await app.signIn(email))).toEqual([]);
  });
});

describe('odd invitations', () => {
  it('are one for each address in any case, and none for the owner', async () => {
    const { owner, email } = await invited();
    expect((await invite(owner, email.toUpperCase())).body.code).toBe('already_member');
    const own = await app.signIn('kept@example.com', { company: 'A' });
    await app.parts.db
      .updateTable('users')
      .set({ email: 'changed@example.com' })
      .where('email', '=', 'kept@example.com')
      .execute();
    for (const address of ['Kept@example.com', 'CHANGED@example.com']) {
      expect((await invite(own, address)).body.code).toBe('own_email');
    }
  });

  it('bring no removed member back: their other invitation ends with the first', async () => {
    const { owner, company, email, token } = await invited();
    const grace = await app.signIn(`${count}-second@example.com`, { company: 'Own' });
    await invite(owner, `${count}-second@example.com`);
    expect((await accept(grace, { token })).status).toBe(200);
    expect(await listOf(grace)).toEqual([]);
    expect((await teamOf(owner)).map((row: { email: string }) => row.email)).not.toContain(email);
    // The account's own address has changed by now, so the removal does not find the invited one.
    await app.parts.db
      .updateTable('users')
      .set({ email: 'renamed@example.com' })
      .where('email', '=', `${count}-second@example.com`)
      .execute();
    expect((await owner.delete('/api/user-info/leaveTeam/renamed@example.com')).status).toBe(200);
    expect(await listOf(grace)).toEqual([]);
    expect(JSON.stringify(await workspacesOf(grace))).not.toContain(company);
  });

  it('of a person who has deleted the account wait for the address, until they end', async () => {
    const { email } = await invited();
    const grace = await app.signIn(email);
    const [invitation] = await listOf(grace);
    await app.parts.db.deleteFrom('users').where('email', '=', email).execute();
    expect((await accept(grace, { invitationId: invitation._id })).status).toBe(401);
    expect(await listOf(await atIssuer(email))).toHaveLength(1);
  });

  it('beyond sixty an hour wait', async () => {
    const owner = await app.signIn('many@example.com', { company: 'Many' });
    for (let at = 0; at < 60; at += 1) {
      expect((await invite(owner, `many-${at}@example.com`)).status).toBe(200);
    }
    const refused = await invite(owner, 'many-60@example.com');
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(await mailsTo(app.parts, 'many-60@example.com')).toEqual([]);
  });
});
