// The page's side of the worker that paints stills.
import type { Size } from './fit.ts';
import type { Place, StillDone, StillJob } from './still-jobs.ts';

/** Whether this browser can hand frames to a worker: Chromium 94, Firefox 130, Safari 16.4 and later. */
export function canPaint(): boolean {
  return typeof VideoFrame !== 'undefined' && typeof OffscreenCanvas !== 'undefined';
}

export class StillPainter {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (image: Blob) => void>();
  #canvases = 0;
  #isClosing = false;

  /** @param onFailure the worker is of no more use. */
  constructor(onFailure: (error: unknown) => void) {
    this.#worker = new Worker(new URL('./still-worker.ts', import.meta.url), { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<StillDone>) => {
      this.#waiting.get(data.id)?.(data.image);
      this.#waiting.delete(data.id);
      if (this.#isClosing) this.close();
    });
    this.#worker.addEventListener('error', (event) => {
      this.#worker.terminate();
      onFailure(event);
    });
  }

  /** A canvas of its own size; its picture is asked for once. */
  newCanvas(size: Size): PaintedCanvas {
    this.#canvases += 1;
    return new PaintedCanvas(this, this.#canvases, size);
  }

  /** Draws the video's present frame. */
  draw(video: HTMLVideoElement, { id, size }: PaintedCanvas, place: Place): void {
    // Only names the frame: its pixels are not touched on this thread.
    const frame = new VideoFrame(video);
    const job: StillJob = { kind: 'draw', id, canvas: size, place, frame };
    this.#worker.postMessage(job, [frame]);
  }

  async encode(id: number): Promise<Blob> {
    const job: StillJob = { kind: 'encode', id };
    this.#worker.postMessage(job);
    return await new Promise((resolve) => {
      this.#waiting.set(id, resolve);
    });
  }

  /** Ends the worker once it has answered what it was asked. */
  close(): void {
    this.#isClosing = true;
    if (this.#waiting.size === 0) this.#worker.terminate();
  }
}

/** One canvas in the worker. */
export class PaintedCanvas {
  readonly id: number;
  readonly size: Size;
  readonly #painter: StillPainter;

  constructor(painter: StillPainter, id: number, size: Size) {
    this.#painter = painter;
    this.id = id;
    this.size = size;
  }

  draw(video: HTMLVideoElement, place: Place): void {
    this.#painter.draw(video, this, place);
  }

  /** WebP, or JPEG where the browser can't write WebP. */
  async encode(): Promise<Blob> {
    return await this.#painter.encode(this.id);
  }
}
