// Validation of email fields in the settings (section 5), with the server's messages.
import { z } from 'zod/mini';
import { email } from '#contract/accounts.ts';
import { errors } from '#contract/errors.ts';

/** A new address for the account. */
export function newEmailForm(current: string) {
  return z.object({
    email: email.check(
      z.refine((address) => address !== current.toLowerCase(), errors.same_email[1]),
    ),
  });
}

/** An address to invite. @param listed addresses of the team, open invitations included. */
export function memberForm(own: string, listed: readonly string[]) {
  const teamAddresses = new Set(listed.map((address) => address.toLowerCase()));
  return z.object({
    teamMemberEmail: email.check(
      z.refine((address) => address !== own.toLowerCase(), {
        error: errors.own_email[1],
        abort: true,
      }),
      z.refine((address) => !teamAddresses.has(address), {
        error: ({ input }) => `${input} is already in your team members list.`,
      }),
    ),
  });
}
