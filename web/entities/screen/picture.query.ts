// Uploaded pictures: storing one, and the address of one by its id.
import { useQueries, useQuery } from '@tanstack/react-query';
import { PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { pictureLink } from '#contract/picture-link.ts';
import { pictures, type UploadedPicture } from '#contract/pictures.api.ts';
import type { SharedPicture } from '#contract/pictures.ts';
import { upload } from '#web/lib/api.ts';
import { prototypeScreensQuery } from './screen.query.ts';

/** Types that a browser names; the server looks at the bytes. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'];

/** @throws ApiError with a sentence for the person; Error for a file that no server has to see */
export async function uploadPicture(file: File): Promise<UploadedPicture> {
  if (!PICTURE_TYPES.includes(file.type)) {
    throw new Error('Choose a picture: PNG, JPEG or WebP.');
  }
  if (file.size > PICTURE_MAX_BYTES) throw new Error('A picture can have at most 20 MB.');
  const name = file.name.replace(/\.[a-z]{3,4}$/i, '');
  const { picture } = await upload(pictures.upload, { query: { name }, file });
  return picture;
}

/** The image of a picture; undefined while it is loading, null if it is gone. */
export function usePicture(id: string) {
  const link = pictureLink(id);
  const { data } = useQuery(prototypeScreensQuery(link, link));
  if (!data) return undefined;
  const [screen] = data.screens;
  return screen?.image ? { name: screen.name, ...screen.image } : null;
}

/** Returns pictures by id as a participant's page gets them, without those that are loading or gone. */
export function usePictures(ids: readonly string[]): Readonly<Record<string, SharedPicture>> {
  return useQueries({
    queries: ids.map((id) => prototypeScreensQuery(pictureLink(id), pictureLink(id))),
    combine: (results) =>
      Object.fromEntries(
        results.flatMap(({ data }, at) => {
          const image = data?.screens[0]?.image;
          const id = ids[at];
          if (!image || id === undefined) return [];
          const { url: src, width, height } = image;
          return [[id, { src, width, height }]];
        }),
      ),
  });
}
