// Answers the calls of a person's sign-ins.

import type { Parts } from '#server/parts.ts';
import { clearSignIn } from '#server/platform/http/credentials.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { endOne, endOthers, signInsOf } from './sign-ins.service.ts';

export function signInHandlers(parts: Parts): HandlersOf<'signIns'> {
  return {
    list: ({ caller }) => signInsOf(parts, caller),
    end: async ({ caller, params, reply }) => {
      await endOne(parts, caller, params.signInId);
      if (params.signInId === caller.id) clearSignIn(parts, reply);
      return { message: 'Signed out there.' };
    },
    endOthers: async ({ caller }) => {
      const count = await endOthers(parts, caller);
      const where = count === 1 ? 'one other place' : `${count} other places`;
      return { message: count === 0 ? 'You are signed in only here.' : `Signed out in ${where}.` };
    },
  };
}
