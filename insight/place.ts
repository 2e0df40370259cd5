// Computes the pixel of a screen's image that a click hit, or the reason why it can't be computed.
import type { ScreenImage } from '#contract/screens.ts';

/** A position, in canvas pixels unless its name contains 'image'. */
export interface Point {
  x: number;
  y: number;
}

/** One press of the participant, with positions as the prototype reported them, in canvas pixels. */
export interface Click {
  /** `seq` of the press's message. */
  seq: number;
  /** Milliseconds since the recording started. */
  atMs: number;
  /** Screen or overlay that was presented and received the press. */
  screenId: string;
  /** The press hit a hotspot, or null if the message has no such field. */
  handled: boolean | null;
  /** The press hit no hotspot. */
  misclick: boolean;
  /** An overlay was open and the press hit the screen behind it, which is `screenId`. */
  behindOverlay: boolean;
  targetId: string | null;
  /** Position from the target's top left corner. */
  targetPosition: Point | null;
  scrollerId: string | null;
  /** Position from the top left corner of the scroller's visible part. */
  scrollerPosition: Point | null;
  /** Scroll offset of the scroller. */
  scrollerOffset: Point | null;
}

/** Positions of nodes, stored with a screen's image. */
export type ScreenGeometry = Pick<ScreenImage, 'nodeId' | 'width' | 'height' | 'origin' | 'boxes'>;

/** Reason why a click has no place. Pages show the number of such clicks and never guess a place. */
export type Unplaced =
  /** Neither the target nor the scroller is in the stored geometry. */
  | 'node_unknown'
  /** The message contains a position in a scrolled frame, but not how far the frame was scrolled. */
  | 'scroll_unknown'
  /** The positions in the target and in the scroller lead to different places, without an explanation. */
  | 'evidence_disagrees'
  /** The place is outside the screen's image. */
  | 'outside_screen';

export type Placement =
  | {
      placed: true;
      /** Position from the image's top left corner, in image pixels. */
      x: number;
      y: number;
      /** The click was in a scrolled inner frame. The place is right, but the image shows the frame unscrolled. */
      innerScrolled: boolean;
    }
  | { placed: false; reason: Unplaced };

type Box = ScreenGeometry['boxes'][string];
/** A place in canvas pixels, or the reason why there is none. */
type Found = { at: Point; innerScrolled: boolean } | { reason: Unplaced };

/** Maximum distance of two computations of the same place. They differ by the rounding of sub-pixel boxes. */
const AGREEMENT_PX = 2;
/** Maximum distance of a click outside a box, for clicks on its edge. It comes from the same rounding. */
const EDGE_PX = 1;

/**
 * Places a click on its screen's image.
 *
 * The place in the unscrolled design is computed in two ways: scroller corner + position + offset, and target corner +
 * position. The image shows the unscrolled design, so the page's scroll offset is added. Fixed and sticky layers do not
 * scroll. In a scrolled inner frame, the place is that of the content if the image shows it, and otherwise the place in
 * the frame's visible part.
 *
 * Without boxes, a click has a place only if its scroller or target is the screen itself.
 *
 * @param click its `screenId` must be `screen.nodeId`
 * @param screen image size and origin in image pixels, boxes in canvas pixels
 */
export function place(click: Click, screen: ScreenGeometry): Placement {
  const frame = storedBox(screen, screen.nodeId);
  const found = find(click, screen);
  if ('reason' in found) return { placed: false, reason: found.reason };
  const scale = frame && frame.width > 0 ? screen.width / frame.width : 1;
  const x = (found.at.x - (frame?.x ?? 0)) * scale - screen.origin.x;
  const y = (found.at.y - (frame?.y ?? 0)) * scale - screen.origin.y;
  if (!isWithin(x, screen.width) || !isWithin(y, screen.height)) {
    return { placed: false, reason: 'outside_screen' };
  }
  const { innerScrolled } = found;
  return { placed: true, x: clamp(x, screen.width), y: clamp(y, screen.height), innerScrolled };
}

/** Returns the box of a node. Ids come from outside, so a property of every object, such as `constructor`, is no node. */
function storedBox({ boxes }: ScreenGeometry, nodeId: string): Box | undefined {
  return Object.hasOwn(boxes, nodeId) ? boxes[nodeId] : undefined;
}

/** Returns the box of a node. The screen's own box can be derived from the image, because they share a corner. */
function boxOf(screen: ScreenGeometry, nodeId: string | null): Box | undefined {
  if (nodeId === null) return undefined;
  const stored = storedBox(screen, nodeId);
  if (stored || nodeId !== screen.nodeId) return stored;
  const { width, height, origin } = screen;
  return { x: 0, y: 0, width: width + origin.x, height: height + origin.y };
}

function find(click: Click, screen: ScreenGeometry): Found {
  const byTarget = fromTarget(click, screen);
  const scroller = boxOf(screen, click.scrollerId);
  if (byTarget && 'at' in byTarget && isPinned(click, screen)) return byTarget;
  if (!scroller || !click.scrollerPosition) return byTarget ?? { reason: 'node_unknown' };
  if (isPinned(click, screen)) return visiblePlace(click, scroller);
  if (!click.scrollerOffset) return byTarget ?? { reason: 'scroll_unknown' };
  return weigh(click, screen, { scroller, byTarget });
}

function visiblePlace(click: Click, scroller: Box): Found {
  return { at: add(scroller, click.scrollerPosition), innerScrolled: false };
}

/** Compares both computations of the place, if both are possible. */
function weigh(
  click: Click,
  screen: ScreenGeometry,
  evidence: { scroller: Box; byTarget: Found | null },
): Found {
  const { scroller, byTarget } = evidence;
  const visible = add(scroller, click.scrollerPosition);
  const content = add(visible, click.scrollerOffset);
  if (byTarget && 'at' in byTarget && !isNear(byTarget.at, content)) {
    // A layer that did not move with the scroll is pinned even if its box is not marked so.
    if (isNear(byTarget.at, visible)) return byTarget;
    const target = boxOf(screen, click.targetId);
    // The box of a rotated layer is its bounding box, so its corner is wrong, but the place is inside.
    if (!target || !contains(target, content)) return { reason: 'evidence_disagrees' };
  }
  if (click.scrollerId === screen.nodeId || contains(scroller, content)) {
    return { at: content, innerScrolled: false };
  }
  return { at: visible, innerScrolled: true };
}

/** Computes the place from the target, or returns null if the target or its position is unknown. */
function fromTarget(click: Click, screen: ScreenGeometry): Found | null {
  const box = boxOf(screen, click.targetId);
  if (!box || !click.targetPosition) return null;
  const at = add(box, click.targetPosition);
  if (click.targetId !== click.scrollerId) {
    // The position ignores the target's own scroll offset, which the message does not contain.
    return scrolls(box) ? { reason: 'scroll_unknown' } : { at, innerScrolled: false };
  }
  if (!click.scrollerOffset) return { reason: 'scroll_unknown' };
  return { at: add(at, click.scrollerOffset), innerScrolled: false };
}

/** Returns whether the target does not scroll with the page. Boxes inherit FIXED and STICKY_SCROLLS from their layers. */
function isPinned(click: Click, screen: ScreenGeometry): boolean {
  const scroll = boxOf(screen, click.targetId)?.scroll;
  return scroll === 'FIXED' || scroll === 'STICKY_SCROLLS';
}

function scrolls(box: Box): boolean {
  return box.overflow !== undefined && box.overflow !== 'NONE';
}

function add(at: Point, by: Point | null): Point {
  return by ? { x: at.x + by.x, y: at.y + by.y } : at;
}

function isNear(a: Point, b: Point): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) <= AGREEMENT_PX;
}

function contains(box: Box, at: Point): boolean {
  const right = box.x + box.width + EDGE_PX;
  const bottom = box.y + box.height + EDGE_PX;
  return at.x >= box.x - EDGE_PX && at.x <= right && at.y >= box.y - EDGE_PX && at.y <= bottom;
}

function isWithin(value: number, size: number): boolean {
  return value >= -EDGE_PX && value <= size + EDGE_PX;
}

/** Limits a position to the image's pixels. A position on the far edge belongs to the last pixel, size − 1. */
function clamp(value: number, size: number): number {
  return Math.min(Math.max(value, 0), size - 1);
}
