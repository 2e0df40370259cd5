// Answers the stream of live changes.
import type { HandlersOf } from '#server/http/handlers.ts';
import type { Parts } from '#server/parts.ts';

export function liveHandlers({ live }: Pick<Parts, 'live'>): HandlersOf<'live'> {
  return {
    stream: async ({ caller, reply }) => {
      const stream = live.open(caller);
      reply.headers({
        'content-type': 'text/event-stream; charset=utf-8',
        // A proxy must neither keep, nor pack, nor collect what is said now.
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      });
      return reply.send(stream);
    },
  };
}
