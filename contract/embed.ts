// How the participant page shows a test's prototype (server → page).
import { z } from 'zod';

export const embed = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('prototype'),
    src: z.string(),
    /** Origin of `src`, for the frame-src of the participant page. */
    origin: z.string(),
    /** The only origin whose messages count. */
    messageOrigin: z.string(),
    startNodeId: z.string().nullable(),
    fileKey: z.string(),
  }),
  z.object({ kind: z.literal('page'), src: z.string(), origin: z.string() }),
  z.object({ kind: z.literal('unsupported'), reason: z.string() }),
]);
export type Embed = z.infer<typeof embed>;
