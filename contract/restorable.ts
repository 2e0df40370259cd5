// Things of a test whose deletion can be undone.
import { z } from 'zod/mini';

export const restorable = z.object({
  kind: z.enum(['note', 'clip', 'finding', 'evidence']),
  id: z.uuid(),
});
export type Restorable = z.infer<typeof restorable>;
