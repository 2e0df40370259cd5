// Answers the stream of updates changes.

import type { Parts } from '#server/parts.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';

export function updateHandlers({ updates }: Parts): HandlersOf<'updates'> {
  return {
    stream: async ({ caller, reply }) => {
      const stream = updates.open(caller);
      reply.headers({
        'content-type': 'text/event-stream; charset=utf-8',
        // A proxy must neither store, nor compress, nor collect events.
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      });
      return reply.send(stream);
    },
  };
}
