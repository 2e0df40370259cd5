// Heat and marks over a screen's image: a canvas that a worker's pictures are shown on.
import { useEffect, useRef, useState } from 'react';
import type { LayerAnswer } from './layer-worker.ts';
import { type LayerJob, paintLayer } from './paint-layer.ts';

interface HeatLayerProps {
  job: LayerJob;
  /** 0 to 1. */
  opacity: number;
}

export function HeatLayer({ job, opacity }: HeatLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<LayerPainter>(null);
  const [isPainted, setPainted] = useState(false);

  useEffect(() => {
    const own = new LayerPainter((bitmap) => {
      const { current: element } = canvas;
      if (element === null) return bitmap.close();
      element.width = bitmap.width;
      element.height = bitmap.height;
      element.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
      setPainted(true);
    });
    painter.current = own;
    return () => own.close();
  }, []);

  useEffect(() => {
    painter.current?.paint(job);
  }, [job]);

  return (
    <canvas
      ref={canvas}
      aria-hidden
      data-painted={isPainted || undefined}
      className="pointer-events-none absolute inset-0 size-full"
      style={{ opacity }}
    />
  );
}

/** The page's side of the worker that paints heat: one picture at a time, of those that wait the newest alone. */
class LayerPainter {
  readonly #onPainted: (bitmap: ImageBitmap) => void;
  #worker: Worker | null = null;
  #busyWith: LayerJob | null = null;
  #waiting: LayerJob | null = null;

  constructor(onPainted: (bitmap: ImageBitmap) => void) {
    this.#onPainted = onPainted;
  }

  /** Replaces the waiting job; the result of an earlier job is ignored. */
  paint(job: LayerJob): void {
    this.#waiting = job;
    if (this.#busyWith === null) this.#start();
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting = null;
  }

  #start(): void {
    this.#busyWith = this.#waiting;
    this.#waiting = null;
    if (this.#busyWith === null) return;
    this.#worker ??= this.#startWorker();
    this.#worker.postMessage(this.#busyWith);
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('./layer-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<LayerAnswer>) => {
      if ('problem' in data) console.warn('Heat could not be painted.', data.problem);
      else this.#deliver(data.bitmap);
      this.#start();
    });
    worker.addEventListener('error', (event) => {
      console.warn('The painter did not start; the page paints.', event);
      const job = this.#waiting ?? this.#busyWith;
      this.#busyWith = null;
      if (job !== null && this.#worker !== null) void paintLayer(job).then(this.#onPainted);
    });
    return worker;
  }

  #deliver(bitmap: ImageBitmap): void {
    if (this.#waiting === null && this.#worker !== null) this.#onPainted(bitmap);
    else bitmap.close();
  }
}
