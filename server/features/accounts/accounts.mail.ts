// Mails about a person's own account.
import { ACCOUNT_DELETION_HOURS, EMAIL_CHANGE_HOURS } from '#contract/limits.ts';
import { type Mail, writeLetter } from '#server/mail/letter.ts';

export function emailChangeMail({ to, link }: { to: string; link: string }): Mail {
  return writeLetter({
    to,
    subject: 'Confirm your new e-mail address',
    heading: 'Confirm your new e-mail address',
    paragraphs: [
      'Somebody, most likely you, asked to use this address for a Tryout account.',
      `The link works for ${EMAIL_CHANGE_HOURS} hours. If it was not you, nothing happens without it.`,
    ],
    action: { label: 'Use this address', link },
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
