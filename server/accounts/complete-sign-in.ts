// Handles the redirect back from the issuer: a sign-in begins, or a signed-in person has confirmed their identity.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Parts } from '#server/parts.ts';
import { isOfDomains } from '#server/platform/config/email-domains.ts';
import {
  clearAttemptCookie,
  readAttempt,
  readSignInToken,
  setSignInCookies,
} from '#server/platform/http/credentials.ts';
import { deviceName } from '#server/platform/http/device-name.ts';
import type { Identity } from './accounts.db.ts';
import { findUser, keepVouchedEmail } from './accounts.db.ts';
import { signIn } from './accounts.service.ts';
import type { Attempt, SignInFlow } from './sign-in.service.ts';
import { endSignIn, findSignIn, renewSignIn } from './sign-ins.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'config' | 'publicUrl' | 'securityLog' | 'db' | 'secrets'>;

interface Way {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Redirects to the requested page, or to one that explains the failure. */
export async function completeSignIn(
  parts: Needs,
  flow: SignInFlow,
  { request, reply }: Way,
): Promise<FastifyReply> {
  let attempt: Attempt | null = null;
  const sealed = readAttempt(parts, request);
  clearAttemptCookie(parts, reply);
  try {
    attempt = flow.read(sealed);
    const identity = await flow.complete(new URL(request.url, parts.publicUrl), attempt);
    if (!isOfDomains(identity.verifiedEmail, parts.config.signInDomains)) {
      parts.securityLog.write({ event: 'sign-in.failed', code: 'domain' });
      return reply.redirect(withProblem('/', 'domain'));
    }
    if (attempt.again !== null && !(await isPerson(parts, attempt, identity))) {
      parts.securityLog.write({ event: 'sign-in.failed', code: 'other_person' });
      return reply.redirect(withProblem(attempt.next, 'other'));
    }
    const token = await tokenFor(parts, { attempt, identity, request });
    const begun = await findSignIn(parts.db, token);
    if (begun) setSignInCookies(parts, reply, begun);
    return reply.redirect(attempt.next);
  } catch (error) {
    // Typical causes are a cancellation at the issuer, an old tab, or a forged answer. The page explains the failure
    // and offers a retry. The error's message may contain what was sent to the issuer, so the log gets only a code for
    // it.
    const isCancelled = new URL(request.url, parts.publicUrl).searchParams.has('error');
    parts.securityLog.write({
      event: 'sign-in.failed',
      code: isCancelled ? 'cancelled' : 'refused',
    });
    request.log.debug({ err: error }, 'sign-in did not complete');
    return reply.redirect(withProblem(attempt?.again ? attempt.next : '/', 'failed'));
  }
}

/** The person who confirms must be the person who made the pending request. */
async function isPerson(
  parts: Pick<Parts, 'db'>,
  { again }: Attempt,
  identity: Identity,
): Promise<boolean> {
  return (await findUser(parts.db, identity)) === again;
}

/** Returns the token of the renewed sign-in, or of a new one that replaces the previous one. */
async function tokenFor(
  parts: Needs,
  { attempt, identity, request }: { attempt: Attempt; identity: Identity; request: FastifyRequest },
): Promise<string> {
  const before = readSignInToken(parts, request);
  if (attempt.again !== null && before) {
    const who = { token: before, userId: attempt.again };
    const renewed = await renewSignIn(parts.db, who, identity);
    if (renewed) {
      await keepVouchedEmail(parts.db, attempt.again, identity.verifiedEmail);
      parts.securityLog.write({ event: 'sign-in.confirmed', userId: attempt.again });
      return renewed;
    }
  }
  const token = await signIn(parts, identity, deviceName(request.headers['user-agent']));
  // The previous sign-in of this browser ends, and its open tabs with it.
  if (before) await endSignIn(parts.db, before);
  return token;
}

/** @param path within the app */
function withProblem(path: string, problem: 'domain' | 'failed' | 'other'): string {
  const url = new URL(path, 'http://app.invalid');
  url.searchParams.set('sign-in', problem);
  return `${url.pathname}${url.search}${url.hash}`;
}
