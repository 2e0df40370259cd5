// The call by which a participant's page reads whom a personal link is for. It is separate so that the page loads no schema of
// the others.
import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { uniqueId } from './ids.ts';
import { LINK_RATE } from './limits.ts';
import { personalToken } from './personal-token.ts';

/** Rows of the table `personalLinks`. */
export const personalOpening = {
  open: endpoint({
    method: 'POST',
    path: '/api/link/:uniqueId/personal-link',
    summary: 'The name of the person for whom a personal link is, if it can be used now.',
    permission: 'anyone',
    params: z.object({ uniqueId }),
    body: z.object({ token: personalToken }),
    answer: z.object({ name: z.string() }),
    rate: LINK_RATE,
    errors: ['not_found', 'personal_link_used', 'personal_link_invalid', 'too_many_requests'],
  }),
};
