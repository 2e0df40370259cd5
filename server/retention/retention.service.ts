// Retention of a workspace's recordings: reads and changes the rule, and previews what a choice would delete.
import type {
  DueRecordings,
  Retention,
  RetentionDays,
  RetentionEntry,
} from '#contract/retention.ts';
import type { Parts } from '#server/parts.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import { nextDue } from './due.ts';
import { isSoon } from './notice.ts';
import {
  forgetWarnings,
  listDeleted,
  listWarnings,
  type Rule,
  readRetention,
  writeRetention,
} from './retention.db.ts';
import { sendWarning } from './warning.mail.ts';

export async function retentionOf(
  { db }: Pick<Parts, 'db'>,
  { workspaceId }: Pick<SignIn, 'workspaceId'>,
): Promise<Retention> {
  const days = await readRetention(db, workspaceId);
  if (days === null) return { days, next: null };
  const next = await nextDue(db, { workspaceId, days }, await listWarnings(db, workspaceId));
  return { days, next: next && isSoon(new Date(next.from), new Date()) ? next : null };
}

/** The latest first. */
export async function deletedBy(
  { db }: Pick<Parts, 'db'>,
  { workspaceId }: SignIn,
): Promise<RetentionEntry[]> {
  return await listDeleted(db, workspaceId);
}

/** Previews a rule as if it were chosen now. */
export async function previewRetention(
  { db }: Pick<Parts, 'db'>,
  { workspaceId }: SignIn,
  days: Rule['days'],
): Promise<{ next: DueRecordings | null }> {
  return { next: await nextDue(db, { workspaceId, days }, []) };
}

/** A rule that deletes more than before begins with a mail, and deletes a week after it at the earliest. */
export async function chooseRetention(
  parts: Pick<Parts, 'publicUrl' | 'securityLog' | 'db' | 'secrets' | 'jobs'>,
  { workspaceId }: SignIn,
  days: RetentionDays,
): Promise<Retention> {
  await parts.db.transaction().execute(async (db) => {
    const before = await readRetention(db, workspaceId, { lock: true });
    if (before === days) return;
    await writeRetention(db, workspaceId, days);
    const isStricter = days !== null && (before === null || days < before);
    if (days === null || isStricter) await forgetWarnings(db, workspaceId);
    if (isStricter) await sendWarning(parts, db, { workspaceId, days });
  });
  parts.securityLog.write({ event: 'retention.changed', workspaceId });
  return await retentionOf(parts, { workspaceId });
}
