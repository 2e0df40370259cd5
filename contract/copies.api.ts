// The call that copies a test.
import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { testId } from './ids.ts';

export const copies = {
  create: endpoint({
    method: 'POST',
    path: '/api/tests/:id/copy',
    summary:
      'Creates a test with the newest steps of another and with how people take part in it, without its sessions, ' +
      'links and closing dates. Its name ends with `(copy)`.',
    permission: 'member',
    params: z.object({ id: testId }),
    status: 201,
    answer: z.object({ _id: testId }),
    errors: ['not_found', 'list_full'],
  }),
};
