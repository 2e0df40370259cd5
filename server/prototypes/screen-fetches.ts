// Requests for screen images that this server has under way, and what the design tool refused lately: its calls are
// counted by plan, and anyone with a share link can ask for screens that are not there.
import { LRUCache } from 'lru-cache';
import { AppError } from '#contract/errors.ts';

/** A screen that the tool doesn't have or render: its design may change, but not by the second. */
const MISSING_MS = 5 * 60_000;
/** More different screens than participants present in that time; the oldest make room. */
const MOST_REFUSALS = 5000;
/** Waits of days are one plan's, and the next file may belong to another plan: it is asked once an hour. */
const API_WAIT_MAX_SECONDS = 3600;

export interface ScreenFetches {
  /** Runs `fetch` once for all who ask by the same name while it is under way. */
  once<T>(name: string, fetch: () => Promise<T>): Promise<T>;
  /** @throws the refusal that still holds for one of these names, with what is left of the tool's wait */
  check(...names: readonly string[]): void;
  /** @param names of the screen and of the tool's API, which may have asked for a pause. */
  note(error: AppError, names: { screen: string; api: string }): void;
}

export function createScreenFetches(): ScreenFetches {
  const underWay = new Map<string, Promise<unknown>>();
  const refusals = new LRUCache<string, { error: AppError; sinceMs: number }>({
    max: MOST_REFUSALS,
    // A refusal ends to the millisecond.
    ttlResolution: 0,
    perf: { now: () => performance.now() },
  });
  const put = (name: string, error: AppError, forMs: number) => {
    refusals.set(name, { error, sinceMs: performance.now() }, { ttl: forMs });
  };
  return {
    async once<T>(name: string, fetch: () => Promise<T>) {
      const running = underWay.get(name) as Promise<T> | undefined;
      if (running !== undefined) return await running;
      const fetching = fetch().finally(() => underWay.delete(name));
      underWay.set(name, fetching);
      return await fetching;
    },
    check(...names) {
      for (const name of names) {
        const refusal = refusals.get(name);
        if (refusal) throw later(refusal.error, performance.now() - refusal.sinceMs);
      }
    },
    note(error, { screen, api }) {
      const { retryAfterSeconds } = error.detail;
      if (error.code === 'screen_not_rendered') put(screen, error, MISSING_MS);
      else if (retryAfterSeconds !== undefined)
        put(api, error, Math.min(retryAfterSeconds, API_WAIT_MAX_SECONDS) * 1000);
    },
  };
}

/** The same refusal some time later: that much of its wait is over. */
function later(error: AppError, passedMs: number): AppError {
  const { retryAfterSeconds } = error.detail;
  if (retryAfterSeconds === undefined) return error;
  return new AppError(error.code, {
    message: error.message,
    retryAfterSeconds: retryAfterSeconds - passedMs / 1000,
  });
}
