// Pictures that members upload, drawn for tests.
import sharp from 'sharp';
import type { UploadedPicture } from '#contract/pictures.api.ts';
import { successBody, type TestClient } from './client.ts';

/** A PNG of one colour with a dark frame, so that no two sizes are equal. */
export async function drawPicture(
  width: number,
  height: number,
  background = '#9cf',
): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const dots = await sharp({ create: { width, height, channels: 3, background, noise } })
    .png()
    .toBuffer();
  return await sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: dots, blend: 'overlay' }])
    .png()
    .toBuffer();
}

export async function uploadPicture(
  client: TestClient,
  file: Buffer,
  name = 'Picture',
): Promise<UploadedPicture> {
  const answer = await client.send(`/api/pictures?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: Uint8Array.from(file),
  });
  return successBody<{ picture: UploadedPicture }>(answer).picture;
}

/** The corners of a rectangle. */
export function rectangle({ x, y, width, height }: Record<'x' | 'y' | 'width' | 'height', number>) {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
}
