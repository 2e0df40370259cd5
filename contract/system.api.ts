// Calls about the installation itself.
import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { CHEAP_CALLS_RATE } from './limits.ts';
import { describedHost } from './prototypes.ts';

export const system = {
  about: endpoint({
    method: 'GET',
    path: '/api/about',
    summary: 'What pages show of this installation: its design tools, its support address.',
    permission: 'anyone',
    answer: z.object({
      /** The design tools whose prototypes can be embedded, for the sentence about a link. */
      linkHosts: z.array(describedHost),
      /** Address for help, or null if the operator has set none. */
      supportEmail: z.nullable(z.string()),
      /** Host of the recogniser that transcribes people's voices, or null if there are no transcripts. */
      transcribedBy: z.nullable(z.string()),
      /** The sample prototype to try the product with, as a first test; null when it is not served. */
      sample: z.nullable(
        z.object({ prototypeUrl: z.string(), name: z.string(), task: z.string() }),
      ),
    }),
    rate: CHEAP_CALLS_RATE,
  }),
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    summary:
      'Answers when the server, its database and its storage work, and whether the disk has room for new ' +
      'sessions. Else 503, with a sentence for each check that fails.',
    permission: 'anyone',
    answer: z.object({
      status: z.literal('ok'),
      /** The value is false while less than FREE_SPACE_FLOOR_BYTES is free. */
      newSessions: z.boolean(),
    }),
    rate: CHEAP_CALLS_RATE,
    errors: ['unavailable'],
  }),
};
