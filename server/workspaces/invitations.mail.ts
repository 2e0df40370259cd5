// The mail that brings an invitation.
import type { GivenRole } from '#contract/accounts.ts';
import { INVITATION_DAYS } from '#contract/limits.ts';
import { type Mail, quotedName, writeLetter } from '#server/platform/mail/letter.ts';

const what: Record<GivenRole, string> = {
  member:
    'to work on usability tests together: set up tests, watch recordings and read click heatmaps.',
  viewer: 'to watch recordings of usability tests, read their results and write notes.',
};

export function invitationMail(invitation: {
  to: string;
  role: GivenRole;
  ownerEmail: string;
  company: string;
  link: string;
}): Mail {
  const name = quotedName(invitation.company);
  const team = name === null ? 'a team' : `the team ${name}`;
  return writeLetter({
    to: invitation.to,
    subject: 'You are invited to a team on Tryout',
    heading: 'You are invited to a team on Tryout',
    paragraphs: [
      `${invitation.ownerEmail} invites you to ${team}, ${what[invitation.role]}`,
      `The link opens a page where you can join or decline, for ${INVITATION_DAYS} days. If you expected no invitation, ignore this mail.`,
    ],
    action: { label: 'See the invitation', link: invitation.link },
  });
}
