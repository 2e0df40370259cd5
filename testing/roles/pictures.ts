// A poster and a sheet of stills, as a participant's browser sends them.
import sharp from 'sharp';

const picture = async (width: number, height: number) =>
  (await sharp({ create: { width, height, channels: 3, background: '#0a4' } })
    .webp()
    .toBuffer()) as Buffer<ArrayBuffer>;

export const sentPoster = await picture(160, 90);
export const sentSheet = await picture(160 * 5, 90 * 2);
