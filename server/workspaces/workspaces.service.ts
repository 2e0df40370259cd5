// Company name, team and switching between workspaces (sections 5 and 6).

import type { GivenRole } from '#contract/accounts.ts';
import { AppError } from '#contract/errors.ts';
import type { TeamRowId, WorkspaceId } from '#contract/ids.ts';
import type { WorkspaceEntry, WorkspaceStorage } from '#contract/workspaces.ts';
import { countDeletingSessions } from '#server/deletions/deletions.db.ts';
import type { Parts } from '#server/parts.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import { hashToken } from '#server/platform/security/secrets.ts';
import { closeInvitationTo } from './invitations.db.ts';
import {
  chooseWorkspace,
  findMember,
  listWorkspaces,
  rememberWorkspace,
  removeMember,
  setCompany,
  setRole,
} from './workspaces.db.ts';

export async function nameCompany(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  who: SignIn,
  company: string,
): Promise<void> {
  await parts.db
    .transaction()
    .execute((db) => setCompany(db, who.workspaceId, { from: who.company, to: company }));
  parts.securityLog.write({ event: 'workspace.renamed' });
}

export async function workspacesOf(
  parts: Pick<Parts, 'db'>,
  who: SignIn,
): Promise<WorkspaceEntry[]> {
  const rows = await listWorkspaces(parts.db, who.userId);
  return rows.map((row) => ({
    _id: row.id,
    company: row.company ?? '',
    ownerName: [row.first_name, row.last_name].join(' ').trim() || row.email,
    role: row.role,
    current: row.id === who.workspaceId,
  }));
}

/** Bytes stored, of how many, and whether new recordings may begin. */
export async function storageOf(
  { db, space, config }: Pick<Parts, 'config' | 'db' | 'space'>,
  { workspaceId }: SignIn,
): Promise<WorkspaceStorage> {
  return {
    storedBytes: await space.storedBytes(workspaceId),
    quotaBytes: config.workspaceQuotaBytes,
    noSpace: await space.refusal(workspaceId),
    deletingSessions: await countDeletingSessions(db, workspaceId),
  };
}

/** @throws AppError not_found unless the person belongs to it. */
export async function switchWorkspace(
  parts: Pick<Parts, 'db'>,
  who: SignIn,
  workspaceId: WorkspaceId,
): Promise<void> {
  const target = { userId: who.userId, workspaceId };
  await parts.db.transaction().execute(async (db) => {
    const done = await chooseWorkspace(db, hashToken(who.token), target);
    if (!done) throw new AppError('not_found');
    await rememberWorkspace(db, target);
  });
}

/** Takes effect with the next call of the person. @throws AppError not_found for no row of the team, and the owner's */
export async function giveRole(
  { db, securityLog }: Pick<Parts, 'securityLog' | 'db'>,
  { workspaceId }: SignIn,
  { rowId, role }: { rowId: TeamRowId; role: GivenRole },
): Promise<void> {
  if (!(await setRole(db, { workspaceId, rowId }, role))) throw new AppError('not_found');
  securityLog.write({ event: 'member.role-changed' });
}

/**
 * The owner removes any member and withdraws invitations; a member removes only themself.
 * @returns whether the caller left. @throws AppError owner_only, owner_cannot_leave, not_found
 */
export async function leaveTeam(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  who: SignIn,
  givenEmail: string,
): Promise<boolean> {
  const email = givenEmail.trim().toLowerCase();
  const isSelf = email === who.email.toLowerCase();
  if (isSelf && who.role === 'owner') throw new AppError('owner_cannot_leave');
  if (!isSelf && who.role !== 'owner') throw new AppError('owner_only');
  const memberId = await parts.db.transaction().execute(async (db) => {
    // Two people may share an address, so the sign-in decides which of them leaves.
    const member = isSelf ? { id: who.userId } : await findMember(db, who.workspaceId, email);
    const withdrawn =
      !isSelf &&
      (await closeInvitationTo(db, { workspaceId: who.workspaceId, email }, 'withdrawn'));
    if (member) await removeMember(db, who.workspaceId, member.id);
    else if (!withdrawn) throw new AppError('not_found');
    return member?.id;
  });
  const { securityLog } = parts;
  if (isSelf) securityLog.write({ event: 'member.left', userId: who.userId });
  else if (memberId) securityLog.write({ event: 'member.removed', memberId });
  else securityLog.write({ event: 'invitation.withdrawn' });
  return isSelf;
}
