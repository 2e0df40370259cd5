// Tells a press from its own echo: the embed may report press and release of one click (derive uses it).
import type { Click, Point } from './clicks.ts';

/** Measured on real sessions: the second message of one press comes within this time. */
export const ECHO_MS = 350;
/** …and this near, unless the pointer was dragged meanwhile. */
const ECHO_PX = 14;
/** Measured: releases of a navigating press arrive within this time after the screen changed. */
export const NAVIGATION_RACE_MS = 250;

/**
 * Whether `next` belongs to the press `open`, which has no partner yet.
 * Far apart it is a drag's end, except on another hotspot: that is a second, quick click.
 */
export function isEchoOf(open: Click, next: Click): boolean {
  if (next.atMs - open.atMs > ECHO_MS || next.screenId !== open.screenId) return false;
  const apart = distance(open, next);
  if (apart !== null && apart <= ECHO_PX) return true;
  return !(next.handled === true && next.targetId !== open.targetId);
}

/** Pixels between two clicks by what both report of the same frame; null when nothing compares. */
function distance(a: Click, b: Click): number | null {
  if (a.scrollerId !== null && a.scrollerId === b.scrollerId) {
    const apart = between(a.scrollerPosition, b.scrollerPosition);
    if (apart !== null) return apart;
  }
  return a.targetId === b.targetId ? between(a.targetPosition, b.targetPosition) : null;
}

function between(a: Point | null, b: Point | null): number | null {
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : null;
}
