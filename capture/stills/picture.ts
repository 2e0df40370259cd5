// The shared screen's present frame → small pictures on a canvas → bytes.
import { fitInto, type Size } from './fit.ts';

/** Text of a prototype stays legible, at 10–60 kB for a sheet or a poster. */
const QUALITY = 0.7;
/** Chromium and Firefox encode it on a thread of their own; Safari answers with another type. */
const PREFERRED = 'image/webp';
/** What every browser can write. */
const FALLBACK = 'image/jpeg';

export type Canvas = OffscreenCanvasRenderingContext2D;

/** A black canvas. @throws Error where the browser has none. */
export function newCanvas({ width, height }: Size): Canvas {
  const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser gives no canvas.');
  // Smooth enough for text that becomes a seventh of its size.
  context.imageSmoothingQuality = 'medium';
  return context;
}

/** Draws a frame into the middle of a place, whole. */
export function drawFrame(
  canvas: Canvas,
  video: HTMLVideoElement,
  { x, y, width, height }: Size & { x: number; y: number },
): void {
  const size = fitInto(sizeOf(video), { width, height });
  const left = x + Math.floor((width - size.width) / 2);
  const top = y + Math.floor((height - size.height) / 2);
  canvas.drawImage(video, left, top, size.width, size.height);
}

export function sizeOf(video: HTMLVideoElement): Size {
  return { width: video.videoWidth, height: video.videoHeight };
}

/** WebP, or JPEG where the browser can't write WebP; the canvas may be drawn on again at once. */
export async function encode({ canvas }: Canvas): Promise<Blob> {
  const blob = await canvas.convertToBlob({ type: PREFERRED, quality: QUALITY });
  if (blob.type === PREFERRED) return blob;
  return await canvas.convertToBlob({ type: FALLBACK, quality: QUALITY });
}
