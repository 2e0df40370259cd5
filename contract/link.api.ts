// Calls of a participant's first screen. They are separate so that the screen loads before the rest of `sessions`.
import { z } from 'zod/mini';
import { embed } from './embed.ts';
import { endpoint } from './endpoint.ts';
import { revisionId, uniqueId } from './ids.ts';
import { LINK_RATE } from './limits.ts';
import { noSpace, sharedTest } from './shared-test.ts';
import { stepNumber } from './step-number.ts';
import { taskQuestion } from './task-questions.ts';

/** A task as its participants see it: goals never leave the server. */
export const sharedTask = z.object({
  number: stepNumber,
  kind: z.literal('task'),
  task: z.string(),
  figmaUrl: z.string(),
  /** Mode and seconds of a task on a picture, whose regions never leave the server. */
  picture: z.optional(z.unknown()),
  embed,
  asks: z.array(taskQuestion),
  shownWhen: z.optional(z.unknown()),
  shuffled: z.optional(z.boolean()),
  /** Place among the objects of one task, from 1; a session's start answers which of them it has. */
  variant: z.optional(z.int()),
});

const sharedPanel = z.object({
  number: stepNumber,
  kind: z.enum(['question', 'set', 'text']),
  /**
   * The step as answers of `tests` have it. A participant's first screen does not show it, and therefore does not load
   * its schema.
   */
  panel: z.unknown(),
});

export const sharedStep = z.discriminatedUnion('kind', [sharedTask, sharedPanel]);

/** Rows of the table `sessions`. */
export const link = {
  link: endpoint({
    method: 'GET',
    path: '/api/link/:uniqueId',
    summary: 'What a participant sees of a test, and whether it takes submissions.',
    permission: 'anyone',
    params: z.object({ uniqueId }),
    query: z.object({
      /** The caller is signed in and tries the test, which is open for them. */
      pilot: z.optional(z.literal('true')),
    }),
    answer: z.object({
      test: sharedTest,
      /**
       * The current revision of the test. A page sends it when it starts a session, because the test may be edited in
       * between.
       */
      revisionId,
      state: z.enum(['open', 'closed', 'full']),
      /** Why `state` is `full` although places are left; else null. */
      noSpace: z.nullable(noSpace),
      embed,
      /** Questions of the card after the task. */
      asks: z.array(taskQuestion),
      /**
       * Parts of `participation` that the page needs, or null if nothing was chosen. The first screen of a plain test does
       * not load its schema.
       */
      participation: z.nullable(z.unknown()),
      /** All steps in their order. `test.task`, `embed` and `asks` are those of the first task. */
      steps: z.array(sharedStep),
      /** Pictures of these steps by id. A test without any loads no schema of them. */
      pictures: z.optional(z.unknown()),
      /** Origins that the page may frame: those of these steps, and of other revisions that a session runs now. */
      frameSources: z.array(z.string()),
      /** Recordings are deleted so many days after their session's end, or null if only by hand. */
      keptDays: z.nullable(z.int()),
      /** Host of the recogniser that transcribes the participant's voice, or null if there is none. */
      transcribedBy: z.nullable(z.string()),
      /** Address for help with this installation, or null if the operator has set none. */
      supportEmail: z.nullable(z.string()),
    }),
    rate: LINK_RATE,
    errors: ['not_found', 'not_signed_in', 'member_only'],
  }),
};
