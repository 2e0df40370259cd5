// A member deletes their own account: they and what they own go, the team's things stay.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { joinTeam } from '#testing/team.ts';
import { deleteDueAccounts } from './accounts.service.ts';

const EMAIL = 'member@example.com';
let app: TestApp;
let owner: TestClient;
let member: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  member = await joinTeam(app, { owner, email: EMAIL });
});
afterAll(() => app?.close());

const ask = (email = EMAIL) => member.post('/api/user-info/deletion', { email });
const form = { name: 'T', task: 't', figmaUrl: 'https://example.com/page' };

async function dueNow(): Promise<void> {
  await app.parts.db
    .updateTable('users')
    .set({ deletion_at: new Date(0) })
    .where('email', '=', EMAIL)
    .execute();
  await deleteDueAccounts(app.parts);
}

describe('a member', () => {
  it('asks for the deletion of their account, by their own email, and withdraws it', async () => {
    expect((await ask('owner@example.com')).status).toBe(400);
    expect((await ask()).status).toBe(200);
    const { deletionAt } = (await member.get('/api/user-info')).body;
    expect(Date.parse(deletionAt)).toBeGreaterThan(Date.now());
    expect((await owner.get('/api/user-info')).body.deletionAt).toBeNull();
    expect((await member.delete('/api/user-info/deletion')).status).toBe(200);
    expect((await member.get('/api/user-info')).body.deletionAt).toBeNull();
  });

  it('goes with the workspace of their own; what the team made stays, theirs in it too', async () => {
    const createdTest = (await member.post('/api/tests', form)).body;
    const [home] = (await member.get('/api/workspaces')).body;
    await ask();
    await dueNow();
    expect((await member.get('/auth/check-auth')).status).toBe(401);
    expect((await owner.get(`/api/tests/${createdTest._id}`)).status).toBe(200);
    const { teamMembers } = (await owner.get('/api/user-info')).body;
    expect(teamMembers.map(({ email }: { email: string }) => email)).toEqual(['owner@example.com']);
    const { db } = app.parts;
    const left = {
      users: await db.selectFrom('users').select('email').execute(),
      workspaces: await db
        .selectFrom('workspaces')
        .select('id')
        .where('id', '=', home._id)
        .execute(),
      signIns: await db.selectFrom('sign_ins').select('user_id').execute(),
    };
    expect(left.users).toEqual([{ email: 'owner@example.com' }]);
    expect(left.workspaces).toEqual([]);
    expect(left.signIns).toHaveLength(1);
  });
});
