// Calls of screen images.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { screenImageId } from './ids.ts';
import { PARTICIPANT_RATE } from './limits.ts';
import { screenImage, screenshotQuery } from './screens.ts';

export const screens = {
  takeScreenshot: endpoint({
    method: 'GET',
    path: '/api/take-screenshot',
    summary:
      "The image of one screen of a test's prototype, from the design tool once, then ours. A participant gets what the prototype has shown in their session, and its start.",
    permission: 'anyone',
    query: screenshotQuery,
    answer: z.object({ screenshotUrl: z.string(), screen: screenImage }),
    rate: PARTICIPANT_RATE,
    errors: ['not_found', 'screen_not_rendered', 'prototype_unavailable'],
  }),
  image: endpoint({
    method: 'GET',
    path: '/api/screens/:screenImageId/image',
    summary: 'A screen image, by a signed address.',
    permission: 'anyone',
    params: z.object({ screenImageId }),
    query: z.object({ expires: z.coerce.number(), signature: z.string().max(100) }),
    answer: 'png',
    errors: ['not_found'],
  }),
};
