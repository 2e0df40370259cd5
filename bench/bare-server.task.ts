// The task of the bare server: what it answers.
import { z } from 'zod';

export const bareServerTask = z.object({
  /** How to reach the database, as pg takes it. */
  connection: z.object({ connectionString: z.string(), max: z.int() }),
  /** What our server asks the database for one answer, in its order. */
  statements: z.array(z.object({ sql: z.string(), parameters: z.array(z.unknown()) })),
  /** JSON of our server's answer. */
  body: z.string(),
});
export type BareServerTask = z.infer<typeof bareServerTask>;
