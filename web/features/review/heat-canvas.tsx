// The heat over a screen's image, painted by the same kernel as the stored pictures.
import { useEffect, useRef } from 'react';
import { HEATMAP_DOT_RADIUS_PX } from '#contract/limits.ts';
import { paintHeat } from '#insight/density.ts';
import type { SpottedClick } from './heat-pictures.ts';

/** Above this a long page would take a second to paint; heat is smooth enough to be painted smaller. */
const PIXELS_MAX = 4_000_000;

interface HeatCanvasProps {
  points: readonly SpottedClick[];
  /** Size of the screen's image in pixels. */
  width: number;
  height: number;
  /** 0 to 1. */
  opacity: number;
}

export function HeatCanvas({ points, width, height, opacity }: HeatCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = Math.min(1, Math.sqrt(PIXELS_MAX / (width * height)));
  const size = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const { width: columns, height: rows } = context.canvas;
    const pixels = paintHeat({
      points: points.map(({ x, y }) => ({ x: x * scale, y: y * scale })),
      width: columns,
      height: rows,
      radius: Math.max(3, Math.round(HEATMAP_DOT_RADIUS_PX * scale)),
    });
    context.putImageData(new ImageData(pixels, columns, rows), 0, 0);
  }, [points, scale]);

  return (
    <canvas
      ref={canvas}
      {...size}
      aria-hidden
      className="pointer-events-none absolute inset-0 size-full"
      style={{ opacity }}
    />
  );
}
