// Time since an event, in words that tick: the time of the page, and calendar days in the browser's
// zone.
import { useSyncExternalStore } from 'react';
import { formatDate } from './format-time.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * Shortest interval of the words with minutes; a page shows many of them, so all change at once.
 */
const TICK_MS = 15 * SECOND_MS;

/** Epoch milliseconds, some seconds behind at most; the component renders again as time passes. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / TICK_MS) * TICK_MS);
}

/** Every second, so that a tick is shown soon; React renders only when `useNow` answers another number. */
function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, SECOND_MS);
  // Timers of a hidden tab sleep.
  document.addEventListener('visibilitychange', onTick);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onTick);
  };
}

/** The calendar day of a moment as a number: the next day has the next one. */
export type DayOf = (ms: number) => number;

/** @param timeZone such as `Europe/Athens`; else the browser's */
export function daysIn(timeZone?: string): DayOf {
  // This language writes 2026-11-22, which Date.parse reads as UTC.
  const dates = new Intl.DateTimeFormat('sv-SE', { timeZone });
  return (ms) => Date.parse(dates.format(ms)) / (24 * HOUR_MS);
}

export const localDay = daysIn();

/** So long the hours count, past midnight too; after that the calendar does. */
const HOURS_SHOWN = 12;
/** After so many days a date is more useful. */
const DAYS_SHOWN = 30;

/** `just now`, `2 min ago`, `3 h ago`, `yesterday`, `6 days ago`, `on Oct 12, 2026`. */
export function formatAgo(ms: number, nowMs: number, dayOf: DayOf = localDay): string {
  const agoMs = nowMs - ms;
  if (agoMs < MINUTE_MS) return 'just now';
  if (agoMs < HOUR_MS) return `${Math.floor(agoMs / MINUTE_MS)} min ago`;
  const days = dayOf(nowMs) - dayOf(ms);
  if (days === 0 || agoMs < HOURS_SHOWN * HOUR_MS) return `${Math.floor(agoMs / HOUR_MS)} h ago`;
  if (days === 1) return 'yesterday';
  return days <= DAYS_SHOWN ? `${days} days ago` : `on ${formatDate(ms)}`;
}
