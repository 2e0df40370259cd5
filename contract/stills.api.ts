// Calls of stills: a participant's browser sends them while it records, members see them.
import { z } from 'zod/mini';
import { message } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { sessionId } from './ids.ts';
import { STILL_IMAGE_MAX_BYTES, sheetNumber, stillTime, stillTimes } from './stills.ts';

/** A browser sends one sheet in 20 seconds and two posters, and those of 15 minutes after an outage. */
const STILLS_RATE = { calls: 45, perSeconds: 60 } as const;

const stored = {
  permission: 'participant',
  body: 'image',
  bodyMaxBytes: STILL_IMAGE_MAX_BYTES,
  answer: message,
  rate: STILLS_RATE,
  errors: [
    'not_found',
    'session_over',
    'too_large',
    'wrong_media',
    'unreadable_image',
    'ahead_of_time',
    'workspace_full',
    'storage_full',
  ],
} as const;

export const stills = {
  storePoster: endpoint({
    ...stored,
    method: 'PUT',
    path: '/api/sessions/:sessionId/poster',
    summary: "Stores the recording's poster (WebP or JPEG); only a later one takes its place.",
    params: z.object({ sessionId }),
    query: z.object({ timeMs: stillTime }),
  }),
  storeSheet: endpoint({
    ...stored,
    method: 'PUT',
    path: '/api/sessions/:sessionId/stills/:sheet',
    summary:
      'Stores a sheet of 5 × 2 stills (WebP or JPEG); a number that is taken stays as it is.',
    params: z.object({ sessionId, sheet: sheetNumber }),
    query: z.object({ timesMs: stillTimes }),
  }),
  poster: endpoint({
    method: 'GET',
    path: '/api/recordings/:sessionId/poster',
    summary: 'The poster of a recording.',
    permission: 'viewer',
    viewedBy: ['results', 'recording'],
    params: z.object({ sessionId }),
    /** Time of the still. Another picture needs another address, because browsers cache one for a day. */
    query: z.object({ at: z.catch(z.optional(stillTime), undefined) }),
    answer: 'image',
    errors: ['not_found'],
  }),
  sheet: endpoint({
    method: 'GET',
    path: '/api/recordings/:sessionId/stills/:sheet',
    summary: 'One sheet of stills of a recording.',
    permission: 'viewer',
    viewedBy: ['results', 'recording'],
    params: z.object({ sessionId, sheet: sheetNumber }),
    answer: 'image',
    errors: ['not_found'],
  }),
};
