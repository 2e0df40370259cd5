// Workspaces and their members in the database.
import { sql } from 'kysely';
import type { GivenRole } from '#contract/accounts.ts';
import type { InvitationId, TeamRowId, UserId, WorkspaceId } from '#contract/ids.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Renames the company; tests that carried the old name follow. */
export async function setCompany(
  db: Database,
  workspaceId: WorkspaceId,
  { from, to }: { from: string | null; to: string },
): Promise<void> {
  await db.updateTable('workspaces').set({ company: to }).where('id', '=', workspaceId).execute();
  if (from === null) return;
  await db
    .updateTable('tests')
    .set({ company: to })
    .where('workspace_id', '=', workspaceId)
    .where('company', '=', from)
    .execute();
}

/** The workspaces of a person, their own first. */
export async function listWorkspaces(db: Database, userId: UserId) {
  return await db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .innerJoin('users as owner', 'owner.id', 'workspaces.owner_id')
    .select(['workspaces.id', 'workspaces.company', 'members.role'])
    .select(['owner.first_name', 'owner.last_name', 'owner.email'])
    .where('members.user_id', '=', userId)
    .orderBy(sql`members.role = 'owner'`, 'desc')
    .orderBy('members.joined_at')
    .execute();
}

/** Points a sign-in at another workspace; false when the person is no member there. */
export async function chooseWorkspace(
  db: Database,
  tokenHash: Buffer,
  { userId, workspaceId }: { userId: UserId; workspaceId: WorkspaceId },
): Promise<boolean> {
  const result = await db
    .updateTable('sign_ins')
    .set({ workspace_id: workspaceId })
    .where('token_hash', '=', tokenHash)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('members')
          .select('members.user_id')
          .where('members.user_id', '=', userId)
          .where('members.workspace_id', '=', workspaceId),
      ),
    )
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** A member of the workspace with that email. */
export async function findMember(db: Database, workspaceId: WorkspaceId, email: string) {
  return await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'members.role'])
    .where('members.workspace_id', '=', workspaceId)
    .where('users.email', '=', email)
    .executeTakeFirst();
}

/** Stores the workspace in which the person's next sign-in begins. */
export async function rememberWorkspace(
  db: Database,
  { userId, workspaceId }: { userId: UserId; workspaceId: WorkspaceId },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_workspace_id: workspaceId })
    .where('id', '=', userId)
    .execute();
}

/** Ends a membership and every sign-in that is in this workspace, at once. */
export async function removeMember(
  db: Database,
  workspaceId: WorkspaceId,
  userId: UserId,
): Promise<void> {
  await db
    .deleteFrom('sign_ins')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
  await db
    .deleteFrom('members')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

/** Gives a member, or an open invitation, a role; false when the workspace's team has no such row, or it is the owner's. */
export async function setRole(
  db: Database,
  { workspaceId, rowId }: { workspaceId: WorkspaceId; rowId: TeamRowId },
  role: GivenRole,
): Promise<boolean> {
  const ofMember = await db
    .updateTable('members')
    .set({ role })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', rowId as string as UserId)
    .where('role', '<>', 'owner')
    .executeTakeFirst();
  if (ofMember.numUpdatedRows > 0n) return true;
  const ofInvitation = await db
    .updateTable('invitations')
    .set({ role })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', rowId as string as InvitationId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return ofInvitation.numUpdatedRows > 0n;
}

/** Those of these people who belong to the workspace. */
export async function membersAmong(
  db: Database,
  workspaceId: WorkspaceId,
  userIds: readonly UserId[],
): Promise<Set<UserId>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', 'in', userIds)
    .execute();
  return new Set(rows.map((row) => row.user_id));
}
