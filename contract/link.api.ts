// What a participant's first screen calls: kept apart, so that it loads before the rest of `sessions`.
import { z } from 'zod/mini';
import { embed } from './embed.ts';
import { endpoint } from './endpoint.ts';
import { revisionId, uniqueId } from './ids.ts';
import { PARTICIPANT_RATE } from './limits.ts';
import { noSpace, sessionInput, sharedTest, startedSession } from './sessions.ts';
import { taskQuestion } from './task-questions.ts';

/** Rows of the table `sessions`. */
export const link = {
  link: endpoint({
    method: 'GET',
    path: '/api/link/:uniqueId',
    summary: 'What a participant sees of a test, and whether it takes submissions.',
    permission: 'anyone',
    params: z.object({ uniqueId }),
    answer: z.object({
      test: sharedTest,
      /** What the test asks now; a page sends it with its start, for the test may be edited in between. */
      revisionId,
      state: z.enum(['open', 'closed', 'full']),
      /** Why `state` is `full` although places are left; else null. */
      noSpace: z.nullable(noSpace),
      embed,
      /** What the card after the task asks. */
      asks: z.array(taskQuestion),
      /** Recordings are deleted so many days after their session's end; null: by hand alone. */
      keptDays: z.nullable(z.int()),
      /** Host of the recogniser that hears the participant's voice; null: there is none. */
      transcribedBy: z.nullable(z.string()),
    }),
    errors: ['not_found'],
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/link/:uniqueId/sessions',
    summary: 'Starts a session and takes one place of the submission limit.',
    permission: 'anyone',
    params: z.object({ uniqueId }),
    body: sessionInput,
    status: 201,
    answer: z.object({ session: startedSession }),
    rate: PARTICIPANT_RATE,
    errors: [
      'not_found',
      'test_closed',
      'test_full',
      'already_taken',
      'workspace_full',
      'server_full',
    ],
  }),
};
