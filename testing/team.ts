// Brings a person into the team of another, as the product does: invited, accepted, switched to.
import type { GivenRole } from '#contract/accounts.ts';
import type { Invitation } from '#contract/invitations.ts';
import { successBody, type TestClient } from './client.ts';

/** A new person with a workspace of their own, who is in the owner's now. */
export async function joinTeam(
  app: {
    signIn(email: string, options?: { company?: string }): Promise<TestClient>;
  },
  { owner, email, role = 'member' }: { owner: TestClient; email: string; role?: GivenRole },
): Promise<TestClient> {
  const member = await app.signIn(email, { company: 'Their own' });
  successBody(await owner.post('/api/user-info/teamMembers', { teamMemberEmail: email, role }));
  await acceptInvitations(member);
  return member;
}

/** Accepts every invitation of the person, and switches to the newest one's workspace. */
export async function acceptInvitations(person: TestClient): Promise<void> {
  const list = successBody<Invitation[]>(await person.get('/api/invitations'));
  if (list.length === 0) throw new Error('no invitation');
  for (const { _id } of list.toReversed()) {
    const { workspaceId } = successBody<{ workspaceId: string }>(
      await person.post('/api/invitations/accept', { invitationId: _id }),
    );
    successBody(await person.post('/api/workspaces/current', { workspaceId }));
  }
  await person.get('/auth/check-auth');
}
