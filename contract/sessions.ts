// A session: one participant's run through a test, from Continue on step 0 to finished or abandoned.
import { z } from 'zod/mini';
import {
  openingId,
  privateToken,
  revisionId,
  sessionId,
  testId,
  uniqueId,
  uploadId,
} from './ids.ts';
import {
  NAME_MAX_CHARACTERS,
  PARAMETER_MAX_CHARACTERS,
  PARAMETERS_MAX,
  STEPS_MAX,
} from './limits.ts';
import { stepNumber } from './step-number.ts';
import { requiredText } from './text.ts';

export const participantName = requiredText('Name', NAME_MAX_CHARACTERS);

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
});
export type StartedSession = z.infer<typeof startedSession>;

/** Fields of a test that a participant may see. */
export const sharedTest = z.object({
  _id: testId,
  uniqueId,
  name: z.string(),
  task: z.string(),
  figmaUrl: z.string(),
  company: z.string(),
});
export type SharedTest = z.infer<typeof sharedTest>;

/** Resource without free space: the workspace's quota, or the server's disk. A test without space shows as `full`. */
export const noSpace = z.enum(['workspace_full', 'server_full']);
export type NoSpace = z.infer<typeof noSpace>;

/** Name of a participant whose client gave none (specification, section 7). */
export const ANONYMOUS = 'Anonymous';
