// Counts the calls that cost something outside (mail, the design tool, disk) and refuses those beyond
// their row's rate. Counted in memory: a bound against abuse, not a bill.
import type { CallRate } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';

export interface RateLimit {
  /** @param caller whose calls are counted together. @throws AppError too_many_requests */
  count(caller: string): void;
}

/** Counts in windows one after another; nothing is kept from one to the next. */
export function createRateLimit({ calls, perSeconds }: CallRate): RateLimit {
  const windowMs = perSeconds * 1000;
  let counts = new Map<string, number>();
  let windowEndMs = 0;
  return {
    count(caller) {
      const nowMs = performance.now();
      if (nowMs >= windowEndMs) {
        counts = new Map();
        windowEndMs = nowMs + windowMs;
      }
      const count = (counts.get(caller) ?? 0) + 1;
      counts.set(caller, count);
      if (count <= calls) return;
      throw new AppError('too_many_requests', { retryAfterSeconds: (windowEndMs - nowMs) / 1000 });
    },
  };
}
