// Pictures that members upload: checked, encoded by the server, and until a test shows them, images of the workspace.
import { AppError } from '#contract/errors.ts';
import { PICTURE_MAX_BYTES, PICTURE_MAX_PIXELS } from '#contract/limits.ts';
import { pictureScreen } from '#contract/picture-link.ts';
import type { UploadedPicture } from '#contract/pictures.api.ts';
import type { NewPicture } from '#server/media/encode-picture.ts';
import { screenKey } from '#server/media/object-keys.ts';
import { screenImageAddress } from '#server/media/signed-image.ts';
import type { Parts } from '#server/parts.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import { PICTURES } from '#server/prototypes/prototype-hosts.ts';
import { insertScreen, lockScreens, newScreenId } from '#server/screens/screens.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'db' | 'storage' | 'images' | 'space' | 'secrets'>;

interface Upload {
  body: unknown;
  /** The name of its screen, or empty. */
  name: string;
  /** Returns whether the client has left. */
  hasLeft: () => boolean;
}

const refusals = {
  other_type: ['wrong_media', 'Choose a picture: PNG, JPEG or WebP.'],
  animated: ['unreadable_image', 'This picture is animated. Choose one that stands still.'],
  too_large: [
    'unreadable_image',
    `A picture can have at most ${PICTURE_MAX_PIXELS / 1_000_000} megapixels.`,
  ],
  damaged: [
    'unreadable_image',
    'This picture is damaged or cut off. Save it again, then upload it.',
  ],
} as const;

/** @throws AppError wrong_media, too_large, unreadable_image, too_many_requests, workspace_full, server_full */
export async function storePicture(
  parts: Needs,
  { workspaceId, userId }: SignIn,
  { body, name, hasLeft }: Upload,
): Promise<UploadedPicture> {
  const { width, height, bytes } = await readPicture(parts, body, { group: userId, hasLeft });
  using lease = await parts.space.admitWhole({ workspaceId, bytes: bytes.length });
  const refusal = lease.take(bytes.length);
  if (refusal) throw refusal;
  const id = newScreenId();
  const file = { workspaceId, apiOrigin: PICTURES, fileKey: id };
  // A row always has its image.
  await parts.storage.put(screenKey(id), bytes);
  await parts.db.transaction().execute(async (db) => {
    await lockScreens(db, workspaceId);
    await insertScreen(db, file, {
      id,
      nodeId: pictureScreen(id),
      name: name || null,
      width,
      height,
      origin: { x: 0, y: 0 },
      boxes: {},
      leadsTo: [],
      sizeBytes: bytes.length,
    });
  });
  return { id, name: name || null, url: screenImageAddress(parts.secrets, id), width, height };
}

async function readPicture(
  { images }: Pick<Parts, 'images'>,
  body: unknown,
  sender: { group: string; hasLeft: () => boolean },
): Promise<NewPicture> {
  if (!Buffer.isBuffer(body)) throw new AppError('wrong_media');
  if (body.length > PICTURE_MAX_BYTES) throw new AppError('too_large');
  const picture = await images.readPicture(body, sender);
  if (!('reason' in picture)) return picture;
  const [code, message] = refusals[picture.reason];
  throw new AppError(code, { message });
}
