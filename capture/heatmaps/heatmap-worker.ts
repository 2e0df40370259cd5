// Off the page's thread: a screen's image and its dots → one PNG. Painting takes 50 ms and more, which a
// prototype would show as a stutter.
import { heatmapPicture, type PaintJob } from './heatmap-picture.ts';

export type PaintAnswer = { id: number; png: Blob } | { id: number; problem: string };

self.addEventListener('message', ({ data }: MessageEvent<PaintJob & { id: number }>) => {
  const { id, ...job } = data;
  const answer = (told: PaintAnswer) => self.postMessage(told);
  heatmapPicture(job).then(
    (png) => answer({ id, png }),
    (error: unknown) => answer({ id, problem: String(error) }),
  );
});
