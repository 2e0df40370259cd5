// All clicks of one screen → the points of its heat picture and an open count of what could not be placed.
import type { Click, ScreenGeometry } from './clicks.ts';
import { type Placement, place, type Unplaced } from './place.ts';

export interface PlacedClick {
  click: Click;
  /** Image pixels. */
  x: number;
  y: number;
  innerScrolled: boolean;
}

export interface Spread {
  placed: PlacedClick[];
  unplaced: Partial<Record<Unplaced, number>>;
}

/** Places every click of a screen; nothing is dropped without being counted. */
export function spread(clicks: readonly Click[], screen: ScreenGeometry): Spread {
  const result: Spread = { placed: [], unplaced: {} };
  for (const click of clicks) {
    const at: Placement = place(click, screen);
    if (at.placed) {
      result.placed.push({ click, x: at.x, y: at.y, innerScrolled: at.innerScrolled });
    } else {
      result.unplaced[at.reason] = (result.unplaced[at.reason] ?? 0) + 1;
    }
  }
  return result;
}
