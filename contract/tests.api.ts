// Calls of tests and their settings.
import { z } from 'zod/mini';
import { message, pageOf, readablePart, sortKey } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { testId } from './ids.ts';
import { UNDO_MINUTES } from './limits.ts';
import { restorable } from './restorable.ts';
import { testListQuery } from './test-list.ts';
import { testOverview, testSummary } from './test-summary.ts';
import { test, testRevision, testSettings, testSettingsInput } from './tests.ts';

/** Rows of the table `tests`, without those of test-forms.api.ts. */
export const tests = {
  list: endpoint({
    method: 'GET',
    path: '/api/tests',
    summary:
      'Tests of the workspace, newest first: a page of summaries when anything is asked, else a plain list of the ' +
      'newest 500 tests with 500 recordings in all, the newest of each test; `count_of_recordings` says how many ' +
      'there are. A person’s plain lists are sent one after another. A page ends ' +
      'earlier than its limit where it grows long. A test whose place changes between two pages may come twice or not ' +
      'at all; in the order `created` none does.',
    permission: 'viewer',
    query: testListQuery,
    answer: z.union([z.array(test), pageOf(z.extend(testSummary, { sortKey }))]),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/tests/:id',
    summary: 'One test with its recordings.',
    permission: 'viewer',
    params: z.object({ id: testId }),
    answer: test,
    errors: ['not_found'],
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/tests/:id/overview',
    summary: 'One test with counts and sums in place of its recordings.',
    permission: 'viewer',
    viewedBy: ['results'],
    cost: { points: 3 },
    params: z.object({ id: testId }),
    answer: testOverview,
    errors: ['not_found'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/tests/:testId/:company/:testName',
    summary: 'Deletes a test with its recordings and everything stored for them.',
    permission: 'member',
    params: z.object({ testId, company: readablePart, testName: readablePart }),
    answer: message,
    errors: ['not_found'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/tests/:id/restore',
    summary:
      `Undoes the deletion of a note, a clip, a finding or evidence, for ${UNDO_MINUTES} minutes. It returns to its ` +
      'place in reels and findings.',
    permission: 'member',
    params: z.object({ id: testId }),
    body: restorable,
    answer: message,
    errors: ['not_found'],
  }),
  revisions: endpoint({
    method: 'GET',
    path: '/api/tests/:id/revisions',
    summary: 'What a test asked at which time, the newest first, with corrected texts.',
    permission: 'viewer',
    params: z.object({ id: testId }),
    answer: z.object({ revisions: z.array(testRevision) }),
    errors: ['not_found'],
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/tests/:id/settings',
    summary: 'When a test takes submissions.',
    permission: 'viewer',
    params: z.object({ id: testId }),
    answer: testSettings,
    errors: ['not_found'],
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/api/tests/:id/settings',
    summary: 'Changes when a test takes submissions, or whether members begin other tests with it.',
    permission: 'member',
    params: z.object({ id: testId }),
    body: testSettingsInput,
    answer: testSettings,
    errors: ['not_found'],
  }),
};
