// Times as people read them, in the browser's zone: dates as its language writes them (isolated: some
// are written from right to left), words as the app's.
import { isolateName } from '#contract/bidi-isolate.ts';

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const days = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });
const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const dateTimes = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

type Moment = Date | string | number;

export function formatDate(moment: Moment): string {
  return isolateName(dates.format(new Date(moment)));
}

/** Formats a date without the year if it is this one. */
export function formatDay(moment: Moment, nowMs: number = Date.now()): string {
  const date = new Date(moment);
  const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear();
  return isThisYear ? isolateName(days.format(date)) : formatDate(date);
}

export function formatTime(moment: Moment): string {
  return isolateName(times.format(new Date(moment)));
}

export function formatDateTime(moment: Moment): string {
  return isolateName(dateTimes.format(new Date(moment)));
}

/** `1:04` or `1:02:03`; part seconds are dropped, as players do. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3600);
  if (hours > 0) parts.unshift(hours);
  return parts
    .map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':');
}

/** Units from the largest down; each applies while the distance is below its limit of the next. */
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** `3 hours ago`, `just now`. */
export function formatRelative(moment: Moment, nowMs: number = Date.now()): string {
  const distanceMs = new Date(moment).getTime() - nowMs;
  const found = units.find(([, unitMs]) => Math.abs(distanceMs) >= unitMs);
  if (found === undefined) return 'just now';
  return relative.format(Math.trunc(distanceMs / found[1]), found[0]);
}

/** The name of the browser's time zone, such as `Europe/Athens`. */
export function zoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
