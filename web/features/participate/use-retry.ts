// 'Try again now' after an upload that got no answer: says so until the try has ended.
import { useEffect, useState } from 'react';
import type { CaptureRun } from '#capture/run/capture-run.ts';
import { useStore } from '#web/lib/use-store.ts';

/** A refused connection fails within milliseconds: shorter than this, nobody sees that it was tried. */
const SHOWN_AT_LEAST_MS = 1200;

export function useRetry(run: CaptureRun): { isRetrying: boolean; retry: () => void } {
  const failures = useStore(run, ({ upload }) => upload.failures);
  /** Failures before the try under way; null without one. */
  const [before, setBefore] = useState<number | null>(null);
  useEffect(() => {
    if (before === null || failures === before) return;
    const timer = setTimeout(() => setBefore(null), SHOWN_AT_LEAST_MS);
    return () => clearTimeout(timer);
  }, [before, failures]);
  const retry = () => {
    setBefore(failures);
    run.retry().catch((error) => console.error('Trying again failed.', error));
  };
  return { isRetrying: before !== null, retry };
}
