// Calls of screen images.
import { z } from 'zod/mini';
import { message } from './answers.ts';
import { embed } from './embed.ts';
import { endpoint } from './endpoint.ts';
import { screenImageId, testId } from './ids.ts';
import { CHEAP_CALLS_RATE, SCREEN_MISSES_RATE, SCREENSHOTS_RATE } from './limits.ts';
import { prototypeLink } from './prototype-link.ts';
import { screenNumber } from './result-filter.ts';
import { namedScreen, screenNameInput } from './screen-names.ts';
import { screenImage, screenshotQuery } from './screens.ts';
import { stepInAddress } from './step-number.ts';

/** A screen of a prototype that no session has presented yet. */
const prototypeScreen = z.pick(namedScreen, { screenId: true, name: true, image: true });

const screensState = {
  /** Shows the prototype, to record routes in. */
  embed,
  /** The prototype's first screen, or null if its link names none. */
  startScreenId: z.nullable(z.string()),
  /** `fetching`: more names or images may come; `none`: the link leads to a page that reports no screens. */
  state: z.enum(['ready', 'fetching', 'none']),
};

export const screens = {
  takeScreenshot: endpoint({
    method: 'GET',
    path: '/api/take-screenshot',
    summary:
      "The image of one screen of a test's prototype, from the design tool once, then ours. A participant gets what the prototype has shown in their session, and its start.",
    permission: 'anyone',
    query: screenshotQuery,
    answer: z.object({ screenshotUrl: z.string(), screen: screenImage }),
    rate: SCREENSHOTS_RATE,
    errors: ['not_found', 'screen_not_rendered', 'prototype_unavailable'],
  }),
  ofTest: endpoint({
    method: 'GET',
    path: '/api/tests/:id/screens',
    summary:
      "Screens of a test's newest revision with their numbers, names and images; with `step` those of one task.",
    permission: 'viewer',
    params: z.object({ id: testId }),
    query: z.object({ step: z.optional(stepInAddress) }),
    answer: z.object({ screens: z.array(namedScreen), ...screensState }),
    errors: ['not_found'],
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/api/tests/:id/screens/:number',
    summary: 'Names a screen of a test; null gives it its own name again.',
    permission: 'member',
    params: z.object({ id: testId, number: screenNumber }),
    body: screenNameInput,
    answer: message,
    errors: ['not_found'],
  }),
  ofPrototype: endpoint({
    method: 'POST',
    path: '/api/prototype-screens',
    summary:
      'Screens that a prototype link leads to, to choose a goal from before there is a test; images are fetched once.',
    permission: 'member',
    body: z.object({ figmaUrl: prototypeLink }),
    answer: z.object({ screens: z.array(prototypeScreen), ...screensState }),
    rate: SCREEN_MISSES_RATE,
    errors: ['prototype_unavailable'],
  }),
  image: endpoint({
    method: 'GET',
    path: '/api/screens/:screenImageId/image',
    summary: 'A screen image, by a signed address.',
    permission: 'anyone',
    viewedBy: ['results', 'recording', 'report'],
    params: z.object({ screenImageId }),
    query: z.object({ expires: z.coerce.number(), signature: z.string().check(z.maxLength(100)) }),
    answer: 'image',
    rate: CHEAP_CALLS_RATE,
    errors: ['not_found'],
  }),
};
