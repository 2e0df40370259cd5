// Bodies of the calls that create or change a test.
import { z } from 'zod/mini';
import { draftVersion } from './drafts.ts';
import { goalInput } from './goal-inputs.ts';
import { revisionId } from './ids.ts';
import { stepsInput } from './step-inputs.ts';
import { taskQuestions } from './task-questions.ts';
import { testForm } from './tests.ts';
import { company } from './workspaces.ts';

/** Body of create and update; the workspace's company is the default. */
export const testInput = z.extend(testForm, {
  company: z.optional(company),
  /**
   * The goal, or null for none. If it is left out, a new test has none, and an update retains the goal, also for a new
   * revision of the same file.
   */
  goal: z.optional(z.nullable(goalInput)),
  /** Questions of the card after the task. If they are left out, a new test has all, and an update changes nothing. */
  asks: z.optional(taskQuestions),
  /**
   * All steps in their order. The fields above are then those of the first task, or left out where they can be. If they are left out, the fields above are the first task of a new test, and change that of another.
   */
  steps: z.optional(stepsInput),
});
export type TestInput = z.infer<typeof testInput>;

/** Body of an update. */
export const testUpdate = z.extend(testInput, {
  /**
   * Form in which a changed task or link is saved once sessions have run the newest revision: as a new one, or as a correction of
   * the text that all its sessions show. The default is a revision.
   */
  saveAs: z.optional(z.enum(['revision', 'correction'], 'Choose revision or correction.')),
  /** The revision that the form was filled from: another task or link is refused when it is not the newest. */
  basedOn: z.optional(revisionId),
  /** Version of the draft that the form was saved as. It is deleted with the change if it still has this version. */
  draft: z.optional(draftVersion),
});
export type TestUpdate = z.infer<typeof testUpdate>;
