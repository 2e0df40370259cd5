// Answers the calls of stills: in from a participant's session, out to members.
import type { FastifyRequest } from 'fastify';
import type { Parts } from '#server/parts.ts';
import { authorizeRecordingById, authorizeSession } from '#server/platform/access/authorized.ts';
import { countedAddress } from '#server/platform/http/client-address.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { sendPrivateImage } from '#server/platform/http/send-file.ts';
import {
  findPoster,
  findSheet,
  storePoster,
  storeSheet,
  type UploadedImage,
} from './stills.service.ts';

export function stillHandlers(parts: Parts): HandlersOf<'stills'> {
  return {
    storePoster: async ({ caller, query, request }) => {
      const session = await authorizeSession(parts.db, caller);
      await storePoster(parts, session, { ...query, ...uploadedImage(request) });
      return { message: 'Poster stored.' };
    },
    storeSheet: async ({ caller, params, query, request }) => {
      const session = await authorizeSession(parts.db, caller);
      const { sheet } = params;
      await storeSheet(parts, session, { sheet, ...query, ...uploadedImage(request) });
      return { message: 'Stills stored.' };
    },
    poster: async ({ caller, params, request, reply }) => {
      const recording = await authorizeRecordingById(parts.db, caller, params.sessionId);
      return sendPrivateImage(await findPoster(parts, recording), request, reply);
    },
    sheet: async ({ caller, params, request, reply }) => {
      const recording = await authorizeRecordingById(parts.db, caller, params.sessionId);
      return sendPrivateImage(await findSheet(parts, recording, params.sheet), request, reply);
    },
  };
}

function uploadedImage({ body, ip, raw }: FastifyRequest): UploadedImage {
  return { body, address: countedAddress(ip), hasLeft: () => raw.socket.destroyed };
}
