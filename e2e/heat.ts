// Measures where the dots of a heatmap are, from its pixels alone.
import sharp from 'sharp';

export interface Spot {
  x: number;
  y: number;
}

interface Picture {
  width: number;
  height: number;
  data: Buffer;
}

/** Radius of a dot (section 9), and a little more for its soft edge. */
const REACH_PX = 28;
/** Colour difference of a pixel, summed over three channels, that no encoder causes. */
const VISIBLE = 24;

async function read(png: Buffer): Promise<Picture> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/**
 * Compares a heatmap with the bare image of its screen.
 * @returns for each expected spot the centre of what was painted around it, and how many changed
 * pixels lie further from every spot than a dot reaches.
 */
export async function findDots(
  heatmap: Buffer,
  screen: Buffer,
  spots: readonly Spot[],
): Promise<{ centres: Spot[]; strayPixels: number; sameSize: boolean }> {
  const [painted, bare] = [await read(heatmap), await read(screen)];
  const sameSize = painted.width === bare.width && painted.height === bare.height;
  const sums = spots.map(() => ({ x: 0, y: 0, weight: 0 }));
  let strayPixels = 0;
  for (let y = 0; y < painted.height; y += 1) {
    for (let x = 0; x < painted.width; x += 1) {
      const weight = difference(painted, bare, (y * painted.width + x) * 3);
      if (weight < VISIBLE) continue;
      const nearest = nearestSpot(spots, x, y);
      const sum = sums[nearest.index];
      if (!sum || nearest.distance > REACH_PX) strayPixels += 1;
      else {
        sum.x += x * weight;
        sum.y += y * weight;
        sum.weight += weight;
      }
    }
  }
  const centres = sums.map(({ x, y, weight }) => ({ x: x / weight, y: y / weight }));
  return { centres, strayPixels, sameSize };
}

function difference(a: Picture, b: Picture, at: number): number {
  let sum = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    sum += Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0));
  }
  return sum;
}

function nearestSpot(spots: readonly Spot[], x: number, y: number) {
  let nearest = { index: -1, distance: Number.POSITIVE_INFINITY };
  for (const [index, spot] of spots.entries()) {
    const distance = Math.hypot(spot.x - x, spot.y - y);
    if (distance < nearest.distance) nearest = { index, distance };
  }
  return nearest;
}
