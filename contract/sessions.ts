// A session: one participant's run through a test, from Continue on step 0 to finished or abandoned.
import { z } from 'zod/mini';
import { openingId, privateToken, revisionId, sessionId, uploadId } from './ids.ts';
import { PARAMETER_MAX_CHARACTERS, PARAMETERS_MAX, STEPS_MAX } from './limits.ts';
import { participantName } from './shared-test.ts';
import { stepNumber } from './step-number.ts';

export const browserKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/));

/** Parameters of the share link with their values. */
export const linkParameters = z
  .array(
    z.object({
      name: z.string(),
      value: z.string().check(z.maxLength(PARAMETER_MAX_CHARACTERS)),
    }),
  )
  .check(z.maxLength(PARAMETERS_MAX));
export type LinkParameters = z.infer<typeof linkParameters>;

/**
 * Answers to screening questions, null for one that was skipped. Each has the form that its question takes, as the body of
 * `sessions.answer`; the first screen does not load its schema.
 */
export const screeningAnswers = z
  .array(z.object({ step: stepNumber, answer: z.unknown() }))
  .check(z.maxLength(STEPS_MAX));
export type ScreeningAnswers = z.infer<typeof screeningAnswers>;

/** A part of the recording to which a participant agrees. */
export const consentItem = z.enum(['screen', 'microphone', 'camera']);
export type ConsentItem = z.infer<typeof consentItem>;

/** Agreement with the version of the workspace's text that the page shows, or with the line of step 0: null. */
const agreement = z.object({
  version: z.nullable(z.int()),
  items: z.array(consentItem).check(z.maxLength(3)),
});
export type Agreement = z.infer<typeof agreement>;

/** Body that starts a session. */
export const sessionInput = z.object({
  name: participantName,
  /** Random id that the browser stores, for tests that reject repeat submissions. */
  browserKey: z.optional(browserKey),
  /** The revision that the page shows, as `sessions.link` answered it; without it the newest. */
  revisionId: z.optional(revisionId),
  /** The opening of the link that led here (`sessions.opening`). */
  openingId: z.optional(openingId),
  /** Parameters of the link, the first of a name; those that the test does not keep are left out. */
  parameters: z.optional(linkParameters),
  /** Answers to the screening questions of the revision. */
  answers: z.optional(screeningAnswers),
  /** A test that asks for the workspace's consent text needs it. */
  consent: z.optional(agreement),
});
export type SessionInput = z.infer<typeof sessionInput>;

/** Response for a participant's browser: what its own session needs. */
export const startedSession = z.object({
  _id: sessionId,
  userTimestamp: z.string(),
  participantName: z.string(),
  /** Authorises this session's calls: `Authorization: Bearer {token}`. */
  token: z.string(),
  /** Token of the participant's private link (my-recording.ts). */
  privateToken,
  uploadId,
  /** The session's one upload, by the tus protocol. */
  uploadUrl: z.string(),
  /** Numbers of the steps that the participant is shown, in their order; left out where they are the same for everyone. */
  steps: z.optional(z.array(stepNumber)),
});
export type StartedSession = z.infer<typeof startedSession>;

/** Name of a participant whose client gave none (specification, section 7). */
export const ANONYMOUS = 'Anonymous';
