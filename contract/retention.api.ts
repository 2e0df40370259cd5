// Calls of retention: how long a workspace stores recordings.
import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  retentionDays,
  retentionEntry,
  retentionPreview,
  retention as state,
} from './retention.ts';

export const retention = {
  get: endpoint({
    method: 'GET',
    path: '/api/retention',
    summary: 'For how many days recordings are kept, and what is deleted within the next week.',
    permission: 'viewer',
    answer: state,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/retention/preview',
    summary: 'What a choice would delete first, and when: never within a week of the choice.',
    permission: 'owner',
    query: z.object({ days: z.pipe(z.coerce.number(), retentionDays.def.innerType) }),
    answer: retentionPreview,
    errors: ['owner_only'],
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/retention',
    summary:
      'Chooses for how many days recordings are kept, or null for always. The owner gets a mail with what will be deleted.',
    permission: 'owner',
    recentSignIn: true,
    body: z.object({ days: retentionDays }),
    answer: state,
    errors: ['owner_only'],
  }),
  log: endpoint({
    method: 'GET',
    path: '/api/retention/log',
    summary: 'What the rule has deleted: recordings by test and day, the latest first, 500 lines.',
    permission: 'viewer',
    answer: z.array(retentionEntry),
  }),
};
