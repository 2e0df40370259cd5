// Mails about a person's own account.
import { ACCOUNT_DELETION_HOURS, EMAIL_CHANGE_HOURS, EMAIL_UNDO_DAYS } from '#contract/limits.ts';
import { type Mail, writeLetter } from '#server/platform/mail/letter.ts';

export function emailChangeMail({ to, link }: { to: string; link: string }): Mail {
  return writeLetter({
    to,
    subject: 'Confirm your new email address',
    heading: 'Confirm your new email address',
    paragraphs: [
      'Someone, most likely you, asked to use this address for their Tryout account.',
      `The link opens a page that asks you to confirm, signed in to that account. It works for ${EMAIL_CHANGE_HOURS} hours. If you did not ask for it, ignore this mail: nothing changes.`,
    ],
    action: { label: 'Review the change', link },
  });
}

/** To the old address, once the new one is in use. */
export function emailChangedMail(change: {
  to: string;
  newEmail: string;
  at: Date;
  link: string;
}): Mail {
  return writeLetter({
    to: change.to,
    subject: 'The email address of your account was changed',
    heading: 'The email address of your account was changed',
    paragraphs: [
      `Your Tryout account used the address ${change.to}. Since ${change.at.toUTCString()} it uses ${change.newEmail}.`,
      'If you changed it, you need not do anything.',
      `If you did not, undo it: the link opens a page that brings this address back and ends the other sign-ins of the account. It works for ${EMAIL_UNDO_DAYS} days and needs no sign-in.`,
    ],
    action: { label: 'Review the change', link: change.link },
  });
}

export function accountDeletionMail(deletion: {
  to: string;
  email: string;
  at: Date;
  publicUrl: string;
}): Mail {
  return writeLetter({
    to: deletion.to,
    subject: 'Account deletion requested',
    heading: `The account ${deletion.email} will be deleted`,
    paragraphs: [
      `It will be deleted within ${ACCOUNT_DELETION_HOURS} hours, at the latest at ${deletion.at.toUTCString()}, with the workspace that it owns and the tests and recordings in it.`,
      'Until then this can be withdrawn in the settings.',
    ],
    action: { label: 'Open settings', link: `${deletion.publicUrl}/settings` },
  });
}
