// Answers a participant's calls: the link, the session, its raw messages, its end.
import { authorizeSession } from '#server/access/authorized.ts';
import type { HandlersOf } from '#server/http/handlers.ts';
import { finishUpload, storeHeatmaps } from './finish.service.ts';
import {
  abandonSession,
  type SessionParts,
  showTest,
  startSession,
  storeEvents,
} from './sessions.service.ts';

export function sessionHandlers(parts: SessionParts): HandlersOf<'sessions'> {
  return {
    link: ({ params }) => showTest(parts, params.uniqueId),
    start: async ({ params, body }) => ({
      session: await startSession(parts, params.uniqueId, body),
    }),
    events: async ({ caller, body }) => ({
      stored: await storeEvents(parts, await authorizeSession(parts.db, caller), body.events),
    }),
    heatmaps: async ({ caller, request }) => {
      await storeHeatmaps(parts, await authorizeSession(parts.db, caller), request);
      return { message: 'Heatmaps stored.' };
    },
    measureLine: async ({ body }) => ({ receivedCharacters: body.padding.length }),
    abandon: async ({ caller }) => {
      await abandonSession(parts, await authorizeSession(parts.db, caller));
      return { message: 'The session has ended.' };
    },
    finish: ({ params, caller, request }) =>
      finishUpload(parts, params, { token: caller.sessionId(), request }),
  };
}
