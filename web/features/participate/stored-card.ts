// The card between two tasks, stored in the browser until the next task begins: after a reload it is there as it was typed.
import { z } from 'zod/mini';
import { sessionId } from '#contract/ids.ts';
import { taskAnswers } from '#contract/outcomes.ts';
import { stepNumber } from '#contract/step-number.ts';
import { localValue } from '#web/lib/local-store.ts';

const schema = z.object({
  sessionId,
  step: stepNumber,
  /** The participant has sent or skipped the questions. */
  isClosed: z.boolean(),
  /** Answers that are not sent yet, or null. */
  answers: z.nullable(taskAnswers),
});
export type StoredCard = z.infer<typeof schema>;

export const storedCard = localValue('tryoutTaskCard', schema);
