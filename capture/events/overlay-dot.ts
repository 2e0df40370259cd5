// Position of a press over the embedded prototype, for the dot of the live overlay.
import { mousePress, type RawEvent } from '#contract/events.ts';
import type { ScreenImage } from '#contract/screens.ts';
import type { Point } from '#insight/place.ts';

/**
 * The dot's centre in pixels of the iframe; null when not certain, since a wrong dot would be recorded. The embed
 * scales a screen down to the frame's width and centres a smaller one (`scaling=scale-down-width`).
 * @param screen the presented screen's geometry.
 * @param view the iframe's size in CSS pixels.
 */
export function overlayDot(
  event: Pick<RawEvent, 'data'>,
  screen: ScreenImage,
  view: { width: number; height: number },
): Point | null {
  const press = mousePress.safeParse(event.data);
  if (!press.success || press.data.presentedNodeId !== screen.nodeId) return null;
  const at = visiblePosition(press.data);
  const frame = screen.boxes[screen.nodeId] ?? screen;
  if (!at || frame.width <= 0) return null;
  const scale = Math.min(1, view.width / frame.width);
  const left = Math.max(0, (view.width - frame.width * scale) / 2);
  const top = Math.max(0, (view.height - frame.height * scale) / 2);
  const dot = { x: left + at.x * scale, y: top + at.y * scale };
  return isWithin(dot, view) ? dot : null;
}

/** Position in the visible part of the screen: certain when the screen itself is the scroller. */
function visiblePosition(press: ReturnType<typeof mousePress.parse>): Point | null {
  const { presentedNodeId, nearestScrollingFrameId, targetNodeId } = press;
  if (nearestScrollingFrameId === presentedNodeId) return press.nearestScrollingFrameMousePosition;
  const isPlain = nearestScrollingFrameId === null && targetNodeId === presentedNodeId;
  return isPlain ? press.targetNodeMousePosition : null;
}

function isWithin(dot: Point, view: { width: number; height: number }): boolean {
  return dot.x >= 0 && dot.y >= 0 && dot.x <= view.width && dot.y <= view.height;
}
