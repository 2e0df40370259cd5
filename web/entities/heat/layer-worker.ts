// Worker that paints heat and marks, so that the page still reacts while it sums up thousands of
// clicks.
import { type LayerJob, type PaintedLayer, paintLayer } from './paint-layer.ts';

export type LayerAnswer = PaintedLayer | { problem: string };

self.addEventListener('message', ({ data }: MessageEvent<LayerJob>) => {
  paintLayer(data).then(
    (painted) => self.postMessage(painted, { transfer: [painted.bitmap] }),
    (error: unknown) => self.postMessage({ problem: String(error) } satisfies LayerAnswer),
  );
});
