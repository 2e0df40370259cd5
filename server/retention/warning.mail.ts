// The mail that announces deletions to a workspace's owner, at least a week before.
import { sql } from 'kysely';
import type { DueRecordings } from '#contract/retention.ts';
import type { Parts } from '#server/parts.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type Mail, quotedName, writeLetter } from '#server/platform/mail/letter.ts';
import { queueMail } from '#server/platform/mail/queued-mail.ts';
import { dueUntil, nextDue } from './due.ts';
import { warningAt } from './notice.ts';
import { addWarning, type Rule, type Warning } from './retention.db.ts';

interface Owner {
  email: string;
  company: string | null;
}

/** Keeps that it was sent, in the same transaction. */
export async function sendWarning(
  parts: Pick<Parts, 'publicUrl' | 'secrets' | 'jobs'>,
  db: Database,
  rule: Rule,
): Promise<void> {
  const warning = warningAt(new Date());
  await addWarning(db, rule.workspaceId, warning);
  const { rows } = await sql<Owner>`SELECT email, company FROM workspaces
    JOIN users ON users.id = workspaces.owner_id WHERE workspaces.id = ${rule.workspaceId}`.execute(
    db,
  );
  const [owner] = rows;
  if (!owner) return;
  const next = await nextDue(db, rule, [warning]);
  const due = await dueUntil(db, rule, warning.until);
  const link = `${parts.publicUrl}/settings`;
  await queueMail(parts, warningMail({ owner, rule, warning, next, due, link }), db);
}

interface WarningParts {
  owner: Owner;
  rule: Pick<Rule, 'days'>;
  warning: Warning;
  /** The first deletion, or null if there is nothing yet. */
  next: Pick<DueRecordings, 'from'> | null;
  /** Until the end of the time that the mail covers. */
  due: Omit<DueRecordings, 'from'>;
  link: string;
}

export function warningMail({ owner, rule, warning, next, due, link }: WarningParts): Mail {
  const name = quotedName(owner.company ?? '');
  const whose = name === null ? 'Your workspace' : `Your workspace ${name}`;
  return writeLetter({
    to: owner.email,
    subject:
      due.recordings > 0
        ? `Tryout will delete ${counted(due.recordings, 'recording')}`
        : 'Tryout will delete old recordings',
    heading: 'Old recordings will be deleted',
    paragraphs: [
      `${whose} keeps recordings for ${rule.days} days after a session ends.`,
      due.recordings > 0 && next
        ? `From ${dayOf(new Date(next.from))} to ${dayOf(warning.until)} this deletes ${counted(due.recordings, 'recording')} of ${counted(due.tests, 'test')}${alsoOf(due)}. They cannot be restored.`
        : next
          ? `The first recording is deleted on ${dayOf(new Date(next.from))}. You get another mail at least a week before.`
          : 'There is no recording yet. You get another mail at least a week before the first one is deleted.',
      'To keep them, download them, or choose a longer time in Settings before that day.',
    ],
    action: { label: 'Open Settings', link },
  });
}

function alsoOf({ clips, evidence }: Pick<DueRecordings, 'clips' | 'evidence'>): string {
  if (clips === 0 && evidence === 0) return '';
  const also = [counted(clips, 'clip'), `${counted(evidence, 'piece')} of evidence in reports`];
  return `, with ${also.slice(clips === 0 ? 1 : 0, evidence === 0 ? 1 : 2).join(' and ')}`;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

function dayOf(at: Date): string {
  return at.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
