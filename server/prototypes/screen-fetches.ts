// Running requests for screen images and recent rejections by the design tool, because its calls are counted by plan,
// and anyone with a share link can request screens that do not exist.
import { LRUCache } from 'lru-cache';
import { AppError } from '#contract/errors.ts';

/** Lifetime of a rejection for a screen that the tool doesn't have or render. Its design may change later. */
const MISSING_MS = 5 * 60_000;
/** More than the screens that participants present in that time. The oldest are removed first. */
const MOST_REFUSALS = 5000;
/** Longest wait for the API. A wait of days belongs to one plan, and the next file may belong to another. */
const API_WAIT_MAX_SECONDS = 3600;

export interface ScreenFetches {
  /** Runs `fetch` once for all concurrent callers with the same name. */
  once<T>(name: string, fetch: () => Promise<T>): Promise<T>;
  /** @throws the rejection that is still valid for one of these names, with the rest of the tool's wait */
  check(...names: readonly string[]): void;
  /** @param names names of the screen and of the tool's API, which may have required a pause */
  recordRejection(error: AppError, names: { screen: string; api: string }): void;
}

export function createScreenFetches(): ScreenFetches {
  const underWay = new Map<string, Promise<unknown>>();
  const refusals = new LRUCache<string, { error: AppError; sinceMs: number }>({
    max: MOST_REFUSALS,
    // A rejection expires to the millisecond.
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
    recordRejection(error, { screen, api }) {
      const { retryAfterSeconds } = error.detail;
      if (error.code === 'screen_not_rendered') put(screen, error, MISSING_MS);
      else if (retryAfterSeconds !== undefined)
        put(api, error, Math.min(retryAfterSeconds, API_WAIT_MAX_SECONDS) * 1000);
    },
  };
}

/** Returns the same rejection with the rest of its wait. */
function later(error: AppError, passedMs: number): AppError {
  const { retryAfterSeconds } = error.detail;
  if (retryAfterSeconds === undefined) return error;
  return new AppError(error.code, {
    message: error.message,
    retryAfterSeconds: retryAfterSeconds - passedMs / 1000,
  });
}
