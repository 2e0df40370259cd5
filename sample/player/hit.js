// Finds the target layer, hotspot and nearest scroller under a point of a screen. Pure functions (used by player.js).

/** @import { Action, Box, PlayerNode } from './types.ts' */
/** @typedef {{ x: number, y: number }} Point */

/**
 * The result of a search under the pointer, in canvas pixels.
 * @typedef {object} Hit
 * @property {Action | null} action of the hotspot, if one was hit
 * @property {string} targetId
 * @property {Point} targetPosition
 * @property {string} scrollerId
 * @property {Point} scrollerPosition in the scroller's visible part
 * @property {Point} scrollerOffset
 */

/**
 * Finds the topmost layer under a point.
 *
 * @param {PlayerNode} frame the screen or overlay.
 * @param {Point} visible position in the frame's visible part, canvas pixels from its corner.
 * @param {(nodeId: string) => Point} offsetOf how far a scroller (the frame too) is scrolled.
 * @returns {Hit}
 */
export function hit(frame, visible, offsetOf) {
  const corner = frame.absoluteBoundingBox;
  const offset = offsetOf(frame.id);
  const pinnedAt = { x: corner.x + visible.x, y: corner.y + visible.y };
  const at = { x: pinnedAt.x + offset.x, y: pinnedAt.y + offset.y };
  const path = pathTo(frame, { at, pinnedAt, offsetOf });
  return report(path, visible);
}

/** @typedef {{ node: PlayerNode, at: Point, offset: Point }} Step a layer, the point in the unscrolled design around it, its own scroll */
/** @typedef {{ at: Point, pinnedAt: Point, offsetOf: (nodeId: string) => Point }} Where */

/**
 * Returns the layers under the point, outermost first. Pinned layers are above the ones that scroll.
 * @param {PlayerNode} frame
 * @param {Where} where
 * @returns {Step[]}
 */
function pathTo(frame, { at, pinnedAt, offsetOf }) {
  const pinned = topmost(frame.children.filter(isPinned), pinnedAt, offsetOf);
  const first = { node: frame, at, offset: offsetOf(frame.id) };
  if (pinned.length > 0) return [first, ...pinned];
  const scrolled = frame.children.filter((child) => !isPinned(child));
  return [first, ...topmost(scrolled, at, offsetOf)];
}

/**
 * @param {PlayerNode[]} nodes
 * @param {Point} at
 * @param {(nodeId: string) => Point} offsetOf
 * @returns {Step[]}
 */
function topmost(nodes, at, offsetOf) {
  for (const node of nodes.toReversed()) {
    if (!contains(node.absoluteBoundingBox, at)) continue;
    const offset = scrolls(node) ? offsetOf(node.id) : { x: 0, y: 0 };
    const inside = { x: at.x + offset.x, y: at.y + offset.y };
    return [{ node, at, offset }, ...topmost(node.children, inside, offsetOf)];
  }
  return [];
}

/**
 * Returns the hotspot, whichever of its layers was hit, or else the topmost layer.
 * @param {Step[]} path
 * @param {Point} visible position in the frame's visible part
 * @returns {Hit}
 */
function report(path, visible) {
  const hotspot = path.findLastIndex((step) => step.node.interactions);
  const target = path[hotspot >= 0 ? hotspot : path.length - 1] ?? path[0];
  const first = path[0];
  if (!first || !target) throw new Error('a path starts with its frame');
  const inner = path.findLast((step) => step !== first && scrolls(step.node));
  const action = path[hotspot]?.node.interactions?.[0]?.actions[0] ?? null;
  return {
    action,
    targetId: target.node.id,
    targetPosition: target === first ? visible : within(target),
    scrollerId: (inner ?? first).node.id,
    scrollerPosition: inner ? within(inner) : visible,
    scrollerOffset: (inner ?? first).offset,
  };
}

/** @param {Step} step */
function within({ node, at }) {
  return { x: at.x - node.absoluteBoundingBox.x, y: at.y - node.absoluteBoundingBox.y };
}

/** @param {PlayerNode} node */
function isPinned(node) {
  return node.scrollBehavior === 'FIXED';
}

/** @param {PlayerNode} node */
function scrolls(node) {
  return node.overflowDirection !== undefined;
}

/**
 * @param {Box} box
 * @param {Point} at
 */
function contains(box, at) {
  const { x, y, width, height } = box;
  return at.x >= x && at.x < x + width && at.y >= y && at.y < y + height;
}
