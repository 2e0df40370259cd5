// An invitation into a team: what the invited person sees, and how they can respond.
import { z } from 'zod/mini';
import { mailedToken } from './answers.ts';
import { invitationId, workspaceId } from './ids.ts';

export const invitation = z.object({
  _id: invitationId,
  /** The workspace's; empty while it has no name. */
  company: z.string(),
  ownerName: z.string(),
  ownerEmail: z.string(),
  /** The address that was invited. */
  email: z.string(),
  sentAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Invitation = z.infer<typeof invitation>;

/** Replaced: it was sent again, and the newer mail's link is the one that works. */
export const invitationState = z.enum([
  'open',
  'expired',
  'accepted',
  'declined',
  'withdrawn',
  'replaced',
]);
export type InvitationState = z.infer<typeof invitationState>;

/** An invitation for the person who opens its mailed link. */
export const openedInvitation = z.object({
  state: invitationState,
  /** While it is open or expired. */
  invitation: z.nullable(invitation),
  /** The team's workspace, when the caller is already in it. */
  joined: z.nullable(z.object({ _id: workspaceId, company: z.string() })),
});
export type OpenedInvitation = z.infer<typeof openedInvitation>;

/**
 * Identifies an invitation by the mailed token, or by its id when the issuer vouches for the invited address at this
 * sign-in.
 */
export const invitationKey = z
  .object({ token: z.optional(mailedToken), invitationId: z.optional(invitationId) })
  .check(
    z.refine(
      ({ token, invitationId: id }) => (token === undefined) !== (id === undefined),
      'Name the invitation by its token or by its id.',
    ),
  );
export type InvitationKey = z.infer<typeof invitationKey>;
