// In a worker: paints heat and marks, so that the page goes on reacting while thousands of clicks are summed up.
import { type LayerJob, type PaintedLayer, paintedLayer } from './painted-layer.ts';

export type LayerAnswer = PaintedLayer | { problem: string };

self.addEventListener('message', ({ data }: MessageEvent<LayerJob>) => {
  paintedLayer(data).then(
    (painted) => self.postMessage(painted, { transfer: [painted.bitmap] }),
    (error: unknown) => self.postMessage({ problem: String(error) } satisfies LayerAnswer),
  );
});
