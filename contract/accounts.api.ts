// Calls of the people who sign in.
import { z } from 'zod';
import { email, personName, userInfo } from './accounts.ts';
import { message } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { MAIL_RATE } from './limits.ts';

export const accounts = {
  check: endpoint({
    method: 'GET',
    path: '/auth/check-auth',
    summary: 'Tells whether the caller is signed in.',
    permission: 'member',
    answer: z.object({ email: z.string(), role: userInfo.shape.role }),
  }),
  signIn: endpoint({
    method: 'GET',
    path: '/auth/google',
    summary:
      'Starts the sign-in at the issuer; `next` is a path within the app to return to. With `again=1` the signed-in person confirms who they are.',
    permission: 'anyone',
    query: z.object({ next: z.string().max(4000).optional(), again: z.literal('1').optional() }),
    status: 302,
    answer: 'redirect',
    errors: ['not_found', 'unavailable'],
  }),
  signInReturn: endpoint({
    method: 'GET',
    path: '/auth/google/callback',
    summary: 'The issuer returns here; signs the person in and goes to `next`.',
    permission: 'anyone',
    status: 302,
    answer: 'redirect',
    errors: ['not_found'],
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/auth/logout',
    summary: 'Ends the sign-in.',
    permission: 'member',
    answer: message,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/user-info',
    summary: 'The signed-in person with their workspace and team, the owner first.',
    permission: 'member',
    answer: userInfo,
  }),
  update: endpoint({
    method: 'POST',
    path: '/api/user-info',
    summary: 'Changes first and last name.',
    permission: 'member',
    body: personName,
    answer: message,
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/user-info/emailUpdate',
    summary: 'Mails a confirmation link to the new address; the change takes effect when opened.',
    permission: 'member',
    recentSignIn: true,
    body: z.object({ email }),
    answer: message,
    rate: MAIL_RATE,
    errors: ['same_email'],
  }),
  confirmEmail: endpoint({
    method: 'GET',
    path: '/api/user-info/emailUpdate/confirm',
    summary: 'The link in that mail: takes the new address over and goes to the settings.',
    permission: 'anyone',
    query: z.object({ token: z.string().max(200) }),
    status: 302,
    answer: 'redirect',
    errors: ['link_expired'],
  }),
  requestDeletion: endpoint({
    method: 'POST',
    path: '/api/user-info/deletion',
    summary:
      'Asks for the deletion of the own account, confirmed by its e-mail; runs within 24 hours, with the workspace that the person owns.',
    permission: 'member',
    recentSignIn: true,
    body: z.object({ email }),
    answer: message,
    rate: MAIL_RATE,
  }),
  withdrawDeletion: endpoint({
    method: 'DELETE',
    path: '/api/user-info/deletion',
    summary: 'Withdraws the deletion of the own account.',
    permission: 'member',
    answer: message,
    errors: ['not_found'],
  }),
};
