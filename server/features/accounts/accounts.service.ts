// What happens when a person signs in, changes their e-mail or asks to be deleted.
import type { UserInfo } from '#contract/accounts.ts';
import { AppError } from '#contract/errors.ts';
import { ACCOUNT_DELETION_HOURS, EMAIL_CHANGE_HOURS } from '#contract/limits.ts';
import { deleteExpiredSignIns, type SignIn, startSignIn } from '#server/access/sign-ins.ts';
import { sendDeletions } from '#server/jobs/jobs.ts';
import { queueMail } from '#server/mail/queued-mail.ts';
import type { Parts } from '#server/parts.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import {
  acceptInvitations,
  applyEmailChange,
  deleteExpiredEmailChanges,
  deleteUser,
  dueDeletions,
  findOrMakeUser,
  homeWorkspace,
  lockDueUser,
  readInvitations,
  readMembers,
  readPerson,
  renameUser,
  saveEmailChange,
  setDeletion,
  storedObjectsOf,
} from './accounts.db.ts';
import { accountDeletionMail, emailChangeMail } from './accounts.mail.ts';
import type { Identity } from './sign-in.service.ts';

export type AccountParts = Pick<
  Parts,
  'db' | 'jobs' | 'publicUrl' | 'config' | 'secrets' | 'securityLog'
>;

/** Signs an identity in: makes the person, takes invitations up, answers the new sign-in's token. */
export async function signIn(
  parts: AccountParts,
  identity: Identity,
  device: string,
): Promise<string> {
  const { userId, workspaceId, invited, token } = await parts.db
    .transaction()
    .execute(async (db) => {
      const { userId, email } = await findOrMakeUser(db, identity);
      const invited = await acceptInvitations(db, userId, [identity.email, email]);
      const workspaceId = invited ?? (await homeWorkspace(db, userId));
      const origin = { ...identity, device };
      const token = await startSignIn(db, { userId, workspaceId }, origin);
      return { userId, workspaceId, invited, token };
    });
  parts.securityLog.write({ event: 'sign-in.begun', userId, workspaceId });
  if (invited) parts.securityLog.write({ event: 'invitation.accepted', userId, workspaceId });
  return token;
}

/** The person with their team: the owner first, then members, then open invitations. */
export async function userInfo(parts: AccountParts, who: SignIn): Promise<UserInfo> {
  const person = await readPerson(parts.db, who.userId);
  const members = await readMembers(parts.db, who.workspaceId);
  const invitations = await readInvitations(parts.db, who.workspaceId);
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
      })),
      ...invitations.map(({ id, email }) => ({
        _id: id,
        email,
        firstName: '',
        lastName: '',
        role: 'member' as const,
        joined: false,
      })),
    ],
  };
}

export async function rename(
  parts: AccountParts,
  who: SignIn,
  name: { firstName: string; lastName: string },
): Promise<void> {
  await renameUser(parts.db, who.userId, name);
  parts.securityLog.write({ event: 'account.renamed', userId: who.userId });
}

/** Mails the confirmation link; nothing changes before it is opened (reading 14). */
export async function changeEmail(parts: AccountParts, who: SignIn, email: string): Promise<void> {
  if (email === who.email.toLowerCase()) {
    throw new AppError('same_email', {
      fields: { email: 'New email cannot be the same as the current email.' },
    });
  }
  const token = randomToken();
  const expiresAt = new Date(Date.now() + EMAIL_CHANGE_HOURS * 3_600_000);
  await parts.db.transaction().execute(async (db) => {
    await saveEmailChange(db, {
      tokenHash: hashToken(token),
      userId: who.userId,
      email,
      expiresAt,
    });
    const link = `${parts.publicUrl}/api/user-info/emailUpdate/confirm?token=${token}`;
    await queueMail(parts, emailChangeMail({ to: email, link }), db);
  });
  parts.securityLog.write({ event: 'email.change-asked', userId: who.userId });
}

/** @throws AppError link_expired */
export async function confirmEmail(parts: AccountParts, token: string): Promise<void> {
  const applied = await parts.db
    .transaction()
    .execute((db) => applyEmailChange(db, hashToken(token)));
  if (!applied) throw new AppError('link_expired');
  parts.securityLog.write({ event: 'email.changed', userId: applied });
}

/** Asks for deletion, confirmed by typing the account's own e-mail (reading 15). */
export async function requestDeletion(
  parts: AccountParts,
  who: SignIn,
  email: string,
): Promise<void> {
  if (email !== who.email.toLowerCase()) {
    throw new AppError('bad_input', {
      fields: { email: 'This is not the e-mail of your account.' },
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

/** @throws AppError not_found when no deletion was asked for. */
export async function withdrawDeletion(parts: AccountParts, who: SignIn): Promise<void> {
  if (!(await setDeletion(parts.db, who.userId, null))) throw new AppError('not_found');
  parts.securityLog.write({ event: 'account.deletion-withdrawn', userId: who.userId });
}

/**
 * Deletes every account whose time has come, with its workspace and all that is stored for it; and
 * sign-ins and e-mail changes that have expired.
 */
export async function deleteDueAccounts(parts: AccountParts): Promise<void> {
  const now = new Date();
  for (const userId of await dueDeletions(parts.db, now)) {
    const isDeleted = await parts.db.transaction().execute(async (db) => {
      if (!(await lockDueUser(db, userId, now))) return false;
      const prefixes = await storedObjectsOf(db, userId);
      await sendDeletions(parts.jobs, prefixes, db);
      await deleteUser(db, userId);
      return true;
    });
    if (isDeleted) parts.securityLog.write({ event: 'account.deleted', userId });
  }
  await deleteExpiredSignIns(parts.db, now);
  await deleteExpiredEmailChanges(parts.db, now);
}
