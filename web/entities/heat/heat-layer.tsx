// Heat and marks over a screen's image: a canvas that a worker's pictures are shown on.
import { useEffect, useRef, useState } from 'react';
import { LayerPainter } from './layer-painter.ts';
import type { LayerJob } from './painted-layer.ts';

interface HeatLayerProps {
  job: LayerJob;
  /** 0 to 1. */
  opacity: number;
  /** @param most how many clicks, by their weights, the strongest place holds */
  onPainted?: (most: number) => void;
}

export function HeatLayer({ job, opacity, onPainted }: HeatLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<LayerPainter>(null);
  const [isPainted, setPainted] = useState(false);
  const told = useRef(onPainted);
  useEffect(() => {
    told.current = onPainted;
  });

  useEffect(() => {
    const own = new LayerPainter(({ bitmap, most }) => {
      const { current: element } = canvas;
      if (element === null) return bitmap.close();
      element.width = bitmap.width;
      element.height = bitmap.height;
      element.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
      setPainted(true);
      told.current?.(most);
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
