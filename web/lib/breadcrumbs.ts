// The trail in the top bar: Home, then what the page in view adds.
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { pages } from './pages.ts';

export interface Breadcrumb {
  label: string;
  href: string;
}

/** What every trail starts with (section 2). */
const home: readonly Breadcrumb[] = [{ label: 'Home', href: pages.dashboard.href() }];

let trail = home;
const listeners = new Set<() => void>();

function change(next: readonly Breadcrumb[]): void {
  trail = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Read by the top bar. */
export function useTrail(): readonly Breadcrumb[] {
  return useSyncExternalStore(subscribe, () => trail);
}

/** A page's own links behind Home, for as long as it is shown. */
export function useBreadcrumbs(links: readonly Breadcrumb[]): void {
  const text = JSON.stringify(links);
  useLayoutEffect(() => {
    const own: Breadcrumb[] = JSON.parse(text);
    change([...home, ...own]);
    return () => change(home);
  }, [text]);
}
