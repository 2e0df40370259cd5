// Calls of a participant's private link: see their own recording, withdraw it.
import { z } from 'zod/mini';
import { message } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { sessionId } from './ids.ts';
import { MAILED_LINK_RATE, OWN_VIDEO_RATE, WITHDRAW_RATE } from './limits.ts';
import { myRecording as shown } from './my-recording.ts';

export const myRecording = {
  get: endpoint({
    method: 'GET',
    path: '/api/my-recording',
    summary: 'What is kept of the one recording that the private link is for.',
    permission: 'private-link',
    answer: shown,
    rate: MAILED_LINK_RATE,
    errors: ['not_found'],
  }),
  video: endpoint({
    method: 'GET',
    path: '/api/my-recording/:sessionId/video',
    summary: 'Its video, with byte ranges and HEAD; the signed address comes from the call above.',
    permission: 'anyone',
    params: z.object({ sessionId }),
    query: z.object({
      expires: z.coerce.number().check(z.int()),
      signature: z.string().check(z.maxLength(100)),
    }),
    answer: 'video',
    rate: OWN_VIDEO_RATE,
    errors: ['not_found', 'range_not_satisfiable'],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/my-recording',
    summary:
      'Deletes the recording and all data of its session, also while it runs. The test counts it as withdrawn.',
    permission: 'private-link',
    answer: message,
    rate: WITHDRAW_RATE,
    errors: ['not_found'],
  }),
};
