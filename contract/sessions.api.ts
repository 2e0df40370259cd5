// Calls of a participant: the link (link.api.ts), the session, its raw messages, its end.
import { z } from 'zod/mini';
import { message, readablePart } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { rawEvent } from './events.ts';
import { openingId, revisionId, sessionId, testId, uniqueId } from './ids.ts';
import {
  ANSWERS_RATE,
  CONNECTION_MEASURE_MAX_BYTES,
  CONNECTION_MEASURE_RATE,
  EVENT_CALLS_RATE,
  EVENTS_BODY_MAX_BYTES,
  EVENTS_PER_CALL_MAX,
  FINISH_RATE,
  HEATMAPS_RATE,
  OPENING_CALLS_RATE,
  SLOT_RATE,
  START_RATE,
} from './limits.ts';
import { link } from './link.api.ts';
import { obstacle } from './obstacles.ts';
import { taskAnswers } from './outcomes.ts';
import { personalToken } from './personal-token.ts';
import { browserKey, screeningAnswers, sessionInput, startedSession } from './sessions.ts';
import { stepAnswer } from './step-answers.ts';
import { stepInAddress, stepNumber } from './step-number.ts';

const participant = z.object({ sessionId });

export const sessions = {
  ...link,
  start: endpoint({
    method: 'POST',
    path: '/api/link/:uniqueId/sessions',
    summary: 'Starts a session and takes one place of the submission limit.',
    permission: 'anyone',
    params: z.object({ uniqueId }),
    // The dashboard loads sessions.ts, so these are added here.
    body: z.extend(sessionInput, {
      /** Token of a personal link, whose name replaces the given one. */
      personalToken: z.optional(personalToken),
      /** The caller is signed in and tries the test: the session takes no place and counts nowhere. */
      pilot: z.optional(z.boolean()),
    }),
    status: 201,
    answer: z.object({ session: startedSession }),
    rate: START_RATE,
    errors: [
      'not_found',
      'test_closed',
      'test_full',
      'already_taken',
      'screened_out',
      'consent_changed',
      'personal_link_used',
      'personal_link_invalid',
      'not_signed_in',
      'member_only',
      'list_full',
      'workspace_full',
      'server_full',
    ],
  }),
  opening: endpoint({
    method: 'PUT',
    path: '/api/link/:uniqueId/openings/:openingId',
    summary:
      'Counts an opened share link, and what stands in the way of recording. The page makes the id, one a day; it ' +
      'names no one. Members of the test’s workspace are not counted.',
    permission: 'anyone',
    params: z.object({ uniqueId, openingId }),
    body: z.object({
      revisionId,
      obstacle: z.nullable(obstacle),
      /** The random id that the browser stored in an earlier session. */
      browserKey: z.optional(browserKey),
    }),
    answer: z.extend(message, {
      /** The test was finished in this browser and takes no repeat. */
      isRepeat: z.boolean(),
    }),
    rate: OPENING_CALLS_RATE,
    errors: ['not_found'],
  }),
  screening: endpoint({
    method: 'POST',
    path: '/api/link/:uniqueId/openings/:openingId/screening',
    summary:
      'Says whether a person with these answers to the screening questions, so far, can take part. Answers are not stored: of an opening that ends here, the question and the word of its answer are counted, and it stays so.',
    permission: 'anyone',
    params: z.object({ uniqueId, openingId }),
    body: z.object({ revisionId, answers: screeningAnswers }),
    answer: z.object({
      /** `full`: as many people as are needed take part with one of these answers. */
      result: z.enum(['passed', 'screened_out', 'full']),
    }),
    rate: OPENING_CALLS_RATE,
    errors: ['not_found', 'too_many_requests'],
  }),
  keepSlot: endpoint({
    method: 'POST',
    path: '/api/sessions/:sessionId/slot',
    summary:
      'A sign of life of a session that records nothing yet: it keeps its place, or takes one again ' +
      'while there is one. Without it the place is given back after 90 seconds.',
    permission: 'participant',
    params: participant,
    answer: message,
    rate: SLOT_RATE,
    errors: ['not_found'],
  }),
  events: endpoint({
    method: 'POST',
    path: '/api/sessions/:sessionId/events',
    summary:
      'Stores raw prototype messages; repeating them does nothing. Answers how many are in, and whether ' +
      'some were left out because the session has as many as are kept.',
    permission: 'participant',
    params: participant,
    body: z.object({ events: z.array(rawEvent).check(z.maxLength(EVENTS_PER_CALL_MAX)) }),
    bodyMaxBytes: EVENTS_BODY_MAX_BYTES,
    rate: EVENT_CALLS_RATE,
    countsMessages: true,
    answer: z.object({ stored: z.int(), full: z.boolean() }),
    errors: ['not_found', 'too_many_requests', 'ahead_of_time', 'workspace_full', 'storage_full'],
  }),
  heatmaps: endpoint({
    method: 'POST',
    path: '/api/sessions/:sessionId/heatmaps',
    summary:
      'Takes heatmaps ahead of the upload call, while the session goes on: multipart with one PNG a ' +
      "screen, named by its screen id. A screen's last one counts.",
    permission: 'participant',
    params: participant,
    body: 'multipart',
    answer: message,
    rate: HEATMAPS_RATE,
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
  }),
  measureConnection: endpoint({
    method: 'POST',
    path: '/api/sessions/:sessionId/connection',
    summary:
      'Takes padding and drops it: its sender learns how many bits a second the connection carries.',
    permission: 'participant',
    params: participant,
    body: z.object({ padding: z.string().check(z.maxLength(CONNECTION_MEASURE_MAX_BYTES)) }),
    bodyMaxBytes: CONNECTION_MEASURE_MAX_BYTES + 1024,
    answer: z.object({ receivedCharacters: z.int() }),
    rate: CONNECTION_MEASURE_RATE,
    errors: ['not_found'],
  }),
  answers: endpoint({
    method: 'PUT',
    path: '/api/sessions/:sessionId/answers',
    summary:
      'Answers to the card after a task, the first one when `step` is left out; the last ones count. Taken for a day after the session has finished.',
    permission: 'participant',
    params: participant,
    body: z.extend(taskAnswers, { step: z.optional(stepNumber) }),
    answer: message,
    rate: SLOT_RATE,
    errors: ['not_found', 'workspace_full', 'storage_full'],
  }),
  answer: endpoint({
    method: 'PUT',
    path: '/api/sessions/:sessionId/answers/:step',
    summary:
      'The answer to a question or a set of the session’s revision; the last one counts, null takes it back. Taken for a day after the session has finished.',
    permission: 'participant',
    params: z.object({ sessionId, step: stepInAddress }),
    body: z.object({ answer: z.nullable(stepAnswer) }),
    answer: message,
    rate: ANSWERS_RATE,
    errors: ['not_found', 'workspace_full', 'storage_full'],
  }),
  abandon: endpoint({
    method: 'POST',
    path: '/api/sessions/:sessionId/abandon',
    summary: 'Ends a session; one with nothing recorded gives its place back.',
    permission: 'participant',
    params: participant,
    answer: message,
    rate: SLOT_RATE,
    errors: ['not_found'],
  }),
  finish: endpoint({
    method: 'POST',
    path: '/api/link/upload/:uniqueId/:testId/:testName/:company',
    summary:
      'Finishes a session: multipart with `video` (WebM) or `upload` (id of the streamed upload), ' +
      'one PNG heatmap per screen (named by its screen id), optional `name`, `events` (JSON) and `ended`: ' +
      '`sharing_ended` when the sharing of the screen ended without a press on stop, `stuck` when the participant ' +
      "pressed 'I'm stuck', other values mean nothing.",
    permission: 'anyone',
    params: z.object({ uniqueId, testId, testName: readablePart, company: readablePart }),
    body: 'multipart',
    status: 201,
    answer: z.object({ message: z.string(), userTimestamp: z.string() }),
    rate: FINISH_RATE,
    errors: [
      'not_found',
      'test_closed',
      'test_full',
      'workspace_full',
      'server_full',
      'session_token_invalid',
      'session_over',
      'too_large',
      'wrong_media',
      'unreadable_image',
      'unreadable_video',
      'ahead_of_time',
      'storage_full',
    ],
  }),
};
