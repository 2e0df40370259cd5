// The recordings that a workspace's retention rule deletes next, and the time.
import type { DueRecordings } from '#contract/retention.ts';
import type { Database } from '#server/platform/db/database.ts';
import { deletionOf, weekFrom } from './notice.ts';
import { countDue, countWords, firstEnd, type Rule, type Warning } from './retention.db.ts';

const DAY_MS = 24 * 3_600_000;

/** @param warnings mails of this rule. @returns null while there is no recording. */
export async function nextDue(
  db: Database,
  rule: Rule,
  warnings: readonly Warning[],
): Promise<DueRecordings | null> {
  const ended = await firstEnd(db, rule.workspaceId);
  if (ended === null) return null;
  const dueAt = new Date(ended.getTime() + rule.days * DAY_MS);
  const from = deletionOf(dueAt, warnings, new Date());
  return { from: from.toISOString(), ...(await dueUntil(db, rule, weekFrom(from))) };
}

/** Returns the recordings to delete until a time, with their clips and evidence. */
export async function dueUntil(
  db: Database,
  rule: Rule,
  until: Date,
): Promise<Omit<DueRecordings, 'from'>> {
  const { recordings, tests } = await countDue(db, rule, { until });
  return { recordings, tests, ...(await countWords(db, rule, until)) };
}
