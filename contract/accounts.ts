// People who sign in: what they may change and what is told of them.
import { z } from 'zod';
import { EMAIL_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from './limits.ts';
import { requiredText } from './text.ts';

/** An e-mail address, compared without case (section 5). */
export const email = z
  .string('Email is required.')
  .trim()
  .min(1, 'Email is required.')
  .max(EMAIL_MAX_CHARACTERS, 'Please enter a valid email address.')
  .toLowerCase()
  .pipe(z.email('Please enter a valid email address.'));

export const role = z.enum(['owner', 'member']);
export type Role = z.infer<typeof role>;

export const personName = z.object({
  firstName: requiredText('First name', NAME_MAX_CHARACTERS),
  lastName: requiredText('Last name', NAME_MAX_CHARACTERS),
});

export const teamMember = z.object({
  _id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role,
  /** False while the invitation has not been taken up. */
  joined: z.boolean(),
});
export type TeamMember = z.infer<typeof teamMember>;

export const userInfo = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  company: z.string(),
  role,
  /** The owner first. */
  teamMembers: z.array(teamMember),
  /** The address that waits for its confirmation link to be opened, if any. */
  pendingEmail: z.string().nullable(),
  /** When the account will be deleted, if that was asked for. */
  deletionAt: z.iso.datetime().nullable(),
});
export type UserInfo = z.infer<typeof userInfo>;
