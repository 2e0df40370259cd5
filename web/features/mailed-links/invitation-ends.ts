// What became of an invitation that can no longer be answered, in sentences.
import type { InvitationState } from '#contract/invitations.ts';
import { INVITATION_DAYS } from '#contract/limits.ts';

interface End {
  title: string;
  text: string;
}

export const invitationEnds: Record<Exclude<InvitationState, 'open'> | 'unknown', End> = {
  expired: {
    title: 'This invitation has expired',
    text: `Invitations end after ${INVITATION_DAYS} days. The owner of the team can send it again.`,
  },
  accepted: {
    title: 'This invitation has been used',
    text: 'An invitation works once. If it was not you who used it, tell the owner of the team.',
  },
  declined: {
    title: 'This invitation was declined',
    text: 'If you want to join after all, ask the owner of the team for a new one.',
  },
  withdrawn: {
    title: 'This invitation was withdrawn',
    text: 'The owner of the team took it back. Ask there if that was a mistake.',
  },
  replaced: {
    title: 'There is a newer invitation',
    text: 'It was sent again: open the link in the newest mail.',
  },
  unknown: {
    title: 'This invitation is not known',
    text: 'The link may be cut off, or the team no longer exists. Ask the person who invited you.',
  },
};
