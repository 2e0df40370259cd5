// Whether the window fits a media query, in a component that renders again when that changes.
import { useMemo, useSyncExternalStore } from 'react';

/** @param query such as `(width >= 75rem)` */
export function useMedia(query: string): boolean {
  const media = useMemo(() => {
    const list = matchMedia(query);
    return {
      subscribe: (listener: () => void) => {
        list.addEventListener('change', listener);
        return () => list.removeEventListener('change', listener);
      },
      matches: () => list.matches,
    };
  }, [query]);
  return useSyncExternalStore(media.subscribe, media.matches);
}
