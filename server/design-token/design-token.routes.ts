// Answers the calls of the workspace's own token for the design tool.

import type { Parts } from '#server/parts.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { removeToken, setToken, tokenState } from './design-token.service.ts';

export function designTokenHandlers(parts: Parts): HandlersOf<'designToken'> {
  return {
    get: ({ caller }) => tokenState(parts, caller),
    set: ({ caller, body }) => setToken(parts, caller, body.token),
    remove: async ({ caller }) => {
      await removeToken(parts, caller);
      return { message: 'The token is removed.' };
    },
  };
}
