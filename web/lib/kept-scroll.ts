// Where a document stood: its content comes by script, after the browser would have scrolled there.
import { useEffect } from 'react';

/**
 * For a document without the router. A reload and the way back go to the place that was left, a fresh
 * visit to the part that the address names (`/#pricing`).
 */
export function useKeptScroll(): void {
  useEffect(() => {
    const kept: unknown = history.state;
    if (typeof kept === 'number') scrollTo({ top: kept, behavior: 'instant' });
    else document.getElementById(location.hash.slice(1))?.scrollIntoView({ behavior: 'instant' });
    // The entry's own state; an address within the page gets an entry, and place, of its own.
    const keep = () => history.replaceState(scrollY, '');
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, []);
}
