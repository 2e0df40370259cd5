// Unpacks pictures that people sent, to see whether they can be: a few at a time, as each takes memory and a thread.
import sharp from 'sharp';

/**
 * Node has four threads for the disk, the resolver and pictures alike: a piece of a recording never waits for a
 * picture. The largest picture takes half a second and 90 MB.
 */
const AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Whether a picture decodes to its last row: it is shrunk to one pixel, which reads every row and keeps none.
 * @param mostPixels a picture that says more in its head is not decoded
 */
export async function unpacks(file: Uint8Array, mostPixels: number): Promise<boolean> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    const picture = sharp(file, {
      limitInputPixels: mostPixels,
      failOn: 'warning',
      sequentialRead: true,
    });
    await picture.resize(1, 1, { fit: 'fill' }).raw().toBuffer();
    return true;
  } catch {
    // libvips explains in its own words; for us the file is damaged.
    return false;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
