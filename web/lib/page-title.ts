// The title of the browser's tab.
import { useEffect } from 'react';
import { isolateName } from '#contract/bidi-isolate.ts';

/** @param title what the page shows; null while it is not known. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? 'Tryout' : `${isolateName(title)} · Tryout`;
  }, [title]);
}
