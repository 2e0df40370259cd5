// The questions of the card after a task, by the way in which it ended.
import type { StepEnd } from '#contract/step-end.ts';
import type { TaskQuestion } from '#contract/task-questions.ts';

/** Returns the questions that remain to be asked: who pressed *I'm stuck* has said that they did not do it. */
export function questionsAfter(
  asks: readonly TaskQuestion[],
  end: StepEnd | null,
): readonly TaskQuestion[] {
  return end === 'stuck' ? asks.filter((question) => question !== 'did_it') : asks;
}
