// Brings a person into the team of another, as an invitation that was taken up leaves it.
import type { TestApp } from './app.ts';
import type { TestClient } from './client.ts';

/** A new person with a workspace of their own, who is in the owner's now. */
export async function joinTeam(
  app: TestApp,
  { owner, email }: { owner: TestClient; email: string },
): Promise<TestClient> {
  const member = await app.signIn(email, { company: 'Their own' });
  const [workspace] = (await owner.get('/api/workspaces')).body;
  const { db } = app.parts;
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('members')
    .values({ workspace_id: workspace._id, user_id: user.id, role: 'member' })
    .execute();
  await member.post('/api/workspaces/current', { workspaceId: workspace._id });
  return member;
}
