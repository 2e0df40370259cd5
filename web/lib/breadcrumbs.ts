// The trail in the top bar: Home, then what the page in view adds.
import { useLayoutEffect } from 'react';
import { Store } from '#capture/store.ts';
import { pages } from './pages.ts';
import { useStore } from './use-store.ts';

export interface Breadcrumb {
  label: string;
  href: string;
}

/** First link of every trail (section 2). */
const home: readonly Breadcrumb[] = [{ label: 'Home', href: pages.dashboard.href() }];

const trail = new Store(home);

/** Read by the top bar. */
export function useTrail(): readonly Breadcrumb[] {
  return useStore(trail);
}

/** A page's own links behind Home, for as long as it is shown. */
export function useBreadcrumbs(links: readonly Breadcrumb[]): void {
  const text = JSON.stringify(links);
  useLayoutEffect(() => {
    const own: Breadcrumb[] = JSON.parse(text);
    trail.set([...home, ...own]);
    return () => trail.set(home);
  }, [text]);
}
