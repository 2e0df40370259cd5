// An email change: requested, confirmed by the same person on the page that the mailed link opens, undone from the old
// address.
import { AppError } from '#contract/errors.ts';
import { EMAIL_CHANGE_HOURS, EMAIL_UNDO_DAYS } from '#contract/limits.ts';
import { EMAIL_CHANGE_PAGE, EMAIL_UNDO_PAGE, mailedPath } from '#contract/paths.ts';
import type { Parts } from '#server/parts.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import { countMailTo, queueMail } from '#server/platform/mail/queued-mail.ts';
import { hashToken, randomToken } from '#server/platform/security/secrets.ts';
import { emailChangedMail, emailChangeMail } from './accounts.mail.ts';
import {
  findEmailChange,
  findEmailUndo,
  lockEmail,
  saveEmailChange,
  saveEmailUndo,
  setEmail,
  takeEmailChange,
  takeEmailUndo,
} from './email-change.db.ts';
import { endSignInsOf } from './sign-ins.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'publicUrl' | 'securityLog' | 'db' | 'rates' | 'secrets' | 'jobs'>;

/** Mails the link; nothing changes before the person confirms on its page. */
export async function changeEmail(parts: Needs, who: SignIn, email: string): Promise<void> {
  if (email === who.email.toLowerCase()) {
    throw new AppError('same_email', {
      fields: { email: 'New email cannot be the same as the current email.' },
    });
  }
  await countMailTo(parts, email);
  const token = randomToken();
  const expiresAt = new Date(Date.now() + EMAIL_CHANGE_HOURS * 3_600_000);
  await parts.db.transaction().execute(async (db) => {
    const tokenHash = hashToken(token);
    await saveEmailChange(db, { tokenHash, userId: who.userId, email, expiresAt });
    const link = `${parts.publicUrl}${mailedPath(EMAIL_CHANGE_PAGE, token)}`;
    await queueMail(parts, emailChangeMail({ to: email, link }), db);
  });
  parts.securityLog.write({ event: 'email.change-asked', userId: who.userId });
}

/** @param who null if not signed in; others than the person learn no address. @throws AppError link_expired */
export async function lookAtEmailChange(
  parts: Pick<Parts, 'db'>,
  who: SignIn | null,
  token: string,
) {
  const change = await findEmailChange(parts.db, hashToken(token));
  if (!change) throw new AppError('link_expired');
  const isYours = who && who.userId === change.user_id;
  return {
    isYours,
    email: isYours ? change.email : null,
    newEmail: isYours ? change.new_email : null,
    expiresAt: change.expires_at.toISOString(),
  };
}

/** Saves the new address and notifies the old one. @throws AppError link_expired, wrong_person */
export async function confirmEmail(parts: Needs, who: SignIn, token: string): Promise<string> {
  const undoToken = randomToken();
  const expiresAt = new Date(Date.now() + EMAIL_UNDO_DAYS * 24 * 3_600_000);
  const changed = await parts.db.transaction().execute(async (db) => {
    const oldEmail = await lockEmail(db, who.userId);
    const newEmail = await takeEmailChange(db, hashToken(token), who.userId);
    if (oldEmail === null || newEmail === null) {
      throw new AppError(
        (await findEmailChange(db, hashToken(token))) ? 'wrong_person' : 'link_expired',
      );
    }
    await setEmail(db, who.userId, newEmail);
    const tokenHash = hashToken(undoToken);
    await saveEmailUndo(db, { tokenHash, userId: who.userId, oldEmail, newEmail, expiresAt });
    const link = `${parts.publicUrl}${mailedPath(EMAIL_UNDO_PAGE, undoToken)}`;
    await queueMail(parts, emailChangedMail({ to: oldEmail, newEmail, at: new Date(), link }), db);
    return newEmail;
  });
  parts.securityLog.write({ event: 'email.changed', userId: who.userId });
  return changed;
}

/** @throws AppError link_expired */
export async function lookAtEmailUndo(parts: Pick<Parts, 'db'>, token: string) {
  const undo = await findEmailUndo(parts.db, hashToken(token));
  if (!undo) throw new AppError('link_expired');
  return {
    oldEmail: undo.old_email,
    newEmail: undo.new_email,
    changedAt: undo.changed_at.toISOString(),
    expiresAt: undo.expires_at.toISOString(),
  };
}

/**
 * Brings the old address back and ends every sign-in of the account but the caller's own. A person who has
 * lost control of the account has only the old mailbox, so its token is enough.
 * @throws AppError link_expired
 */
export async function undoEmail(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  who: SignIn | null,
  token: string,
): Promise<string> {
  const found = await findEmailUndo(parts.db, hashToken(token));
  if (!found) throw new AppError('link_expired');
  const userId = found.user_id;
  const undone = await parts.db.transaction().execute(async (db) => {
    await lockEmail(db, userId);
    const oldEmail = await takeEmailUndo(db, hashToken(token), userId);
    if (oldEmail === null) throw new AppError('link_expired');
    await setEmail(db, userId, oldEmail);
    await endSignInsOf(db, userId, { except: who?.userId === userId ? who.token : null });
    return oldEmail;
  });
  parts.securityLog.write({ event: 'email.change-undone', userId });
  return undone;
}
