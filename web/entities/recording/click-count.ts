// How clicks are counted in words, the same on every page: all of them, and how many of these missed.
import type { PlacedClick } from '#contract/recordings.ts';

export interface ClickCount {
  /** All, also those that missed and those without a place. */
  clicks: number;
  /** Of these, on something that does not react. */
  misclicks: number;
}

/** `7 clicks, 4 missed`, `1 click`, `No clicks`. */
export function clickCountText({ clicks, misclicks }: ClickCount): string {
  if (clicks === 0) return 'No clicks';
  const all = clicks === 1 ? '1 click' : `${clicks} clicks`;
  return misclicks === 0 ? all : `${all}, ${misclicks} missed`;
}

/** Whether a click hit nothing that reacts. When the prototype did not say, it is no miss. */
export function isMisclick({ handled }: Pick<PlacedClick, 'handled'>): boolean {
  return handled === false;
}

/** The count of clicks that are listed one by one. */
export function countOf(clicks: readonly Pick<PlacedClick, 'handled'>[]): ClickCount {
  return { clicks: clicks.length, misclicks: clicks.filter(isMisclick).length };
}
