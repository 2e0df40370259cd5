// Answers the calls of pictures.
import type { Parts } from '#server/parts.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { storePicture } from './pictures.service.ts';

export function pictureHandlers(parts: Parts): HandlersOf<'pictures'> {
  return {
    upload: async ({ caller, query, request: { body, raw } }) => ({
      picture: await storePicture(parts, caller, {
        body,
        name: query.name,
        hasLeft: () => raw.socket.destroyed,
      }),
    }),
  };
}
