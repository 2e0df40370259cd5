// Answers the calls of screen images.
import { AppError } from '#contract/errors.ts';
import type { ScreenImage } from '#contract/screens.ts';
import { pictureTypeOf } from '#server/media/encode-picture.ts';
import { screenKey } from '#server/media/object-keys.ts';
import { isSignedAddress, screenImageAddress } from '#server/media/signed-image.ts';
import type { Parts } from '#server/parts.ts';
import { authorizeTest } from '#server/platform/access/authorized.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { sendPrivateImage } from '#server/platform/http/send-file.ts';
import { prototypeScreens } from './prototype-screens.service.ts';
import { screenOf } from './screens.service.ts';
import { renameScreen, testScreens } from './test-screens.service.ts';

export function screenHandlers(parts: Parts): HandlersOf<'screens'> {
  return {
    ofTest: async ({ caller, params, query }) =>
      testScreens(parts, await authorizeTest(parts.db, caller, { testId: params.id }), query.step),
    rename: async ({ caller, params, body }) => {
      const test = await authorizeTest(parts.db, caller, { testId: params.id });
      await renameScreen(parts, test, { number: params.number, name: body.name });
      return { message: 'Screen renamed.' };
    },
    ofPrototype: ({ caller, body }) => prototypeScreens(parts, caller, body.figmaUrl),
    takeScreenshot: async ({ query, caller }) => {
      const { id, nodeId, width, height, origin, boxes } = await screenOf(parts, query, caller);
      const screenshotUrl = screenImageAddress(parts.secrets, id);
      const screen = { nodeId, width, height, origin, boxes: withoutNames(boxes) };
      return { screenshotUrl, screen };
    },
    image: async ({ caller, params, query, request, reply }) => {
      const id = params.screenImageId;
      const view = caller.view?.id;
      if (!isSignedAddress(parts.secrets, id, { ...query, view })) throw new AppError('not_found');
      const key = screenKey(id);
      const size = await parts.storage.size(key);
      if (size === undefined) throw new AppError('not_found');
      const read = async () => {
        const bytes = await parts.storage.readBytes(key, 0, size);
        return { type: pictureTypeOf(bytes) ?? 'image/png', bytes };
      };
      // Another image of the same screen has another id.
      return await sendPrivateImage({ etag: `"${id}"`, read }, request, reply);
    },
  };
}

/** Removes what names layers, which is for members: a participant's page places clicks, and needs no more. */
function withoutNames(boxes: ScreenImage['boxes']): ScreenImage['boxes'] {
  const entries = Object.entries(boxes);
  return Object.fromEntries(
    entries.map(([id, { name, partOf, parent, reacts, layer, label, parts, ...box }]) => [id, box]),
  );
}
