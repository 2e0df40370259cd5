// Calls of invitations: seen, accepted, declined by the invited person, sent again by the owner.
import { z } from 'zod/mini';
import { mailedToken, message } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { invitationId, workspaceId } from './ids.ts';
import { invitation, invitationKey, openedInvitation } from './invitations.ts';
import { MAIL_RATE, MAILED_LINK_RATE } from './limits.ts';

export const invitations = {
  list: endpoint({
    method: 'GET',
    path: '/api/invitations',
    summary: 'Open invitations to the address that the issuer vouches for at this sign-in.',
    permission: 'viewer',
    personal: true,
    answer: z.array(invitation),
  }),
  look: endpoint({
    method: 'POST',
    path: '/api/invitations/look',
    summary: 'Tells what a mailed invitation is; changes nothing.',
    permission: 'anyone',
    personal: true,
    body: z.object({ token: mailedToken }),
    answer: openedInvitation,
    rate: MAILED_LINK_RATE,
    errors: ['link_expired'],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/invitations/accept',
    summary: 'Joins the team; the sign-in stays in the workspace where it is.',
    permission: 'viewer',
    personal: true,
    body: invitationKey,
    answer: z.object({ message: z.string(), workspaceId }),
    rate: MAILED_LINK_RATE,
    errors: ['link_expired', 'not_found', 'already_member'],
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/invitations/decline',
    summary: 'Declines an invitation: its link no longer works.',
    permission: 'viewer',
    personal: true,
    body: invitationKey,
    answer: message,
    rate: MAILED_LINK_RATE,
    errors: ['link_expired', 'not_found'],
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/invitations/:invitationId/resend',
    summary: 'Sends an open or expired invitation again; the link of the mail before ends.',
    permission: 'owner',
    recentSignIn: true,
    params: z.object({ invitationId }),
    answer: message,
    rate: MAIL_RATE,
    errors: ['not_found', 'owner_only'],
  }),
};
