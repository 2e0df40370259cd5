// The success of several tests at a glance, for lists of tests. The numbers are those of `results.overview`.
import { z } from 'zod/mini';
import { idsQuery } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { testId } from './ids.ts';
import { proportion } from './numbers.ts';

/** Success of one task of a test, in its newest revision with recordings. */
const testSuccess = z.extend(proportion, {
  testId,
  step: z.int(),
  /** Name of the task, such as 'Task 2 A', or null if the test has only one. */
  task: z.nullable(z.string()),
});
export type TestSuccess = z.infer<typeof testSuccess>;

export const resultSuccesses = {
  successes: endpoint({
    method: 'GET',
    path: '/api/results/successes',
    summary:
      'For each test the task with the lowest success. Tests without a goal or counted people are left out, and those that are too large or beyond the rate.',
    permission: 'viewer',
    /** For each task of each test. */
    cost: { points: 1, perThousand: 1 },
    query: z.object({ tests: z.nonoptional(idsQuery(testId)) }),
    answer: z.array(testSuccess),
  }),
};
