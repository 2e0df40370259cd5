// Answers the calls of people who sign in.

import type { FastifyRequest } from 'fastify';
import { EMAIL_CHANGE_PAGE, mailedPath } from '#contract/paths.ts';
import type { Parts } from '#server/parts.ts';
import { clearSignIn, setAttemptCookie } from '#server/platform/http/credentials.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import type { IssuerConfig } from '#server/platform/issuer/serve-issuer.ts';
import { isLoopback } from '#server/platform/machine/network.ts';
import {
  rename,
  requestDeletion,
  signOut,
  userInfo,
  withdrawDeletion,
} from './accounts.service.ts';
import { completeSignIn } from './complete-sign-in.ts';
import {
  changeEmail,
  confirmEmail,
  lookAtEmailChange,
  lookAtEmailUndo,
  undoEmail,
} from './email-change.service.ts';
import { createSignInFlow } from './sign-in.service.ts';

export function accountHandlers(parts: Parts, issuer: IssuerConfig): HandlersOf<'accounts'> {
  const flow = createSignInFlow(issuer, parts.secrets);
  return {
    check: async ({ caller }) => ({ email: caller.email, role: caller.role }),
    signIn: async ({ query, caller, request, reply }) => {
      const elsewhere = canonicalAddress(parts.publicUrl, request);
      if (elsewhere) return reply.redirect(elsewhere);
      // A person who is no longer signed in goes through the ordinary sign-in.
      const again = query.again ? ((await caller.signIn())?.userId ?? null) : null;
      const { address, attempt } = await flow.begin({ next: pathWithin(query.next), again });
      setAttemptCookie(parts, reply, attempt);
      return reply.redirect(address);
    },
    signInReturn: ({ request, reply }) => completeSignIn(parts, flow, { request, reply }),
    signOut: async ({ caller, reply }) => {
      await signOut(parts, caller);
      clearSignIn(parts, reply);
      return { message: 'Signed out.' };
    },
    get: ({ caller }) => userInfo(parts, caller),
    update: async ({ caller, body }) => {
      await rename(parts, caller, body);
      return { message: 'Saved.' };
    },
    changeEmail: async ({ caller, body }) => {
      await changeEmail(parts, caller, body.email);
      return { message: `We sent a confirmation link to ${body.email}.` };
    },
    openEmailChange: async ({ query, reply }) =>
      reply.redirect(mailedPath(EMAIL_CHANGE_PAGE, encodeURIComponent(query.token))),
    lookAtEmailChange: async ({ caller, body }) =>
      lookAtEmailChange(parts, await caller.signIn(), body.token),
    confirmEmail: async ({ caller, body }) => {
      const email = await confirmEmail(parts, caller, body.token);
      return { message: `Your email address is ${email} now.` };
    },
    lookAtEmailUndo: ({ body }) => lookAtEmailUndo(parts, body.token),
    undoEmail: async ({ caller, body }) => {
      const email = await undoEmail(parts, await caller.signIn(), body.token);
      return { message: `The email address is ${email} again.` };
    },
    requestDeletion: async ({ caller, body }) => {
      await requestDeletion(parts, caller, body.email);
      return { message: 'Your account will be deleted within 24 hours.' };
    },
    withdrawDeletion: async ({ caller }) => {
      await withdrawDeletion(parts, caller);
      return { message: 'Your account stays.' };
    },
  };
}

/**
 * The address at PUBLIC_URL where a sign-in starts that was opened by another name of this machine, because a cookie
 * belongs to one host name. Null where the name is the right one: a cookie is sent to each port of a name, and a proxy
 * may leave the port out (RFC 6265 section 8.5).
 */
function canonicalAddress(publicUrl: string, request: FastifyRequest): string | null {
  const { hostname } = new URL(publicUrl);
  const isOtherName =
    request.hostname !== hostname && isLoopback(request.hostname) && isLoopback(hostname);
  return isOtherName ? `${publicUrl}${request.url}` : null;
}

/** Only a path within the app; anything else goes to the dashboard. */
function pathWithin(next: string | undefined): string {
  const base = 'http://app.invalid';
  if (!(next?.startsWith('/') && URL.canParse(next, base))) return '/dashboard';
  const url = new URL(next, base);
  // '/.//host' has our origin until its dot is resolved; what is left would name another host.
  const isWithin = url.origin === base && !url.pathname.startsWith('//');
  return isWithin ? `${url.pathname}${url.search}${url.hash}` : '/dashboard';
}
