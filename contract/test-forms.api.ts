// Calls that create or change a test. They are separate so that a page that only lists tests does not load their bodies.
import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { testId } from './ids.ts';
import { testInput, testUpdate } from './test-inputs.ts';
import { test } from './tests.ts';

/** Rows of the table `tests`. */
export const testForms = {
  create: endpoint({
    method: 'POST',
    path: '/api/tests',
    summary: 'Creates a test. A workspace has at most 10,000.',
    permission: 'member',
    body: testInput,
    status: 201,
    answer: test,
    errors: ['list_full'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/tests/:id',
    summary:
      'Changes name, task and prototype link. Another task or link is a new revision once a session has begun on ' +
      'the newest; with `saveAs: correction` another task is a corrected text of it. With `basedOn`, it is refused ' +
      'when another revision is the newest.',
    permission: 'member',
    params: z.object({ id: testId }),
    body: testUpdate,
    answer: test,
    errors: ['not_found', 'test_changed'],
  }),
};
