// Answers the calls of stills: in from a participant's session, out to members.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authorizeRecordingById, authorizeSession } from '#server/access/authorized.ts';
import type { HandlersOf } from '#server/http/handlers.ts';
import { isKnown } from '#server/http/if-none-match.ts';
import {
  readPoster,
  readSheet,
  type StillParts,
  type StoredStill,
  storePoster,
  storeSheet,
} from './stills.service.ts';

export function stillHandlers(parts: StillParts): HandlersOf<'stills'> {
  return {
    storePoster: async ({ caller, query, request }) => {
      const session = await authorizeSession(parts.db, caller);
      await storePoster(parts, session, { ...query, body: request.body });
      return { message: 'Poster stored.' };
    },
    storeSheet: async ({ caller, params, query, request }) => {
      const session = await authorizeSession(parts.db, caller);
      const sheet = { sheet: params.sheet, timesMs: query.timesMs, body: request.body };
      await storeSheet(parts, session, sheet);
      return { message: 'Stills stored.' };
    },
    poster: async ({ caller, params, request, reply }) => {
      const recording = await authorizeRecordingById(parts.db, caller, params.sessionId);
      return sendStill(await readPoster(parts, recording), request, reply);
    },
    sheet: async ({ caller, params, request, reply }) => {
      const recording = await authorizeRecordingById(parts.db, caller, params.sessionId);
      return sendStill(await readSheet(parts, recording, params.sheet), request, reply);
    },
  };
}

/** A sheet never changes, and a poster that changes gets another address. */
function sendStill(still: StoredStill, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.type(still.type).header('etag', still.etag);
  reply.header('cache-control', 'private, max-age=86400, immutable');
  if (isKnown(still.etag, request.headers['if-none-match'])) return reply.status(304).send();
  return reply.send(still.bytes);
}
