// A media query as a value of React, for components that render other controls in a narrow window.
import { useMemo, useSyncExternalStore } from 'react';

/** Below the breakpoint sm (web/styles/tokens.css). */
export const PHONE = '(width < 36rem)';

/**
 * Returns whether the window fits a media query, and renders again when that changes. @param query such as `(width >=
 * 75rem)`
 */
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
