// A click and its screen's geometry → the pixel of the screen image, or the reason why there is none.
import type { ScreenImage } from '#contract/screens.ts';

/** A position, in canvas pixels unless its name contains 'image'. */
export interface Point {
  x: number;
  y: number;
}

/** One press of the participant. Positions as reported, in canvas pixels; `place` maps them. */
export interface Click {
  /** `seq` of the message it was read from. */
  seq: number;
  /** Milliseconds since the recording started. */
  atMs: number;
  /** The presented screen or overlay it belongs to. */
  screenId: string;
  /** A hotspot was hit; null if the message has no such field. */
  handled: boolean | null;
  /** No hotspot was hit. */
  misclick: boolean;
  /** An overlay was open and the press went to the screen behind it, which is `screenId`. */
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

/** Why a click can't be drawn. Such clicks are counted and shown as a number, never guessed. */
export type Unplaced =
  /** Neither the target nor the scroller is in the stored geometry. */
  | 'node_unknown'
  /** Only a position inside a scrolled frame is known, not how far it was scrolled. */
  | 'scroll_unknown'
  /** Target and scroller give different places, and nothing explains the difference. */
  | 'evidence_disagrees'
  /** The place is outside the screen's image. */
  | 'outside_screen';

export type Placement =
  | {
      placed: true;
      /** Image pixels, the image's origin already taken off. */
      x: number;
      y: number;
      /** The inner frame was scrolled: the place is right, the picture shows it unscrolled. */
      innerScrolled: boolean;
    }
  | { placed: false; reason: Unplaced };

type Box = ScreenGeometry['boxes'][string];
/** A place in canvas pixels with what is known of it. */
type Found = { at: Point; innerScrolled: boolean } | { reason: Unplaced };

/** Two ways to the same place differ by rounding of sub-pixel boxes at most. */
const AGREEMENT_PX = 2;
/** A click on the very edge may be reported this far outside by the same rounding. */
const EDGE_PX = 1;

/**
 * Places a click on its screen's image.
 *
 * Two ways lead to a place in the unscrolled design: scroller corner + position + offset, and
 * target corner + position. The image shows the unscrolled design, so the page's offset is added;
 * fixed and sticky layers stay where they are; inside a scrolled inner frame the place is the
 * content's if the picture shows it, else where it was in the frame's visible part.
 *
 * Without boxes a click is placed when the scroller or the target is the screen itself.
 *
 * @param click its `screenId` must be `screen.nodeId`.
 * @param screen image size and origin in image pixels, boxes in canvas pixels.
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

/** Ids are anybody's words: `constructor` is no node. */
function storedBox({ boxes }: ScreenGeometry, nodeId: string): Box | undefined {
  return Object.hasOwn(boxes, nodeId) ? boxes[nodeId] : undefined;
}

/** Positions relative to the screen itself need no stored box: its corner is the image's. */
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

/** Compares both ways where both exist. */
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
    // Boxes of rotated layers are their hull: the corner is wrong, but the place is inside.
    if (!target || !contains(target, content)) return { reason: 'evidence_disagrees' };
  }
  if (click.scrollerId === screen.nodeId || contains(scroller, content)) {
    return { at: content, innerScrolled: false };
  }
  return { at: visible, innerScrolled: true };
}

/** The target's way; null when the target or its position is unknown. */
function fromTarget(click: Click, screen: ScreenGeometry): Found | null {
  const box = boxOf(screen, click.targetId);
  if (!box || !click.targetPosition) return null;
  const at = add(box, click.targetPosition);
  if (click.targetId !== click.scrollerId) {
    // The position ignores the target's own scroll, which only the offset of its scroller would
    // give.
    return scrolls(box) ? { reason: 'scroll_unknown' } : { at, innerScrolled: false };
  }
  if (!click.scrollerOffset) return { reason: 'scroll_unknown' };
  return { at: add(at, click.scrollerOffset), innerScrolled: false };
}

/** Boxes inherit FIXED and STICKY_SCROLLS from the layer that has it. */
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

/** The last pixel is size − 1: a position on the far edge belongs to it. */
function clamp(value: number, size: number): number {
  return Math.min(Math.max(value, 0), size - 1);
}
