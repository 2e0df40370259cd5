// Calls of pictures that members upload.
import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { NAME_MAX_CHARACTERS, PICTURE_MAX_BYTES, PICTURES_RATE } from './limits.ts';
import { optionalText } from './text.ts';

/** A picture as members see it; the address is valid for a day. */
export const uploadedPicture = z.object({
  id: z.uuid(),
  name: z.nullable(z.string()),
  url: z.string(),
  width: z.int(),
  height: z.int(),
});
export type UploadedPicture = z.infer<typeof uploadedPicture>;

export const pictures = {
  upload: endpoint({
    method: 'POST',
    path: '/api/pictures',
    summary:
      'Stores the pixels of a picture (PNG, JPEG or WebP) without its metadata. One that no test shows after a day is deleted.',
    permission: 'member',
    query: z.object({
      /** The name of its screen in results, such as the file's name. */
      name: z._default(optionalText('Name', NAME_MAX_CHARACTERS), ''),
    }),
    body: 'image',
    bodyMaxBytes: PICTURE_MAX_BYTES,
    status: 201,
    answer: z.object({ picture: uploadedPicture }),
    rate: PICTURES_RATE,
    errors: ['too_large', 'wrong_media', 'unreadable_image', 'workspace_full', 'server_full'],
  }),
};
