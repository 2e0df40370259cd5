// The page's side of the worker that paints heatmaps; without one they are painted here.
import type { MarkedClick } from '#insight/marks.ts';
import { heatmapPicture, type PaintJob } from './heatmap-picture.ts';
import type { PaintAnswer } from './heatmap-worker.ts';
import type { LoadedScreen } from './screen-images.ts';

/** A screen's image and its size. */
type PaintedScreen = Pick<LoadedScreen, 'image'> & {
  screen: Pick<LoadedScreen['screen'], 'width' | 'height'>;
};

export class HeatmapPainter {
  readonly #waiting = new Map<number, (answer: PaintAnswer) => void>();
  #worker: Worker | null = null;
  #jobs = 0;

  /**
   * Paints and encodes a heatmap.
   * @param points in pixels of the screen's image
   * @param looks heat with marks where clicks are few, if not given
   * @throws Error when the image can't be read or the picture is too large at any size
   */
  async paint(
    { screen, image }: PaintedScreen,
    points: readonly MarkedClick[],
    looks: Pick<PaintJob, 'look' | 'places'> = {},
  ): Promise<Blob> {
    const { width, height } = screen;
    const job: PaintJob = { image, width, height, points, ...looks };
    if (typeof OffscreenCanvas === 'undefined') return await heatmapPicture(job);
    this.#worker ??= this.#start();
    this.#jobs += 1;
    const id = this.#jobs;
    this.#worker.postMessage({ id, ...job });
    const answer = await new Promise<PaintAnswer>((resolve) => this.#waiting.set(id, resolve));
    if ('problem' in answer) throw new Error(answer.problem);
    return answer.png;
  }

  /** Ends the worker; what it still paints is given up. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const [id, resolve] of this.#waiting) resolve({ id, problem: 'The painter was closed.' });
    this.#waiting.clear();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./heatmap-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<PaintAnswer>) => {
      this.#waiting.get(data.id)?.(data);
      this.#waiting.delete(data.id);
    });
    worker.addEventListener('error', (event) => {
      console.warn('The painter failed.', event);
      this.close();
    });
    return worker;
  }
}
