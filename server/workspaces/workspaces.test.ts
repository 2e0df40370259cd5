// workspaces.*: company name, team rules, switching, leaving.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { mailTo } from '#testing/mail.ts';
import { acceptInvitations, joinTeam } from '#testing/team.ts';
import { listen } from '#testing/update-events.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const invited = (owner: TestClient, email: string) => joinTeam(app, { owner, email });

describe('workspaces.setCompany', () => {
  it('needs a name, and renames tests that carried the old one', async () => {
    const owner = await app.signIn('c@example.com', { company: 'Old' });
    expect((await owner.post('/api/set-company', { company: ' ' })).body.message).toBe(
      'Company name is required',
    );
    const form = { name: 'n', task: 't', figmaUrl: 'https://a.b/c' };
    await owner.post('/api/tests', form);
    await owner.post('/api/tests', { ...form, company: 'Client' });
    expect((await owner.post('/api/set-company', { company: 'New / Co' })).status).toBe(200);
    const companies = (await owner.get('/api/tests')).body.map(
      (test: { company: string }) => test.company,
    );
    expect(companies).toEqual(['Client', 'New / Co']);
  });
});

describe('workspaces.addMember and removeMember', () => {
  it('refuses what section 5 refuses, with its texts', async () => {
    const owner = await app.signIn('o1@example.com', { company: 'A' });
    const add = (teamMemberEmail: string) =>
      owner.post('/api/user-info/teamMembers', { teamMemberEmail });
    expect((await add('')).body.message).toBe('Email is required.');
    expect((await add('x@')).body.message).toBe('Please enter a valid email address.');
    expect((await add('O1@example.com')).body.message).toBe(
      'You cannot add your own email as a team member.',
    );
    expect((await add('m1@example.com')).status).toBe(200);
    expect((await add('M1@example.com')).body.message).toBe(
      'm1@example.com is already in your team members list.',
    );
  });

  it('an invited person who accepts sees the tests and manages nothing', async () => {
    const owner = await app.signIn('o2@example.com', { company: 'Team' });
    const test = { name: 'n', task: 't', figmaUrl: 'https://a.b/c' };
    await owner.post('/api/tests', test);
    const member = await invited(owner, 'm2@example.com');
    expect((await member.get('/auth/check-auth')).body.role).toBe('member');
    expect(member.cookies.get('admin')).toBe('false');
    expect((await member.get('/api/tests')).body).toHaveLength(1);
    expect((await member.post('/api/tests', test)).status).toBe(201);
    const denied = await Promise.all([
      member.post('/api/set-company', { company: 'X' }),
      member.post('/api/user-info/teamMembers', { teamMemberEmail: 'y@example.com' }),
      member.delete('/api/user-info/leaveTeam/o2@example.com'),
    ]);
    expect(denied.map((answer) => answer.body.code)).toEqual(Array(3).fill('owner_only'));
    const { teamMembers } = (await owner.get('/api/user-info')).body;
    expect(teamMembers.map((person: { role: string }) => person.role)).toEqual(['owner', 'member']);
  });

  it('a removed member loses access at once; one who leaves is signed out', async () => {
    const owner = await app.signIn('o3@example.com', { company: 'Team' });
    const removed = await invited(owner, 'm3@example.com');
    const leaver = await invited(owner, 'm4@example.com');
    expect((await owner.delete('/api/user-info/leaveTeam/m3@example.com')).status).toBe(200);
    expect((await removed.get('/api/tests')).status).toBe(401);
    expect((await leaver.delete('/api/user-info/leaveTeam/m4@example.com')).status).toBe(200);
    expect((await leaver.get('/auth/check-auth')).status).toBe(401);
    expect((await owner.delete('/api/user-info/leaveTeam/m4@example.com')).status).toBe(404);
    expect((await owner.delete('/api/user-info/leaveTeam/o3@example.com')).status).toBe(409);
  });
});

describe('the invitation’s mail', () => {
  it('has a subject of ours, and the company’s name is no link in it', async () => {
    const owner = await app.signIn('o7@example.com', {
      company: 'Urgent: https://evil.example/login <b>\u202e',
    });
    await owner.post('/api/user-info/teamMembers', { teamMemberEmail: 'm7@example.com' });
    const mail = await mailTo(app.parts, 'm7@example.com');
    expect(mail.subject).toBe('You are invited to a team on Tryout');
    expect(mail.text).toContain('o7@example.com invites you to the team “Urgent https evil');
    expect(mail.text.match(/evil\.|https?:\S+/g)).toEqual([
      expect.stringMatching(new RegExp(`^${app.origin}/`)),
    ]);
    const nameless = await app.signIn('o8@example.com');
    await nameless.post('/api/user-info/teamMembers', { teamMemberEmail: 'm8@example.com' });
    expect((await mailTo(app.parts, 'm8@example.com')).text).toContain('you to a team, to work');
  });
});

describe('workspaces.choose', () => {
  it('switches between the workspaces one belongs to, and to no other', async () => {
    const owner = await app.signIn('o5@example.com', { company: 'Theirs' });
    const member = await invited(owner, 'm5@example.com');
    const list = (await member.get('/api/workspaces')).body;
    expect(list).toMatchObject([
      { role: 'owner', current: false },
      { role: 'member', current: true, company: 'Theirs' },
    ]);
    const choose = (workspaceId: string) => member.post('/api/workspaces/current', { workspaceId });
    expect((await choose(list[0]._id)).status).toBe(200);
    expect((await member.get('/auth/check-auth')).body.role).toBe('owner');
    const stranger = await app.signIn('o6@example.com');
    const foreign = (await stranger.get('/api/workspaces')).body[0]._id;
    expect((await choose(foreign)).status).toBe(404);
  });
});

describe('two people with one address', () => {
  it('the one who leaves is the one who is signed in', async () => {
    const owner = await app.signIn('boss@example.com', { company: 'Shared' });
    const member = await invited(owner, 'shared@example.com');
    await app.parts.db
      .updateTable('users')
      .set({ email: 'shared@example.com' })
      .where('email', '=', 'boss@example.com')
      .execute();
    expect((await member.delete('/api/user-info/leaveTeam/shared@example.com')).status).toBe(200);
    expect((await member.get('/auth/check-auth')).status).toBe(401);
    expect((await owner.get('/auth/check-auth')).body.role).toBe('owner');
    expect((await owner.get('/api/user-info')).body.teamMembers).toHaveLength(1);
  });
});

describe('workspaces.setRole', () => {
  const test = { name: 'n', task: 't', figmaUrl: 'https://a.b/c' };
  const teamOf = async (owner: TestClient) => (await owner.get('/api/user-info')).body.teamMembers;
  const rowOf = async (owner: TestClient, email: string) =>
    (await teamOf(owner)).find((person: { email: string }) => person.email === email);
  const give = async (owner: TestClient, email: string, role: string) =>
    owner.put(`/api/user-info/teamMembers/${(await rowOf(owner, email))._id}`, { role });

  it('takes effect with the next call, and open pages hear of it', async () => {
    const owner = await app.signIn('role-o7@example.com', { company: 'Team' });
    const member = await invited(owner, 'role-m7@example.com');
    expect((await member.post('/api/tests', test)).status).toBe(201);
    const stream = await listen(member);
    expect((await give(owner, 'role-m7@example.com', 'viewer')).status).toBe(200);
    await expect
      .poll(() => stream.changes, { timeout: 10_000 })
      .toContainEqual({ kind: 'workspace.changed' });
    stream.close();
    expect((await member.post('/api/tests', test)).body.code).toBe('member_only');
    expect((await member.get('/api/tests')).body).toHaveLength(1);
    expect((await member.get('/auth/check-auth')).body.role).toBe('viewer');
    expect((await give(owner, 'role-m7@example.com', 'member')).status).toBe(200);
    expect((await member.post('/api/tests', test)).status).toBe(201);
  });

  it('leaves the owner and people of other teams as they are', async () => {
    const owner = await app.signIn('role-o8@example.com', { company: 'Team' });
    const stranger = await app.signIn('role-o9@example.com', { company: 'Other' });
    const member = await invited(owner, 'role-m8@example.com');
    expect((await give(owner, 'role-o8@example.com', 'viewer')).status).toBe(404);
    const { _id } = await rowOf(owner, 'role-m8@example.com');
    const foreign = await stranger.put(`/api/user-info/teamMembers/${_id}`, { role: 'viewer' });
    expect(foreign.status).toBe(404);
    expect((await give(owner, 'role-m8@example.com', 'owner')).body.code).toBe('bad_input');
    expect((await member.post('/api/tests', test)).status).toBe(201);
  });

  it('an invitation brings its role, also when it is sent again or changed; the owner stays first', async () => {
    const owner = await app.signIn('role-o10@example.com', { company: 'Team' });
    const add = (teamMemberEmail: string, role: string) =>
      owner.post('/api/user-info/teamMembers', { teamMemberEmail, role });
    for (const email of ['v1@example.com', 'v2@example.com']) {
      expect((await add(email, email.startsWith('v1') ? 'viewer' : 'member')).status).toBe(200);
    }
    const { _id } = await rowOf(owner, 'v1@example.com');
    expect((await owner.post(`/api/invitations/${_id}/resend`)).status).toBe(200);
    expect((await give(owner, 'v2@example.com', 'viewer')).status).toBe(200);
    for (const email of ['v1@example.com', 'v2@example.com']) {
      const person = await app.signIn(email, { company: 'Own' });
      await acceptInvitations(person);
      expect((await person.get('/auth/check-auth')).body.role).toBe('viewer');
    }
    const roles = (await teamOf(owner)).map(({ role }: { role: string }) => role);
    expect(roles).toEqual(['owner', 'viewer', 'viewer']);
  });
});
