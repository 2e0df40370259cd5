// The page's side of the worker that paints stills.
import type { Area, Size, StillDone, StillJob } from './still-jobs.ts';

/**
 * Returns whether this browser can transfer frames to a worker: Chromium 94, Firefox 130, Safari
 * 16.4 and later.
 */
export function canPaint(): boolean {
  return typeof VideoFrame !== 'undefined' && typeof OffscreenCanvas !== 'undefined';
}

/** One canvas in the worker; encoded once. */
export interface PaintedCanvas {
  /** Draws the video's present frame. */
  draw: (video: HTMLVideoElement, area: Area) => void;
  /** WebP, or JPEG where the browser can't write WebP. */
  encode: () => Promise<Blob>;
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

  newCanvas(size: Size): PaintedCanvas {
    this.#canvases += 1;
    const id = this.#canvases;
    return {
      draw: (video, area) => {
        // Only names the frame: its pixels are not touched on this thread.
        const frame = new VideoFrame(video);
        this.#ask({ kind: 'draw', id, canvas: size, area, frame }, [frame]);
      },
      encode: () => {
        this.#ask({ kind: 'encode', id });
        return new Promise((resolve) => this.#waiting.set(id, resolve));
      },
    };
  }

  /** Ends the worker after its last answer. */
  close(): void {
    this.#isClosing = true;
    if (this.#waiting.size === 0) this.#worker.terminate();
  }

  #ask(job: StillJob, transferred: Transferable[] = []): void {
    this.#worker.postMessage(job, transferred);
  }
}
