// Answers the calls of screen images.
import { AppError } from '#contract/errors.ts';
import type { HandlersOf } from '#server/http/handlers.ts';
import { screenKey } from '#server/media/object-keys.ts';
import { isSignedAddress, screenImageAddress } from '#server/media/signed-image.ts';
import { type ScreenParts, screenOf } from './screens.service.ts';

export function screenHandlers(parts: ScreenParts): HandlersOf<'screens'> {
  return {
    takeScreenshot: async ({ query, caller }) => {
      const { id, ...screen } = await screenOf(parts, query, caller);
      return { screenshotUrl: screenImageAddress(parts.secrets, id), screen };
    },
    image: async ({ params, query, reply }) => {
      const id = params.screenImageId;
      if (!isSignedAddress(parts.secrets, id, query)) throw new AppError('not_found');
      const key = screenKey(id);
      const size = await parts.storage.size(key);
      if (size === undefined) throw new AppError('not_found');
      reply.type('image/png').header('cache-control', 'private, max-age=86400, immutable');
      return reply.send(await parts.storage.read(key, { start: 0, end: size }));
    },
  };
}
