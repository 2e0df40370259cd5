// The part of a test that participants see, and the name that they type. Their first screen loads it, and not the rest of a
// session.
import { z } from 'zod/mini';
import { testId, uniqueId } from './ids.ts';
import { NAME_MAX_CHARACTERS } from './limits.ts';
import { requiredText } from './text.ts';

export const participantName = requiredText('Name', NAME_MAX_CHARACTERS);

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
