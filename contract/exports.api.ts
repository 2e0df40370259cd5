// Calls of exports: what one would hold, its making, its archive and single files.
import { z } from 'zod/mini';
import { message } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { exported, exportedFileName, exportOutlook, exportTakes } from './exports.ts';
import { exportId, testId } from './ids.ts';
import { EXPORT_RATE } from './limits.ts';
import { resultFilter } from './result-filter.ts';

const ofTest = z.object({ id: testId });
const ofExport = z.object({ exportId });

export const testExports = {
  outlook: endpoint({
    method: 'GET',
    path: '/api/tests/:id/exports',
    summary: 'What an export of the filter’s sessions would hold, and your last one of this test.',
    permission: 'viewer',
    cost: { points: 4 },
    params: ofTest,
    query: resultFilter,
    answer: exportOutlook,
    errors: ['not_found'],
  }),
  make: endpoint({
    method: 'POST',
    path: '/api/tests/:id/exports',
    summary:
      'Begins an export of the filter’s sessions; a viewer’s has no names. Look at it until it is `ready`; it is kept for 24 hours, and replaces your last one of this test.',
    permission: 'viewer',
    params: ofTest,
    query: resultFilter,
    body: exportTakes,
    status: 201,
    answer: exported,
    rate: EXPORT_RATE,
    errors: ['not_found', 'export_running', 'member_only'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/exports/:exportId',
    summary: 'One export: how far it is, and how large.',
    permission: 'viewer',
    params: ofExport,
    answer: exported,
    errors: ['not_found'],
  }),
  archive: endpoint({
    method: 'GET',
    path: '/api/exports/:exportId/archive',
    summary:
      'The archive as ZIP, with byte ranges and HEAD: a broken download continues at its last byte.',
    permission: 'viewer',
    params: ofExport,
    answer: 'zip',
    errors: ['not_found', 'export_not_ready', 'export_over', 'range_not_satisfiable', 'busy'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/exports/:exportId/files/:file',
    summary: 'One of its tables or texts alone: `sessions.csv`.',
    permission: 'viewer',
    params: z.extend(ofExport, { file: exportedFileName }),
    answer: 'text',
    errors: ['not_found', 'export_not_ready', 'export_over', 'busy'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/exports/:exportId',
    summary: 'Ends an export that is being made, or deletes one that is there.',
    permission: 'viewer',
    params: ofExport,
    answer: message,
    errors: ['not_found'],
  }),
};
