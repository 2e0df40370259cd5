// Runs an effect once, also where React runs effects twice to find faults in them.
import { useEffect, useRef } from 'react';

export function useOnce(effect: () => void): void {
  const hasRun = useRef(false);
  useEffect(() => {
    if (hasRun.current) return;
    hasRun.current = true;
    effect();
  });
}
