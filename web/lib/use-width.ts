// Measures an element for pictures that are drawn in pixels.
import { type RefCallback, useCallback, useState } from 'react';

/** @returns a ref for the element, and its width in pixels, 0 before the measurement */
export function useWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const sizes = new ResizeObserver(([entry]) =>
      setWidth(Math.round(entry?.contentRect.width ?? 0)),
    );
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  return [ref, width];
}
