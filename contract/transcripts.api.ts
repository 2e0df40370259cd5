// Calls of transcripts: one of a recording with its corrections and files, those of a test, and spoken words.
import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { sessionId, testId } from './ids.ts';
import {
  correctionInput,
  spokenMoments,
  spokenQuery,
  transcript,
  transcriptCorrectionId,
  transcriptCounts,
  transcriptFormat,
} from './transcripts.ts';

const ofSession = z.object({ sessionId });
const ofTest = z.object({ id: testId });

export const transcripts = {
  get: endpoint({
    method: 'GET',
    path: '/api/recordings/:sessionId/transcript',
    summary:
      'What was said in a recording, as it is corrected, and how its transcription goes. Visitors of links get its text alone.',
    permission: 'viewer',
    viewedBy: ['results', 'recording'],
    cost: { points: 7 },
    params: ofSession,
    answer: transcript,
    errors: ['not_found'],
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/recordings/:sessionId/transcript',
    summary:
      'Has a recording transcribed, also once more: once in ten minutes, and 500 an hour of a workspace.',
    permission: 'member',
    params: ofSession,
    answer: transcript,
    errors: ['not_found', 'transcripts_off', 'still_recording', 'too_many_requests'],
  }),
  correct: endpoint({
    method: 'PUT',
    path: '/api/recordings/:sessionId/transcript/segments/:segment',
    summary: 'Corrects a segment, from 0; null takes its correction back.',
    permission: 'member',
    params: z.extend(ofSession, {
      segment: z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000)),
    }),
    body: correctionInput,
    answer: transcript,
    errors: ['not_found', 'transcript_changed'],
  }),
  dismiss: endpoint({
    method: 'DELETE',
    path: '/api/recordings/:sessionId/transcript/corrections/:correctionId',
    summary: 'Deletes a correction that fits no segment of the present transcript.',
    permission: 'member',
    params: z.extend(ofSession, { correctionId: transcriptCorrectionId }),
    answer: transcript,
    errors: ['not_found'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/recordings/:sessionId/transcript/file/:format',
    summary:
      'The transcript as WebVTT, SubRip or plain text; `?download=1` as 012_transcript.vtt. WebVTT is also the ' +
      'captions of the player.',
    permission: 'viewer',
    viewedBy: ['results', 'recording'],
    cost: { points: 6 },
    params: z.extend(ofSession, { format: transcriptFormat }),
    query: z.object({ download: z.optional(z.string()) }),
    answer: 'text',
    errors: ['not_found'],
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/tests/:id/transcripts',
    summary: 'How many recordings of a test have a transcript.',
    permission: 'viewer',
    viewedBy: ['results'],
    cost: { points: 3 },
    params: ofTest,
    answer: transcriptCounts,
    errors: ['not_found'],
  }),
  startAll: endpoint({
    method: 'POST',
    path: '/api/tests/:id/transcripts',
    summary: 'Has every recording of a test transcribed that has no transcript, or a failed one.',
    permission: 'member',
    params: ofTest,
    answer: transcriptCounts,
    errors: ['not_found', 'transcripts_off', 'too_many_requests'],
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/tests/:id/transcripts/search',
    summary:
      'Moments in which people of the filter said these words, in the order of their sessions.',
    permission: 'viewer',
    viewedBy: ['results'],
    cost: { points: 12 },
    params: ofTest,
    query: spokenQuery,
    answer: spokenMoments,
    errors: ['not_found'],
  }),
};
