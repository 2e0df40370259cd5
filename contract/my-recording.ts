// What a participant's private link shows them of their own recording.
import { z } from 'zod/mini';
import { sessionId } from './ids.ts';
import { taskAnswers } from './outcomes.ts';
import { taskQuestion } from './task-questions.ts';

export const myRecording = z.object({
  /** By which the browser that recorded it finds its own copies. */
  sessionId,
  testName: z.string(),
  company: z.string(),
  task: z.string(),
  participantName: z.string(),
  startedAt: z.iso.datetime(),
  /** Null: it still runs, or bytes of it are still on their way. */
  endedAt: z.nullable(z.iso.datetime()),
  /** Null: nothing that can be watched has arrived. The address works for OWN_VIDEO_HOURS. */
  videoUrl: z.nullable(z.string()),
  /** Null: not known yet. */
  durationMs: z.nullable(z.number()),
  /** Presses in the prototype that are kept. */
  clicks: z.int(),
  /** What the card after the task asked. */
  asks: z.array(taskQuestion),
  /** Null: not answered. */
  answers: z.nullable(taskAnswers),
  /** When it is deleted by the rule of its workspace, if that stays as it is; null: there is none. */
  deletedAfter: z.nullable(z.iso.datetime()),
});
export type MyRecording = z.infer<typeof myRecording>;
