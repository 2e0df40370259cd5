// Overlay of the picture: a line drawn around clicks, and the outline of the hot spot that the list points at.
import { type PointerEvent, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import type { HotSpot } from './heat-words.ts';

interface LassoProps {
  /** Size of the image, in pixels. */
  size: { width: number; height: number };
  /** The last drawn area, as corners `x:y`, or null. */
  area: readonly string[] | null;
  outlined: HotSpot['box'];
  /** Touch draws instead of scrolling. */
  touch: boolean;
  onDrawn: (corners: Corner[]) => void;
}

/** Alternative to the pointer: each hot spot of the list is a button (WCAG 2.2, 2.5.7). */
export function Lasso({ size, area, outlined, touch, onDrawn }: LassoProps) {
  const [drawn, setDrawn] = useState<readonly Corner[]>([]);
  const draws = (event: PointerEvent) => event.pointerType !== 'touch' || touch;
  const at = ({ currentTarget, clientX, clientY }: PointerEvent): Corner => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const [x, y] = [(clientX - left) / width, (clientY - top) / height];
    return { x: x * size.width, y: y * size.height };
  };
  const end = (corners: readonly Corner[]) => {
    setDrawn([]);
    if (corners.length > 0) onDrawn([...corners]);
  };
  const line = drawn.length > 0 ? drawn.map(({ x, y }) => `${x},${y}`) : corners(area);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      className={classNames('absolute inset-0 size-full cursor-crosshair', touch && 'touch-none')}
      onPointerDown={(event) => {
        if (event.button !== 0 || !draws(event)) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrawn([at(event)]);
      }}
      onPointerMove={(event) => {
        if (drawn.length > 0) setDrawn([...drawn, at(event)]);
      }}
      onPointerUp={() => end(drawn)}
      onPointerCancel={() => setDrawn([])}
    >
      {outlined && <Outline rect={outlined} />}
      {line.length > 1 && <Line points={line.join(' ')} />}
    </svg>
  );
}

function corners(area: readonly string[] | null): string[] {
  return (area ?? []).map((corner) => corner.replace(':', ','));
}

/** Light and dark lines side by side, so that one is visible on any background. */
const strokes = [
  { colour: '#ffffff', width: 5, dashes: undefined },
  { colour: '#1a0a2e', width: 2.5, dashes: '6 4' },
] as const;

function Line({ points }: { points: string }) {
  return strokes.map(({ colour, width, dashes }) => (
    <polygon
      key={colour}
      points={points}
      fill="rgb(26 10 46 / 8%)"
      stroke={colour}
      strokeWidth={width}
      strokeDasharray={dashes}
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
    />
  ));
}

function Outline({ rect }: { rect: NonNullable<HotSpot['box']> }) {
  return strokes.map(({ colour, width }) => (
    <rect
      key={colour}
      {...rect}
      rx={4}
      fill="none"
      stroke={colour}
      strokeWidth={width}
      vectorEffect="non-scaling-stroke"
    />
  ));
}

// Geometry of the line in pixels of the screen's image, and the hot spot at a point.

export interface Corner {
  x: number;
  y: number;
}

/** Limit that makes the address short; more corners would not be visible. */
const CORNERS_MAX = 64;

/**
 * Returns the corners of a lasso in whole pixels, as `results.moments` expects them: `['12:40', …]`.
 * @param drawn positions of the pointer, in order
 * @returns null if the area is too small
 */
export function lassoArea(drawn: readonly Corner[]): string[] | null {
  const whole = drawn.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
  let apart = 2;
  let remaining = withDistance(whole, apart);
  while (remaining.length > CORNERS_MAX) {
    apart *= 1.5;
    remaining = withDistance(whole, apart);
  }
  return remaining.length < 3 || areaOf(remaining) < SMALLEST_AREA
    ? null
    : remaining.map(({ x, y }) => `${x}:${y}`);
}

/** A smaller area, in square pixels, counts as a click. */
const SMALLEST_AREA = 64;

function withDistance(corners: readonly Corner[], apart: number): Corner[] {
  const remaining: Corner[] = [];
  for (const corner of corners) {
    const last = remaining.at(-1);
    if (!last || Math.hypot(corner.x - last.x, corner.y - last.y) >= apart) remaining.push(corner);
  }
  return remaining;
}

/** Computes the area by the shoelace formula. */
function areaOf(corners: readonly Corner[]): number {
  const twice = corners.reduce((sum, { x, y }, at) => {
    const next = corners[(at + 1) % corners.length] ?? { x, y };
    return sum + x * next.y - next.x * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** Returns the smallest hot spot at a point: a button, not the card around it. */
export function spotUnder<Spot extends Pick<HotSpot, 'box'>>(
  spots: readonly Spot[],
  { x, y }: Corner,
): Spot | null {
  const under = spots.filter(
    ({ box }) =>
      box !== null && x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height,
  );
  const sizeOf = ({ box }: Spot) => (box ? box.width * box.height : 0);
  return under.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0] ?? null;
}
