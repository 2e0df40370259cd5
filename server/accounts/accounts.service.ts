// Signing in, reading one's own account, and requesting its deletion.
import type { UserInfo } from '#contract/accounts.ts';
import { AppError } from '#contract/errors.ts';
import { ACCOUNT_DELETION_HOURS, INVITATION_KEPT_DAYS } from '#contract/limits.ts';
import { deleteOwnWorkspaces } from '#server/deletions/deletions.db.ts';
import type { Parts } from '#server/parts.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import { queueMail } from '#server/platform/mail/queued-mail.ts';
import type { Identity } from './accounts.db.ts';
import {
  deleteEndedInvitations,
  deleteUser,
  dueDeletions,
  findOrMakeUser,
  homeWorkspace,
  lockDueUser,
  readInvitations,
  readMembers,
  readPerson,
  renameUser,
  setDeletion,
} from './accounts.db.ts';
import { accountDeletionMail } from './accounts.mail.ts';
import { deleteExpiredEmailLinks } from './email-change.db.ts';
import { deleteExpiredSignIns, endSignIn, startSignIn } from './sign-ins.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'config' | 'publicUrl' | 'securityLog' | 'db' | 'secrets' | 'jobs'>;

/**
 * Signs an identity in: creates the person if necessary and returns the token of the new sign-in. Joining a team needs
 * the person's consent.
 */
export async function signIn(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  identity: Identity,
  device: string,
): Promise<string> {
  const { userId, workspaceId, token } = await parts.db.transaction().execute(async (db) => {
    const userId = await findOrMakeUser(db, identity);
    const workspaceId = await homeWorkspace(db, userId);
    const token = await startSignIn(db, { userId, workspaceId }, { ...identity, device });
    return { userId, workspaceId, token };
  });
  parts.securityLog.write({ event: 'sign-in.begun', userId, workspaceId });
  return token;
}

export async function signOut(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  { token, userId }: SignIn,
): Promise<void> {
  await endSignIn(parts.db, token);
  parts.securityLog.write({ event: 'sign-in.ended', userId });
}

/** The person with their team: the owner first, then members, then open invitations. */
export async function userInfo(parts: Pick<Parts, 'db'>, who: SignIn): Promise<UserInfo> {
  const person = await readPerson(parts.db, who.userId);
  const members = await readMembers(parts.db, who.workspaceId);
  const invitations = await readInvitations(parts.db, who.workspaceId);
  const now = new Date();
  return {
    firstName: person.first_name,
    lastName: person.last_name,
    email: person.email,
    company: who.company ?? '',
    role: who.role,
    pendingEmail: person.pending_email,
    deletionAt: person.deletion_at?.toISOString() ?? null,
    teamMembers: [
      ...members.map((member) => ({
        _id: member.id,
        email: member.email,
        firstName: member.first_name,
        lastName: member.last_name,
        role: member.role,
        joined: true,
        invitation: null,
      })),
      ...invitations.map(({ id, email, role, created_at, expires_at }) => ({
        _id: id,
        email: email ?? '',
        firstName: '',
        lastName: '',
        role,
        joined: false,
        invitation: {
          sentAt: created_at.toISOString(),
          expiresAt: expires_at.toISOString(),
          expired: expires_at <= now,
        },
      })),
    ],
  };
}

export async function rename(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  who: SignIn,
  name: { firstName: string; lastName: string },
): Promise<void> {
  await renameUser(parts.db, who.userId, name);
  parts.securityLog.write({ event: 'account.renamed', userId: who.userId });
}

/** Asks for deletion, confirmed by typing the account's own email. */
export async function requestDeletion(parts: Needs, who: SignIn, email: string): Promise<void> {
  if (email !== who.email.toLowerCase()) {
    throw new AppError('bad_input', {
      fields: { email: 'This is not the email of your account.' },
    });
  }
  const at = new Date(Date.now() + ACCOUNT_DELETION_HOURS * 3_600_000);
  const isNew = await parts.db.transaction().execute(async (db) => {
    if (!(await setDeletion(db, who.userId, at))) return false;
    for (const to of [who.email, parts.config.mail.support]) {
      const mail = accountDeletionMail({ to, email: who.email, at, publicUrl: parts.publicUrl });
      await queueMail(parts, mail, db);
    }
    return true;
  });
  if (isNew) parts.securityLog.write({ event: 'account.deletion-asked', userId: who.userId });
}

/** @throws AppError not_found if no deletion was requested. */
export async function withdrawDeletion(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  who: SignIn,
): Promise<void> {
  if (!(await setDeletion(parts.db, who.userId, null))) throw new AppError('not_found');
  parts.securityLog.write({ event: 'account.deletion-withdrawn', userId: who.userId });
}

/**
 * Deletes every account whose time has come, with its workspace, which a job removes; and sign-ins and mailed links
 * that have expired.
 */
export async function deleteDueAccounts(parts: Needs): Promise<void> {
  const now = new Date();
  for (const userId of await dueDeletions(parts.db, now)) {
    const isDeleted = await parts.db.transaction().execute(async (db) => {
      if (!(await lockDueUser(db, userId, now))) return false;
      await deleteOwnWorkspaces(db, userId);
      await deleteUser(db, userId);
      await parts.jobs.send('deleted.remove', {}, db);
      return true;
    });
    if (isDeleted) parts.securityLog.write({ event: 'account.deleted', userId });
  }
  await deleteExpiredSignIns(parts.db, now);
  await deleteExpiredEmailLinks(parts.db, now);
  const deleteBefore = new Date(now.getTime() - INVITATION_KEPT_DAYS * 24 * 3_600_000);
  await deleteEndedInvitations(parts.db, deleteBefore);
}
