// Response of a participant's private link: their own recording.
import { z } from 'zod/mini';
import { sessionId } from './ids.ts';
import { taskAnswers } from './outcomes.ts';
import { taskQuestion } from './task-questions.ts';

export const myRecording = z.object({
  /** The browser that recorded the session finds its own copies by this id. */
  sessionId,
  testName: z.string(),
  company: z.string(),
  task: z.string(),
  participantName: z.string(),
  startedAt: z.iso.datetime(),
  /** End of the recording, or null while it runs or bytes of it are still being uploaded. */
  endedAt: z.nullable(z.iso.datetime()),
  /** Address of the video, valid for OWN_VIDEO_HOURS, or null if nothing that can be watched has arrived. */
  videoUrl: z.nullable(z.string()),
  /** Length of the recording, or null while it is unknown. */
  durationMs: z.nullable(z.number()),
  /** Number of stored presses in the prototype. */
  clicks: z.int(),
  /** Questions of the card after the task. */
  asks: z.array(taskQuestion),
  /** The participant's answers, or null if there are none. */
  answers: z.nullable(taskAnswers),
  /** When it is deleted by the rule of its workspace, if that stays as it is, or null without a rule. */
  deletedAfter: z.nullable(z.iso.datetime()),
});
export type MyRecording = z.infer<typeof myRecording>;
