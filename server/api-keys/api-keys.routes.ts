// Answers the calls of a workspace's API keys.

import type { Parts } from '#server/parts.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { createKey, keysOf, revokeKey } from './api-keys.service.ts';

export function apiKeyHandlers(parts: Parts): HandlersOf<'apiKeys'> {
  return {
    list: ({ caller }) => keysOf(parts, caller),
    create: ({ caller, body }) => createKey(parts, caller, body),
    revoke: async ({ caller, params }) => {
      await revokeKey(parts, caller, params.apiKeyId);
      return { message: 'The API key is revoked.' };
    },
  };
}
