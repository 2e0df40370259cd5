// Answers the calls of people who sign in.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import { endSignIn, findSignIn } from '#server/access/sign-ins.ts';
import { isLoopback } from '#server/config.ts';
import {
  clearSignInCookies,
  cookieOptions,
  SIGN_IN_COOKIE,
  setSignInCookies,
} from '#server/http/credentials.ts';
import type { HandlersOf } from '#server/http/handlers.ts';
import { prefersHtml } from '#server/http/pages.ts';
import type { IssuerConfig } from '#server/issuer/serve-issuer.ts';
import {
  type AccountParts,
  changeEmail,
  confirmEmail,
  rename,
  requestDeletion,
  signIn,
  userInfo,
  withdrawDeletion,
} from './accounts.service.ts';
import { createSignInFlow, type SignInFlow } from './sign-in.service.ts';

const ATTEMPT_COOKIE = 'tryout-sign-in-attempt';
/** Time to type a password and a second factor at the issuer. */
const ATTEMPT_SECONDS = 900;

export function accountHandlers(parts: AccountParts, issuer: IssuerConfig): HandlersOf<'accounts'> {
  const flow = createSignInFlow(issuer, parts.secrets);
  return {
    check: async ({ caller }) => ({ email: caller.email, role: caller.role }),
    signIn: async ({ query, request, reply }) => {
      const elsewhere = canonicalAddress(parts.publicUrl, request);
      if (elsewhere) return reply.redirect(elsewhere);
      const { address, attempt } = await flow.begin(pathWithin(query.next));
      reply.setCookie(ATTEMPT_COOKIE, attempt, {
        ...attemptCookie(parts.publicUrl),
        maxAge: ATTEMPT_SECONDS,
      });
      return reply.redirect(address);
    },
    signInReturn: ({ request, reply }) => completeSignIn(parts, flow, { request, reply }),
    signOut: async ({ caller, reply }) => {
      await endSignIn(parts.db, caller.token);
      parts.securityLog.write({ event: 'sign-in.ended', userId: caller.userId });
      clearSignInCookies(reply);
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
    confirmEmail: async ({ query, request, reply }) => {
      try {
        await confirmEmail(parts, query.token);
      } catch (error) {
        // Whoever opened the mail's link a second time, or too late, gets a page that says so.
        if (!(error instanceof AppError && prefersHtml(request.headers.accept))) throw error;
        return reply.redirect('/settings?email=expired');
      }
      return reply.redirect('/settings?email=changed');
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

async function completeSignIn(
  parts: AccountParts,
  flow: SignInFlow,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const attempt = request.cookies[ATTEMPT_COOKIE] ?? '';
  reply.clearCookie(ATTEMPT_COOKIE, attemptCookie(parts.publicUrl));
  try {
    const address = new URL(request.url, parts.publicUrl);
    const { identity, next } = await flow.complete(address, attempt);
    const token = await signIn(parts, identity);
    // Tabs of whoever was signed in here before are theirs no more.
    const before = request.cookies[SIGN_IN_COOKIE];
    if (before) await endSignIn(parts.db, before);
    const begun = await findSignIn(parts.db, token);
    if (begun) setSignInCookies(parts, reply, begun);
    return reply.redirect(next);
  } catch (error) {
    // Cancelled at the issuer, an old tab, a forged answer: the landing page says so and offers
    // to try again. Its message may hold what the issuer was sent: the log gets a word for it.
    const isCancelled = new URL(request.url, parts.publicUrl).searchParams.has('error');
    parts.securityLog.write({
      event: 'sign-in.failed',
      code: isCancelled ? 'cancelled' : 'refused',
    });
    request.log.debug({ err: error }, 'sign-in did not complete');
    return reply.redirect('/?sign-in=failed');
  }
}

function attemptCookie(publicUrl: string) {
  const { secure, sameSite } = cookieOptions(publicUrl);
  return { secure, sameSite, httpOnly: true, path: '/auth' } as const;
}

/** Cookies belong to one host name: who came by another name of this machine starts at ours. */
function canonicalAddress(publicUrl: string, request: FastifyRequest): string | null {
  const { host, hostname } = new URL(publicUrl);
  const otherName = request.host !== host && isLoopback(request.hostname) && isLoopback(hostname);
  return otherName ? `${publicUrl}${request.url}` : null;
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
