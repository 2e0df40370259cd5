// Answers the calls of invitations.

import type { Parts } from '#server/parts.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import {
  acceptInvitation,
  declineInvitation,
  invitationsOf,
  lookAtInvitation,
  resendInvitation,
} from './invitations.service.ts';

export function invitationHandlers(parts: Parts): HandlersOf<'invitations'> {
  return {
    list: ({ caller }) => invitationsOf(parts, caller),
    look: async ({ caller, body }) => lookAtInvitation(parts, await caller.signIn(), body.token),
    accept: async ({ caller, body }) => {
      const workspaceId = await acceptInvitation(parts, caller, body);
      return { message: 'You are in the team now.', workspaceId };
    },
    decline: async ({ caller, body }) => {
      await declineInvitation(parts, caller, body);
      return { message: 'Declined.' };
    },
    resend: async ({ caller, params }) => {
      const email = await resendInvitation(parts, caller, params.invitationId);
      return { message: `${email} has been invited again.` };
    },
  };
}
