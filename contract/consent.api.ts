// Calls of the text that a workspace's participants agree to.
import { z } from 'zod/mini';
import { consentInput, consentText } from './consent.ts';
import { endpoint } from './endpoint.ts';

export const consent = {
  list: endpoint({
    method: 'GET',
    path: '/api/consent',
    summary: 'Versions of the workspace’s consent text, the newest first; none before the first.',
    permission: 'viewer',
    answer: z.array(consentText),
  }),
  change: endpoint({
    method: 'POST',
    path: '/api/consent',
    summary:
      'Adds a version of the consent text. Tests that ask for it show it to everyone who starts from now on; earlier agreements stay with theirs.',
    permission: 'owner',
    body: consentInput,
    status: 201,
    answer: consentText,
    errors: ['owner_only', 'list_full', 'changed_meanwhile'],
  }),
};
