// Calls of findings and of the report that they make.
import { z } from 'zod/mini';
import { message } from './answers.ts';
import { endpoint } from './endpoint.ts';
import {
  evidenceId,
  evidenceInput,
  finding,
  findingChange,
  findingInput,
  numbersNow,
  report,
} from './findings.ts';
import { findingId, testId } from './ids.ts';
import { seenVersion } from './notes.ts';

const ofTest = z.object({ id: testId });
const ofFinding = z.object({ findingId });

export const findings = {
  report: endpoint({
    method: 'GET',
    path: '/api/tests/:id/report',
    summary:
      'The report of a test: its cover, what was asked, who took part, and its findings in order with their evidence ' +
      'and pictures of their screens. Numbers of findings are as they were when they were added; those of the cover ' +
      'are of now.',
    permission: 'viewer',
    viewedBy: ['report'],
    cost: { points: 6, perThousand: 2, perPicture: 2 },
    params: ofTest,
    answer: report,
    errors: ['not_found'],
  }),
  numbersNow: endpoint({
    method: 'GET',
    path: '/api/tests/:id/report/numbers',
    summary: 'The numbers of the report as they are now.',
    permission: 'viewer',
    cost: { points: 2, perThousand: 2 },
    params: ofTest,
    answer: numbersNow,
    errors: ['not_found'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/tests/:id/findings',
    summary: 'Findings of a test in order, with their evidence.',
    permission: 'viewer',
    params: ofTest,
    answer: z.object({ findings: z.array(finding) }),
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/tests/:id/findings',
    summary:
      'Adds a finding at the end of the report. A finding by rule that is in it already is answered as it is.',
    permission: 'member',
    cost: { points: 8 },
    params: ofTest,
    body: findingInput,
    status: 201,
    answer: finding,
    errors: ['not_found'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/findings/:findingId',
    summary:
      'Changes the texts and the severity of a finding, and the order of its evidence; evidence not named goes. Refused with the present ' +
      'finding when it is no longer the version that was seen.',
    permission: 'member',
    params: ofFinding,
    body: findingChange,
    answer: finding,
    errors: ['not_found', 'changed_meanwhile'],
  }),
  addEvidence: endpoint({
    method: 'POST',
    path: '/api/findings/:findingId/evidence',
    summary: 'Adds evidence at the end of a finding.',
    permission: 'member',
    cost: { points: 8 },
    params: ofFinding,
    body: evidenceInput,
    status: 201,
    answer: finding,
    errors: ['not_found'],
  }),
  removeEvidence: endpoint({
    method: 'DELETE',
    path: '/api/findings/:findingId/evidence/:evidenceId',
    summary: 'Removes one piece of evidence from a finding. Its clip or note stays.',
    permission: 'member',
    params: z.object({ findingId, evidenceId }),
    answer: message,
    errors: ['not_found'],
  }),
  place: endpoint({
    method: 'PUT',
    path: '/api/findings/:findingId/place',
    summary:
      'Puts a finding after another one of its test, or first. Two moves at once both happen.',
    permission: 'member',
    params: ofFinding,
    body: z.object({
      /** The finding before the new position, or null for the first position. */
      after: z.nullable(findingId),
    }),
    answer: z.object({ findings: z.array(findingId) }),
    errors: ['not_found'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/findings/:findingId',
    summary:
      'Takes a finding out of the report, unless it was changed since that version. Its clips and notes stay.',
    permission: 'member',
    params: ofFinding,
    query: z.object({ version: seenVersion }),
    answer: message,
    errors: ['not_found', 'changed_meanwhile'],
  }),
};
