// Worker that converts frames of the shared display into small pictures. Converting a frame of a
// full screen takes 10 to 50 ms, in which the prototype would stall.
import { type Area, fitInto, type StillDone, type StillJob } from './still-jobs.ts';

/** Text of a prototype stays legible, at 10–60 kB for a sheet or a poster. */
const QUALITY = 0.7;
/** Half the bytes of a JPEG; Safari can't write it and answers with another type. */
const PREFERRED = 'image/webp';
/** Format that every browser can write. */
const FALLBACK = 'image/jpeg';

const canvases = new Map<number, OffscreenCanvasRenderingContext2D>();

self.addEventListener('message', ({ data }: MessageEvent<StillJob>) => {
  if (data.kind === 'draw') draw(data);
  // Reaches the page as the worker's 'error'.
  else finish(data.id).catch(reportError);
});

function draw({ id, canvas: size, area, frame }: StillJob & { kind: 'draw' }): void {
  try {
    const canvas = canvases.get(id) ?? newCanvas(size.width, size.height);
    canvases.set(id, canvas);
    drawInto(canvas, frame, area);
  } finally {
    // A capture stops while too many of its frames are open.
    frame.close();
  }
}

function newCanvas(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const canvas = new OffscreenCanvas(width, height).getContext('2d', { alpha: false });
  if (!canvas) throw new Error('This browser gives no canvas.');
  // Smooth enough for text that becomes a seventh of its size.
  canvas.imageSmoothingQuality = 'medium';
  return canvas;
}

/** The whole frame, centred in the area. */
function drawInto(
  canvas: OffscreenCanvasRenderingContext2D,
  frame: VideoFrame,
  { x, y, width, height }: Area,
): void {
  const picture = { width: frame.displayWidth, height: frame.displayHeight };
  const size = fitInto(picture, { width, height });
  const left = x + Math.floor((width - size.width) / 2);
  const top = y + Math.floor((height - size.height) / 2);
  canvas.drawImage(frame, left, top, size.width, size.height);
}

async function finish(id: number): Promise<void> {
  const canvas = canvases.get(id)?.canvas;
  canvases.delete(id);
  if (!canvas) return;
  const done: StillDone = { id, image: await encode(canvas) };
  self.postMessage(done);
}

async function encode(canvas: OffscreenCanvas): Promise<Blob> {
  const image = await canvas.convertToBlob({ type: PREFERRED, quality: QUALITY });
  if (image.type === PREFERRED) return image;
  return await canvas.convertToBlob({ type: FALLBACK, quality: QUALITY });
}
