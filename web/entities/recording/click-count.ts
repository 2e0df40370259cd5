// Number of clicks in words, the same on every page: all of them, and how many of these were dead clicks.
import type { PlacedClick } from '#contract/recordings.ts';

export interface ClickCount {
  /** All, also dead clicks and those without a place. */
  clicks: number;
  /** Number of these that hit something without a reaction. */
  misclicks: number;
}

/** `7 clicks, 4 dead clicks`, `1 click`, `No clicks`. */
export function clickCountText({ clicks, misclicks }: ClickCount): string {
  if (clicks === 0) return 'No clicks';
  const all = clicks === 1 ? '1 click' : `${clicks} clicks`;
  return misclicks === 0 ? all : `${all}, ${deadClickCountText(misclicks)}`;
}

/** `1 dead click`, `4 dead clicks` */
export function deadClickCountText(misclicks: number): string {
  return misclicks === 1 ? '1 dead click' : `${misclicks} dead clicks`;
}

/**
 * Returns whether a click hit nothing that reacts. It is no dead click if the prototype did not
 * report it.
 */
export function isDeadClick({ handled }: Pick<PlacedClick, 'handled'>): boolean {
  return handled === false;
}

/** The count of clicks that are listed one by one. */
export function countOf(clicks: readonly Pick<PlacedClick, 'handled'>[]): ClickCount {
  return { clicks: clicks.length, misclicks: clicks.filter(isDeadClick).length };
}
