// The body of every refusal, apart from the table of refusals: pages read it, and need no table.
import { z } from 'zod/mini';

/**
 * A sentence for people, a code for programs, a sentence per bad field; where another change came first, what is there
 * now, as the call would have answered it.
 */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  present: z.optional(z.unknown()),
});
export type ErrorBody = z.infer<typeof errorBody>;
