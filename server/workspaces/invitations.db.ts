// Invitations in the database: open until they are answered, withdrawn or sent again; one that is over stores no
// address.

import type { GivenRole } from '#contract/accounts.ts';
import type { InvitationId, UserId, WorkspaceId } from '#contract/ids.ts';
import type { InvitationKey } from '#contract/invitations.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/new-id.ts';
import { hashToken } from '#server/platform/security/secrets.ts';

/** Returns false when that address has an open invitation already. */
export async function invite(
  db: Database,
  invitation: {
    workspaceId: WorkspaceId;
    email: string;
    role: GivenRole;
    tokenHash: Buffer;
    expiresAt: Date;
  },
): Promise<boolean> {
  const result = await db
    .insertInto('invitations')
    .values({
      id: newId<InvitationId>(),
      workspace_id: invitation.workspaceId,
      email: invitation.email,
      role: invitation.role,
      token_hash: invitation.tokenHash,
      expires_at: invitation.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** An open invitation of the workspace to an address, expired or not. */
export async function findInvitationTo(db: Database, workspaceId: WorkspaceId, email: string) {
  return await db
    .selectFrom('invitations')
    .select('expires_at')
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', email)
    .executeTakeFirst();
}

/** Address and role of an open invitation of the workspace, expired or not. */
export async function invitedPerson(
  db: Database,
  workspaceId: WorkspaceId,
  id: InvitationId,
): Promise<{ email: string; role: GivenRole } | null> {
  const row = await db
    .selectFrom('invitations')
    .select(['email', 'role'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return row?.email ? { email: row.email, role: row.role } : null;
}

/** Ends the open invitation of the workspace to an address, expired or not; false when there is none. */
export async function closeInvitationTo(
  db: Database,
  { workspaceId, email }: { workspaceId: WorkspaceId; email: string },
  outcome: 'accepted' | 'withdrawn' | 'replaced',
): Promise<boolean> {
  const result = await db
    .updateTable('invitations')
    .set({ state: outcome, email: null })
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', email)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Answers an open invitation that has not expired; of several calls at once one succeeds.
 * @param verifiedEmail opens an invitation by its id when it was sent to this address.
 * @returns its workspace and role, or null.
 */
export async function answerInvitation(
  db: Database,
  { key, verifiedEmail }: { key: InvitationKey; verifiedEmail: string | null },
  outcome: 'accepted' | 'declined',
): Promise<{ workspaceId: WorkspaceId; role: GivenRole } | null> {
  const closing = db
    .updateTable('invitations')
    .set({ state: outcome, email: null })
    .where('state', '=', 'open')
    .where('expires_at', '>', new Date())
    .returning(['workspace_id', 'role']);
  const row = await (key.invitationId
    ? closing.where('id', '=', key.invitationId).where('email', '=', verifiedEmail)
    : closing.where('token_hash', '=', hashToken(key.token ?? ''))
  ).executeTakeFirst();
  return row ? { workspaceId: row.workspace_id, role: row.role } : null;
}

/** Returns false when the person is a member already. */
export async function addToTeam(
  db: Database,
  { workspaceId, role }: { workspaceId: WorkspaceId; role: GivenRole },
  userId: UserId,
): Promise<boolean> {
  const result = await db
    .insertInto('members')
    .values({ workspace_id: workspaceId, user_id: userId, role })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function isMember(
  db: Database,
  workspaceId: WorkspaceId,
  userId: UserId,
): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

function withTeam(db: Database) {
  return db
    .selectFrom('invitations')
    .innerJoin('workspaces', 'workspaces.id', 'invitations.workspace_id')
    .innerJoin('users as owner', 'owner.id', 'workspaces.owner_id')
    .select(['invitations.id', 'invitations.workspace_id', 'invitations.state'])
    .select(['invitations.email', 'invitations.created_at', 'invitations.expires_at'])
    .select(['workspaces.company', 'owner.first_name', 'owner.last_name'])
    .select('owner.email as owner_email');
}

export type InvitationRow = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

/** Any invitation, by the token that was mailed. */
export async function findInvitation(db: Database, token: string) {
  return await withTeam(db).where('token_hash', '=', hashToken(token)).executeTakeFirst();
}

/** Open invitations to an address into teams that the person is not in, the newest first. */
export async function invitationsTo(db: Database, email: string, userId: UserId) {
  return await withTeam(db)
    .where('invitations.email', '=', email)
    .where('expires_at', '>', new Date())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('members')
            .select('members.user_id')
            .where('members.user_id', '=', userId)
            .whereRef('members.workspace_id', '=', 'invitations.workspace_id'),
        ),
      ),
    )
    .orderBy('invitations.created_at', 'desc')
    .execute();
}
