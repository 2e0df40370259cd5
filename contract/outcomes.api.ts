// Calls that decide what a session's run came to.
import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { sessionId } from './ids.ts';
import { exclusionInput, judgedRun, overrideInput } from './outcomes.ts';
import { stepInAddress } from './step-number.ts';

const ofSession = z.object({ sessionId });

export const outcomes = {
  get: endpoint({
    method: 'GET',
    path: '/api/recordings/:sessionId/outcome',
    summary:
      'What a session came to in a task, by rule and by hand; in its first one when `step` is left out.',
    permission: 'viewer',
    params: ofSession,
    query: z.object({ step: z.optional(stepInAddress) }),
    answer: judgedRun,
    errors: ['not_found'],
  }),
  override: endpoint({
    method: 'PUT',
    path: '/api/recordings/:sessionId/outcome',
    summary: 'Decides an outcome by hand; null lets the computed one count again.',
    permission: 'member',
    params: ofSession,
    body: overrideInput,
    answer: judgedRun,
    errors: ['not_found', 'outcome_changed'],
  }),
  exclude: endpoint({
    method: 'PUT',
    path: '/api/recordings/:sessionId/exclusion',
    summary:
      'Leaves a session out of all numbers of all its tasks, with a reason; null takes it in again.',
    permission: 'member',
    params: ofSession,
    body: exclusionInput,
    answer: judgedRun,
    errors: ['not_found', 'outcome_changed'],
  }),
};
