// Questions after a task. They are separate from its goal because a participant's first screen loads them.
import { z } from 'zod/mini';

/** Questions of the card after the task: did you do it, how easy was it, what would have helped. */
export const taskQuestion = z.enum(['did_it', 'ease', 'helped']);
export type TaskQuestion = z.infer<typeof taskQuestion>;
export const taskQuestions = z.pipe(
  z.array(taskQuestion).check(z.maxLength(taskQuestion.options.length)),
  z.transform((questions) => taskQuestion.options.filter((one) => questions.includes(one))),
);
