// The title of the browser's tab.
import { useEffect } from 'react';
import { isolated } from '#contract/isolated.ts';

/** @param title what the page shows; null while it is not known. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? 'Tryout' : `${isolated(title)} · Tryout`;
  }, [title]);
}
