// Within the pages of a link for viewing: what was opened.
import { createContext, use } from 'react';
import type { OpenedView } from '#contract/view-links.ts';

export const ViewingContext = createContext<OpenedView | null>(null);

/** Null outside the pages of a link. */
export function useViewing(): OpenedView | null {
  return use(ViewingContext);
}
