// When a rule of retention may delete: never without a mail to the owner a week before. Pure.
import type { Warning } from './retention.db.ts';

const DAY_MS = 24 * 3_600_000;
/** From a mail to the first deletion that it tells of. */
const NOTICE_MS = 7 * DAY_MS;
/** A mail is sent this long before what it tells of is due, so that an hourly job is never late. */
const AHEAD_MS = 8 * DAY_MS;
/** A mail tells of what is due until then: the shortest rule, so that all of it has been recorded by now. */
const COVERED_MS = 30 * DAY_MS;

/** The mail that is sent now. */
export function warningAt(now: Date): Warning {
  return { sentAt: now, until: new Date(now.getTime() + COVERED_MS) };
}

/** What is due until then and no mail has told yet needs one now. */
export function warnsOf(warnings: readonly Warning[], now: Date): { after?: Date; until: Date } {
  const until = new Date(now.getTime() + AHEAD_MS);
  const told = warnings.reduce((latest, warning) => Math.max(latest, warning.until.getTime()), 0);
  return told === 0 ? { until } : { after: new Date(told), until };
}

/** What is due until then may be deleted now; null: nothing. */
export function deletableUntil(warnings: readonly Warning[], now: Date): Date | null {
  const old = warnings.filter(({ sentAt }) => sentAt.getTime() + NOTICE_MS <= now.getTime());
  if (old.length === 0) return null;
  const told = Math.max(...old.map(({ until }) => until.getTime()));
  return new Date(Math.min(told, now.getTime()));
}

/** When something is deleted that is due at a time; the mails in the order in which they were sent. */
export function deletionOf(dueAt: Date, warnings: readonly Warning[], now: Date): Date {
  const mail = warnings.find(({ until }) => until >= dueAt);
  const noticeEnds = (mail?.sentAt ?? now).getTime() + NOTICE_MS;
  return new Date(Math.max(dueAt.getTime(), noticeEnds));
}

/** Whether pages tell of it. */
export function isSoon(at: Date, now: Date): boolean {
  return at.getTime() <= now.getTime() + AHEAD_MS;
}

/** A week of deletions from the first on. */
export function weekFrom(at: Date): Date {
  return new Date(at.getTime() + NOTICE_MS);
}
