// Computes when a retention rule may delete: never without a mail to the owner a week before. Pure functions.
import type { Warning } from './retention.db.ts';

const DAY_MS = 24 * 3_600_000;
/** Time from a mail to the first deletion that it announces. */
const NOTICE_MS = 7 * DAY_MS;
/** A mail is sent this long before the first deletion that it announces: a day early, so that the hourly job is never late. */
const AHEAD_MS = 8 * DAY_MS;
/**
 * Period of deletions that one mail announces. It is as long as the shortest rule, so every recording that can be
 * deleted in it already exists when the mail is sent.
 */
const COVERED_MS = 30 * DAY_MS;

/** Returns the record of a mail that is sent now. */
export function warningAt(now: Date): Warning {
  return { sentAt: now, until: new Date(now.getTime() + COVERED_MS) };
}

/** Returns the period that no mail has covered yet and that needs one now. */
export function warnsOf(warnings: readonly Warning[], now: Date): { after?: Date; until: Date } {
  const until = new Date(now.getTime() + AHEAD_MS);
  const latestMs = warnings.reduce(
    (latest, warning) => Math.max(latest, warning.until.getTime()),
    0,
  );
  return latestMs === 0 ? { until } : { after: new Date(latestMs), until };
}

/** Returns the time until which recordings may be deleted now, or null if none may. */
export function deletableUntil(warnings: readonly Warning[], now: Date): Date | null {
  const old = warnings.filter(({ sentAt }) => sentAt.getTime() + NOTICE_MS <= now.getTime());
  if (old.length === 0) return null;
  const latestMs = Math.max(...old.map(({ until }) => until.getTime()));
  return new Date(Math.min(latestMs, now.getTime()));
}

/** Returns the time of a deletion by the rule's date and the mails in the order in which they were sent. */
export function deletionOf(dueAt: Date, warnings: readonly Warning[], now: Date): Date {
  const mail = warnings.find(({ until }) => until >= dueAt);
  const noticeEnds = (mail?.sentAt ?? now).getTime() + NOTICE_MS;
  return new Date(Math.max(dueAt.getTime(), noticeEnds));
}

/** Returns whether pages announce a deletion at this time. */
export function isSoon(at: Date, now: Date): boolean {
  return at.getTime() <= now.getTime() + AHEAD_MS;
}

/** Returns the end of the week that begins with the first deletion. */
export function weekFrom(at: Date): Date {
  return new Date(at.getTime() + NOTICE_MS);
}
