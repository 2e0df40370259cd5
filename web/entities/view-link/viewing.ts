// The opened link, for the pages of a link for viewing.
import { createContext, use } from 'react';
import type { OpenedView, ViewedThing } from '#contract/view-links.ts';

export const ViewingContext = createContext<OpenedView | null>(null);

/**
 * Returns whether the link shows only clips, each as a file of its own, and no whole recordings.
 */
export function showsStretches({ thing }: { thing: ViewedThing }): boolean {
  return thing.kind !== 'results' && thing.kind !== 'recording';
}

/** Returns the opened link, or null outside its pages. */
export function useViewing(): OpenedView | null {
  return use(ViewingContext);
}
