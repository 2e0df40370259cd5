// Worker that paints heat and marks, so that the page still reacts while it sums up thousands of
// clicks.
import { type LayerJob, paintLayer } from './paint-layer.ts';

export type LayerAnswer = { bitmap: ImageBitmap } | { problem: string };

self.addEventListener('message', ({ data }: MessageEvent<LayerJob>) => {
  paintLayer(data).then(
    (bitmap) => self.postMessage({ bitmap } satisfies LayerAnswer, { transfer: [bitmap] }),
    (error: unknown) => self.postMessage({ problem: String(error) } satisfies LayerAnswer),
  );
});
