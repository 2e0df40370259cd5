// What the design tool refused lately: its calls are counted by plan, and anyone with a share link can
// ask for screens that are not there.
import type { AppError } from '#contract/errors.ts';

/** A screen that the tool doesn't have or render: its design may change, but not by the second. */
const MISSING_MS = 5 * 60_000;
/** More different screens than participants present in that time; the oldest make room. */
const MOST_REFUSALS = 5000;

export interface RecentRefusals {
  /** @throws the refusal that still holds for one of these names */
  check(...names: readonly string[]): void;
  /** @param names of the screen and of the tool's API, which may have asked to be left alone. */
  note(error: AppError, names: { screen: string; api: string }): void;
}

export function createRecentRefusals(): RecentRefusals {
  const refusals = new Map<string, { error: AppError; untilMs: number }>();
  const put = (name: string, error: AppError, forMs: number) => {
    refusals.delete(name);
    const [oldest] = refusals.keys();
    if (refusals.size >= MOST_REFUSALS && oldest !== undefined) refusals.delete(oldest);
    refusals.set(name, { error, untilMs: performance.now() + forMs });
  };
  return {
    check(...names) {
      for (const name of names) {
        const refusal = refusals.get(name);
        if (refusal && refusal.untilMs > performance.now()) throw refusal.error;
      }
    },
    note(error, { screen, api }) {
      const { retryAfterSeconds } = error.detail;
      if (error.code === 'screen_not_rendered') put(screen, error, MISSING_MS);
      else if (retryAfterSeconds !== undefined) put(api, error, retryAfterSeconds * 1000);
    },
  };
}
