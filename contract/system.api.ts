// Calls about the installation itself.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const system = {
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    summary: 'Answers when the server and its database work.',
    permission: 'anyone',
    answer: z.object({ status: z.literal('ok') }),
    errors: ['unavailable'],
  }),
};
