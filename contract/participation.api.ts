// Calls of how people take part in a test.
import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { testId } from './ids.ts';
import { participationInput, participation as state } from './participation.ts';

const params = z.object({ id: testId });

export const participation = {
  get: endpoint({
    method: 'GET',
    path: '/api/tests/:id/participation',
    summary:
      'What participants read before and after a test, what its share link brings along, and where they return to.',
    permission: 'viewer',
    params,
    answer: state,
    errors: ['not_found'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/tests/:id/participation',
    summary:
      'Changes it; fields that are left out stay as they are. It applies to sessions that start from now on, also of a page that is open already.',
    permission: 'member',
    params,
    body: participationInput,
    answer: state,
    errors: ['not_found'],
  }),
};
