// Calls of the streamed upload: the tus protocol 1.0.0.
import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { uploadId } from './ids.ts';
import { CHEAP_CALLS_RATE, PIECES_RATE, SLOT_RATE } from './limits.ts';

/** Protocol version; every response contains it (tus 1.0.0, "Tus-Resumable"). */
export const TUS_VERSION = '1.0.0';
export const TUS_CONTENT_TYPE = 'application/offset+octet-stream';

/** Call that a client may make before it has a session (tus 1.0.0, "OPTIONS"). */
const discovery = {
  method: 'OPTIONS',
  permission: 'anyone',
  status: 204,
  answer: 'tus',
  rate: CHEAP_CALLS_RATE,
} as const;

export const uploads = {
  discover: endpoint({
    ...discovery,
    path: '/api/uploads',
    summary: 'tus OPTIONS: protocol version, extensions and the largest upload.',
  }),
  discoverOne: endpoint({
    ...discovery,
    path: '/api/uploads/:uploadId',
    summary: 'tus OPTIONS at the address of an upload: the same answer.',
    params: z.object({ uploadId: z.string() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/uploads',
    summary: "tus creation: answers the Location of the session's one upload.",
    permission: 'participant',
    body: 'tus',
    status: 201,
    answer: 'tus',
    rate: SLOT_RATE,
    errors: ['not_found', 'tus_version', 'too_large'],
  }),
  append: endpoint({
    method: 'PATCH',
    also: ['HEAD'],
    path: '/api/uploads/:uploadId',
    summary: 'tus PATCH (and HEAD for the offset): appends a piece; stored when answered.',
    permission: 'participant',
    params: z.object({ uploadId }),
    body: 'tus',
    status: 204,
    answer: 'tus',
    rate: PIECES_RATE,
    errors: [
      'not_found',
      'upload_offset',
      'tus_version',
      'unreadable_video',
      'session_over',
      'too_large',
      'wrong_media',
      'ahead_of_time',
      'workspace_full',
      'storage_full',
    ],
  }),
};
