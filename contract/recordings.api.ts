// Calls of recordings: list, page, video, heatmaps.
import { z } from 'zod/mini';
import { message, pageOf, readablePart, sortKey } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { sessionId, testId, uniqueId } from './ids.ts';
import { recordingListQuery } from './recording-list.ts';
import { recordingDetail, recordingRow } from './recordings.ts';
import { screenId } from './screens.ts';

const recordingParams = z.object({
  uniqueId,
  testId,
  company: readablePart,
  testName: readablePart,
  userTimestamp: z.string(),
});

export const recordings = {
  list: endpoint({
    method: 'GET',
    path: '/api/tests/:id/recordings',
    summary:
      'Recordings of a test with the filter of results, a page at a time; the newest first when no order is given.',
    permission: 'viewer',
    viewedBy: ['results'],
    cost: { points: 10 },
    params: z.object({ id: testId }),
    query: recordingListQuery,
    answer: pageOf(z.extend(recordingRow, { sortKey })),
    errors: ['not_found'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/tests/:uniqueId/:testId/:company/:testName/:userTimestamp',
    summary: 'One recording with its clicks, visits and screens.',
    permission: 'viewer',
    viewedBy: ['results', 'recording'],
    cost: { points: 4, perThousandClicks: 4 },
    params: recordingParams,
    /** Place and neighbours are among the recordings of this filter. */
    query: z.omit(recordingListQuery, { cursor: true, limit: true, ids: true, pilots: true }),
    answer: recordingDetail,
    errors: ['not_found'],
  }),
  video: endpoint({
    method: 'GET',
    path: '/api/recording_data/:uniqueId/:testId/:company/:testName/:userTimestamp',
    summary:
      'The video, seekable, with byte ranges and HEAD: WebM, or MP4 from a browser that records that. ' +
      '`?download=1` as recording.webm or recording.mp4, `?download=named` as 012_indirect.webm. ' +
      'A session without a video answers 204.',
    permission: 'viewer',
    viewedBy: ['results', 'recording'],
    params: recordingParams,
    query: z.object({ download: z.optional(z.string()) }),
    answer: 'video',
    errors: ['not_found', 'range_not_satisfiable'],
  }),
  heatmaps: endpoint({
    method: 'GET',
    path: '/api/recording_data/heatmaps/:uniqueId/:testId/:company/:testName/:userTimestamp',
    summary: 'Addresses of the heatmap images of a recording.',
    permission: 'viewer',
    viewedBy: ['results', 'recording'],
    cost: { points: 2 },
    params: recordingParams,
    answer: z.object({ images: z.array(z.string()) }),
    errors: ['not_found'],
  }),
  heatmapImage: endpoint({
    method: 'GET',
    path: '/api/recordings/:sessionId/heatmaps/:screenId',
    summary: 'One heatmap PNG.',
    permission: 'viewer',
    viewedBy: ['results', 'recording'],
    params: z.object({ sessionId, screenId }),
    answer: 'png',
    errors: ['not_found'],
  }),
  deletePilots: endpoint({
    method: 'DELETE',
    path: '/api/tests/:id/pilots',
    summary:
      'Deletes the pilots of a test, which are members’ own tries of it, with everything stored for them.',
    permission: 'member',
    params: z.object({ id: testId }),
    answer: message,
    errors: ['not_found'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/tests/:testId/recording/:company/:testName/:timestamp',
    summary: 'Deletes a recording with everything stored for it.',
    permission: 'member',
    params: z.object({
      testId,
      company: readablePart,
      testName: readablePart,
      timestamp: z.string(),
    }),
    answer: message,
    errors: ['not_found'],
  }),
};
