// Calls of a person's sign-ins: where they are signed in, and ending that.
import { z } from 'zod/mini';
import { message } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { signInId } from './ids.ts';

export const signInEntry = z.object({
  /** Names it and nothing more: it signs no one in. */
  _id: signInId,
  /** Browser and system in words, such as 'Firefox on Windows'; empty when they are not known. */
  device: z.string(),
  begunAt: z.iso.datetime(),
  /** To the hour. */
  lastUsedAt: z.iso.datetime(),
  /** The value is true for the caller's own sign-in. */
  current: z.boolean(),
});
export type SignInEntry = z.infer<typeof signInEntry>;

export const signIns = {
  list: endpoint({
    method: 'GET',
    path: '/api/sign-ins',
    summary: 'Where the person is signed in: this sign-in first, then by their last use.',
    permission: 'viewer',
    personal: true,
    answer: z.array(signInEntry),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/sign-ins/:signInId',
    summary: 'Ends one of the sign-ins of the person.',
    permission: 'viewer',
    personal: true,
    recentSignIn: true,
    params: z.object({ signInId }),
    answer: message,
    errors: ['not_found'],
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: '/api/sign-ins',
    summary: 'Ends every sign-in of the person but this one.',
    permission: 'viewer',
    personal: true,
    recentSignIn: true,
    answer: message,
  }),
};
