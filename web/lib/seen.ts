// Whether an element has come into view, or near it: what it shows is loaded then.
import { type RefObject, useEffect, useRef, useState } from 'react';

/** So far below the view it is loaded already. */
const AHEAD = '300px';

/** Stays true. */
export function useSeen<E extends Element>(): [ref: RefObject<E | null>, isSeen: boolean] {
  const ref = useRef<E>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || ref.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: AHEAD },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return [ref, isSeen];
}
