// Calls of reels.
import { z } from 'zod/mini';
import { message } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { clipId, reelId, testId } from './ids.ts';
import { REEL_ITEMS_MAX } from './limits.ts';
import { seenVersion } from './notes.ts';
import { reel, reelChange, reelInput, reelSummary } from './reels.ts';

const ofTest = z.object({ id: testId });
const ofReel = z.object({ reelId });

export const reels = {
  list: endpoint({
    method: 'GET',
    path: '/api/tests/:id/reels',
    summary: 'Reels of a test, the oldest first.',
    permission: 'viewer',
    params: ofTest,
    answer: z.object({ reels: z.array(reelSummary) }),
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/tests/:id/reels',
    summary: 'Makes a reel, of clips of the test or empty.',
    permission: 'member',
    params: ofTest,
    body: reelInput,
    status: 201,
    answer: reel,
    errors: ['not_found'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/reels/:reelId',
    summary:
      'A reel with its clips and title cards in order. A clip that is gone leaves its place.',
    permission: 'viewer',
    viewedBy: ['reel'],
    cost: { points: 4 },
    params: ofReel,
    answer: reel,
    errors: ['not_found'],
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/reels/:reelId/download',
    summary:
      'A reel as one ZIP, with byte ranges and HEAD: clips (01_012_title.webm), each from the key frame before it, title ' +
      'cards as texts, in order. `Clip-Early-Ms` says how early the earliest begins. For visitors a text stands in place ' +
      'of a clip that `clips.video` refuses them.',
    permission: 'viewer',
    viewedBy: ['reel'],
    // 200 clips are cut out of their recordings.
    cost: { points: 210 },
    params: ofReel,
    answer: 'zip',
    errors: ['not_found', 'range_not_satisfiable'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/reels/:reelId',
    summary:
      'Changes name, order, clips and title cards of a reel. Refused with the present reel when it is no longer the ' +
      'version that was seen.',
    permission: 'member',
    params: ofReel,
    body: reelChange,
    answer: reel,
    errors: ['not_found', 'changed_meanwhile'],
  }),
  addClips: endpoint({
    method: 'POST',
    path: '/api/reels/:reelId/clips',
    summary: 'Adds clips of the test at the end of a reel, whatever version it has.',
    permission: 'member',
    params: ofReel,
    body: z.object({ clips: z.array(clipId).check(z.minLength(1), z.maxLength(REEL_ITEMS_MAX)) }),
    status: 201,
    answer: reel,
    errors: ['not_found'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/reels/:reelId',
    summary: 'Deletes a reel, unless it was changed since that version. Its clips stay.',
    permission: 'member',
    params: ofReel,
    query: z.object({ version: seenVersion }),
    answer: message,
    errors: ['not_found', 'changed_meanwhile'],
  }),
};
