// Calls of the workspace's own token for the design tool.
import { message } from './answers.ts';
import { designTokenInput, designTokenState } from './design-token.ts';
import { endpoint } from './endpoint.ts';
import { DESIGN_TOKEN_RATE } from './limits.ts';

export const designToken = {
  get: endpoint({
    method: 'GET',
    path: '/api/workspaces/current/design-token',
    summary: 'Whether the workspace has a token of its own for the design tool; never the token.',
    permission: 'viewer',
    answer: designTokenState,
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/workspaces/current/design-token',
    summary:
      'Tries a token at the design tool by one call and keeps it, encrypted, unless it is refused.',
    permission: 'owner',
    recentSignIn: true,
    body: designTokenInput,
    answer: designTokenState,
    rate: DESIGN_TOKEN_RATE,
    errors: ['owner_only', 'design_token_refused'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/workspaces/current/design-token',
    summary: 'Removes the token.',
    permission: 'owner',
    recentSignIn: true,
    answer: message,
    errors: ['owner_only', 'not_found'],
  }),
};
