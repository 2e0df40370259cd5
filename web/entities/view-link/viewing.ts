// Within the pages of a link for viewing: what was opened.
import { createContext, use } from 'react';
import type { OpenedView, ViewedThing } from '#contract/view-links.ts';

export const ViewingContext = createContext<OpenedView | null>(null);

/** Whether it shows clips alone, each as a file of its own, and no whole recordings. */
export function showsStretches({ thing }: { thing: ViewedThing }): boolean {
  return thing.kind !== 'results' && thing.kind !== 'recording';
}

/** Null outside the pages of a link. */
export function useViewing(): OpenedView | null {
  return use(ViewingContext);
}
