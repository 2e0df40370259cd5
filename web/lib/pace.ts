// Pace of requests: at once after a quiet while, then less and less often while they continue.

/** Milliseconds. */
export interface PaceLimits {
  /** After the first question. */
  firstMs: number;
  /** It doubles with each question, up to this. */
  longestMs: number;
}

export interface Pace {
  /** Returns the milliseconds until the next request may be sent. */
  waitMs(): number;
  /** Records a request. */
  ask(): void;
}

export function createPace({ firstMs, longestMs }: PaceLimits): Pace {
  let lastRequestMs = Number.NEGATIVE_INFINITY;
  let paceMs = firstMs;
  return {
    waitMs: () => Math.max(0, lastRequestMs + paceMs - performance.now()),
    ask: () => {
      const nowMs = performance.now();
      const isQuiet = nowMs - lastRequestMs > 2 * longestMs;
      paceMs = isQuiet ? firstMs : Math.min(2 * paceMs, longestMs);
      lastRequestMs = nowMs;
    },
  };
}
