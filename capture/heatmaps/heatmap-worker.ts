// Worker that paints a screen's image and its dots as one PNG. Painting takes 50 ms or more, in
// which the prototype would stall.
import { heatmapPicture, type PaintJob } from './heatmap-picture.ts';

export type PaintAnswer = { id: number; png: Blob } | { id: number; problem: string };

self.addEventListener('message', ({ data }: MessageEvent<PaintJob & { id: number }>) => {
  const { id, ...job } = data;
  const answer = (message: PaintAnswer) => self.postMessage(message);
  heatmapPicture(job).then(
    (png) => answer({ id, png }),
    (error: unknown) => answer({ id, problem: String(error) }),
  );
});
