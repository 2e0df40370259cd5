// Settings of the embed that shows a prototype on a participant's page and in the form that records routes (server →
// page).
import { z } from 'zod/mini';

export const embed = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('prototype'),
    src: z.string(),
    /** Origin of `src`, for frame-src. */
    origin: z.string(),
    /** The only origin whose messages count. */
    messageOrigin: z.string(),
    startNodeId: z.nullable(z.string()),
    fileKey: z.string(),
  }),
  z.object({ kind: z.literal('page'), src: z.string(), origin: z.string() }),
  /** A picture, whose address is among those of the answer. */
  z.object({ kind: z.literal('picture') }),
  z.object({ kind: z.literal('unsupported'), reason: z.string() }),
]);
export type Embed = z.infer<typeof embed>;
