// Bounds each header by what it is for. All of them together have 64 kB, because names in addresses do.
import type { FastifyInstance } from 'fastify';
import { AppError } from '#contract/errors.ts';

/**
 * Most characters a header. Browsers send 200 of `Accept` and 100 of `Range`; cookies may be those of other
 * sites on the same host, and a proxy may pass its own `Authorization` on.
 */
const MOST_CHARACTERS: Readonly<Record<string, number>> = {
  accept: 2048,
  'accept-encoding': 1024,
  'accept-language': 1024,
  authorization: 16_384,
  'content-type': 512,
  cookie: 16_384,
  'if-none-match': 2048,
  'if-range': 512,
  range: 512,
};

/** Register it first: it refuses before anything reads a header. */
export function boundHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    for (const [name, most] of Object.entries(MOST_CHARACTERS)) {
      if ((headers[name]?.length ?? 0) > most) throw new AppError('header_too_large');
    }
  });
}
