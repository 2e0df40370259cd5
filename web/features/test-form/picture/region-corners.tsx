// The corners of one region, which keys or a pointer move, add and remove: outlines can be made without a pointer.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { REGION_CORNERS_MAX } from '#contract/limits.ts';
import type { Region } from '#contract/pictures.ts';
import { movedCorner, type Point, withCorner, withoutCorner } from './region-shapes.ts';

interface RegionCornersProps {
  region: Region;
  image: { width: number; height: number };
  /** Distance in pixels of the picture that an arrow key stands for, or null for another key. */
  arrowOf: (event: KeyboardEvent) => Point | null;
  /** Place of a pointer in pixels of the picture. */
  pointAt: (event: PointerEvent) => Point;
  onChange: (corners: Point[]) => void;
  onLeave: () => void;
}

export function RegionCorners(props: RegionCornersProps) {
  const { region, image, arrowOf, pointAt, onChange, onLeave } = props;
  const { name, corners } = region;
  const handles = useRef(new Map<number, SVGCircleElement>());
  /** Corner that has the focus next. */
  const next = useRef<number | null>(0);
  useEffect(() => {
    if (next.current === null) return;
    handles.current.get(next.current)?.focus();
    next.current = null;
  });
  const change = (changed: Point[], focus: number) => {
    next.current = focus;
    onChange(changed);
  };
  const key = (event: KeyboardEvent, at: number) => {
    const by = arrowOf(event);
    const isMore = event.key === '+' || event.key === 'Insert';
    const isLess = event.key === 'Delete' || event.key === 'Backspace';
    if (by) change(movedCorner(corners, at, { by, size: image }), at);
    else if (isMore && corners.length < REGION_CORNERS_MAX) change(withCorner(corners, at), at + 1);
    else if (isLess) {
      const left = withoutCorner(corners, at);
      change(left, at % left.length);
    } else if (event.key === 'Escape' || event.key === 'Enter') onLeave();
    else if (!isMore) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const drag = (event: PointerEvent<SVGCircleElement>, at: number) => {
    event.stopPropagation();
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    else if (event.buttons === 0) return;
    const [from, to] = [corners[at], pointAt(event)];
    if (from) {
      const by = { x: to.x - from.x, y: to.y - from.y };
      onChange(movedCorner(corners, at, { by, size: image }));
    }
  };
  return corners.map((corner, at) => (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no buttons of its own.
    <circle
      // biome-ignore lint/suspicious/noArrayIndexKey: corners have no names, and a corner keeps its handle while it moves.
      key={at}
      ref={(handle) => {
        if (handle) handles.current.set(at, handle);
        else handles.current.delete(at);
      }}
      role="button"
      tabIndex={0}
      aria-label={`Corner ${at + 1} of ${corners.length} of ${name}. Arrow keys move it, plus adds one, Delete removes it, Escape ends.`}
      cx={corner.x}
      cy={corner.y}
      r={image.width / 80}
      strokeWidth={2}
      vectorEffect="non-scaling-stroke"
      className="region cursor-move fill-surface stroke-accent"
      onKeyDown={(event) => key(event, at)}
      onPointerDown={(event) => drag(event, at)}
      onPointerMove={(event) => drag(event, at)}
    />
  ));
}
