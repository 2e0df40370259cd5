// Compares what two pictures show, whatever their size.
import sharp from 'sharp';

/** Coarse enough to ignore compression, fine enough to distinguish screens. */
const SIDE_PX = 48;

/** Mean difference of the colour values, 0 to 255. */
export async function differenceOf(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map(small));
  if (!(a && b)) throw new Error('two pictures are needed');
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}

async function small(picture: Buffer): Promise<Buffer> {
  const size = { width: SIDE_PX, height: SIDE_PX, fit: 'fill' } as const;
  return await sharp(picture).resize(size).removeAlpha().raw().toBuffer();
}
