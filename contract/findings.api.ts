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
import { reportStory, storyInput } from './report-story.ts';

const ofTest = z.object({ id: testId });
const ofFinding = z.object({ findingId });

export const findings = {
  report: endpoint({
    method: 'GET',
    path: '/api/tests/:id/report',
    summary:
      'The report of a test: its cover, title, summary, verdict and next steps, what was asked, who took part, and its ' +
      'findings, the most severe first, with their evidence and pictures of their screens. All numbers are of now.',
    permission: 'viewer',
    viewedBy: ['report'],
    cost: { points: 10, perThousand: 2, perPicture: 2 },
    params: ofTest,
    answer: report,
    errors: ['not_found'],
  }),
  writeStory: endpoint({
    method: 'PUT',
    path: '/api/tests/:id/report',
    summary:
      'Writes title, summary and next steps of the report, and sets the target for success. An empty text is replaced by ' +
      'its draft, and lines of a draft that are left as they are follow the numbers. Refused with the present texts ' +
      'when they are no longer the version that was seen.',
    permission: 'member',
    cost: { points: 8 },
    params: ofTest,
    body: storyInput,
    answer: reportStory,
    errors: ['not_found', 'changed_meanwhile'],
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
    summary:
      'Findings of a test in the order of the report, with their evidence. Numbers are as they were when they were added.',
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
      'Puts a finding after another one of its test, or first. More severe findings stay before less severe ones. Two moves at once both happen.',
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
