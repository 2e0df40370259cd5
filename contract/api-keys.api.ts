// Calls of a workspace's API keys: the owner's alone, and no key may make them.
import { z } from 'zod/mini';
import { message } from './answers.ts';
import { apiKey, apiKeyInput } from './api-keys.ts';
import { endpoint } from './endpoint.ts';
import { apiKeyId } from './ids.ts';
import { INTEGRATION_RATE } from './limits.ts';

export const apiKeys = {
  list: endpoint({
    method: 'GET',
    path: '/api/workspaces/current/api-keys',
    summary: 'API keys of the workspace, the newest first; never the keys themselves.',
    permission: 'owner',
    answer: z.array(apiKey),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/workspaces/current/api-keys',
    summary: 'Creates an API key. Only this answer contains it.',
    permission: 'owner',
    recentSignIn: true,
    body: apiKeyInput,
    status: 201,
    answer: z.object({
      /** The secret that programs send as `Authorization: Bearer …`. */
      key: z.string(),
      apiKey,
    }),
    rate: INTEGRATION_RATE,
    errors: ['owner_only', 'list_full'],
  }),
  /** Revoking needs no recent sign-in, so that a leaked key can be stopped at once. */
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/workspaces/current/api-keys/:apiKeyId',
    summary: 'Revokes an API key: its next call is refused, and its downloads and streams end.',
    permission: 'owner',
    params: z.object({ apiKeyId }),
    answer: message,
    errors: ['owner_only', 'not_found'],
  }),
};
