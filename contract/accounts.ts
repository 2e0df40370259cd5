// People who sign in: requests that change them, and responses that describe them.
import { z } from 'zod/mini';
import { EMAIL_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from './limits.ts';
import { requiredText } from './text.ts';

/** An email address, compared without case (section 5). */
export const email = z.pipe(
  z
    .string('Email is required.')
    .check(
      z.trim(),
      z.minLength(1, 'Email is required.'),
      z.maxLength(EMAIL_MAX_CHARACTERS, 'Please enter a valid email address.'),
      z.toLowerCase(),
    ),
  z.email('Please enter a valid email address.'),
);

export const role = z.enum(['owner', 'member', 'viewer']);
export type Role = z.infer<typeof role>;

/** Role that the owner assigns: a member may change everything, a viewer may watch, read and write notes. */
export const givenRole = z.enum(['member', 'viewer']);
export type GivenRole = z.infer<typeof givenRole>;

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
  /** The value is false until the person has accepted the invitation. */
  joined: z.boolean(),
  /** The pending invitation; `_id` is its id. It can be sent again even after it has expired. */
  invitation: z.nullable(
    z.object({ sentAt: z.iso.datetime(), expiresAt: z.iso.datetime(), expired: z.boolean() }),
  ),
});
export type TeamMember = z.infer<typeof teamMember>;

/** Response for the page that the confirmation mail to a new address links to. */
export const emailChange = z.object({
  /** The value is null when the caller is not signed in. */
  isYours: z.nullable(z.boolean()),
  /** The account's address now and the new one; null unless it is the caller's account. */
  email: z.nullable(z.string()),
  newEmail: z.nullable(z.string()),
  expiresAt: z.iso.datetime(),
});

/** Response for the page that the mail to an old address links to; the link undoes the change. */
export const emailUndo = z.object({
  oldEmail: z.string(),
  newEmail: z.string(),
  changedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});

export const userInfo = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  company: z.string(),
  role,
  /** The owner first. */
  teamMembers: z.array(teamMember),
  /** The address that waits for its confirmation link to be opened, if any. */
  pendingEmail: z.nullable(z.string()),
  /** Time when the account will be deleted, or null if no deletion was requested. */
  deletionAt: z.nullable(z.iso.datetime()),
});
export type UserInfo = z.infer<typeof userInfo>;
