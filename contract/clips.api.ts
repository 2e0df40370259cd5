// Calls of clips.
import { z } from 'zod/mini';
import { message, pageOf } from './answers.ts';
import { clip, clipChange, clipInput } from './clips.ts';
import { endpoint } from './endpoint.ts';
import { clipId, sessionId, testId } from './ids.ts';
import { noteFilterChoices, notesAndClipsQuery, seenVersion } from './notes.ts';

const ofClip = z.object({ clipId });

export const clips = {
  list: endpoint({
    method: 'GET',
    path: '/api/tests/:id/clips',
    summary: 'Clips of a test, the newest first, with the filter of results, a page at a time.',
    permission: 'viewer',
    params: z.object({ id: testId }),
    query: notesAndClipsQuery(clipId),
    answer: pageOf(clip),
    errors: ['not_found'],
  }),
  choices: endpoint({
    method: 'GET',
    path: '/api/tests/:id/clips/choices',
    summary: "Tags and people of a test's clips, with how many each has.",
    permission: 'viewer',
    params: z.object({ id: testId }),
    answer: noteFilterChoices,
    errors: ['not_found'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/clips/:clipId',
    summary: 'One clip.',
    permission: 'viewer',
    viewedBy: ['clip'],
    cost: { points: 3 },
    params: ofClip,
    answer: clip,
    errors: ['not_found'],
  }),
  video: endpoint({
    method: 'GET',
    path: '/api/clips/:clipId/video',
    summary:
      'A clip as a file of its own, over the stored bytes, with byte ranges and HEAD. Its picture begins at the key frame ' +
      'before the clip, its sound with the clip; `Clip-Early-Ms` says how early the file begins. Visitors are refused one ' +
      'that begins more than 2 s early. `?download=1` as 012_title.webm.',
    permission: 'viewer',
    viewedBy: ['report', 'reel', 'clip'],
    cost: { points: 4 },
    params: ofClip,
    query: z.object({
      download: z.optional(z.string()),
      /** Another address for another version, whose ends may be others. */
      version: z.optional(seenVersion),
    }),
    answer: 'video',
    errors: ['not_found', 'clip_not_cut', 'range_not_satisfiable'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/recordings/:sessionId/clips',
    summary:
      'Makes a clip of 1 to 600 seconds within a recording; of a running one, within what has arrived.',
    permission: 'viewer',
    params: z.object({ sessionId }),
    body: clipInput,
    status: 201,
    answer: clip,
    errors: ['not_found', 'recording_full'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/clips/:clipId',
    summary:
      'Changes ends and title of a clip. Refused with the present clip when it is no longer the version that was seen.',
    permission: 'viewer',
    params: ofClip,
    body: clipChange,
    answer: clip,
    errors: ['not_found', 'changed_meanwhile', 'member_only'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/clips/:clipId',
    summary:
      'Deletes a clip, unless it was changed since that version, and says which reels and findings used it. The recording stays.',
    permission: 'member',
    params: ofClip,
    query: z.object({ version: seenVersion }),
    answer: message,
    errors: ['not_found', 'changed_meanwhile'],
  }),
};
