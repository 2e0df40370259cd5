// Judgements in the database: outcomes of runs by hand, and exclusions of sessions with all their runs. The last of each
// kind counts; earlier ones stay.

import { sql } from 'kysely';
import type { SessionId, UserId } from '#contract/ids.ts';
import type { Outcome } from '#contract/outcomes.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/new-id.ts';

/** One run of a session. */
export interface RunKey {
  sessionId: SessionId;
  step: number;
}

type JudgementKind = 'outcome' | 'exclusion';

/** A person's decision; null withdraws all earlier ones. */
export type Decision =
  | { kind: 'outcome'; outcome: Outcome | null; reason: null }
  | { kind: 'exclusion'; outcome: null; reason: string | null };

/** The last decision on a row of `task_runs`, or null if there is none or it was withdrawn. */
export const decidedOutcome = sql<Outcome | null>`(SELECT outcome ${lastOf('outcome')})`;
/** The reason why a row of `task_runs` is excluded, or null if it counts. */
export const exclusionReason = sql<string | null>`(SELECT reason ${lastOf('exclusion')})`;

function lastOf(kind: JudgementKind) {
  const ofRun = kind === 'outcome' ? sql`AND judgements.step = task_runs.step` : sql``;
  return sql`FROM judgements
    WHERE judgements.session_id = task_runs.session_id ${ofRun}
      AND kind = ${sql.lit(kind)} ORDER BY judged_at DESC LIMIT 1`;
}

interface Judgement {
  id: string;
  outcome: Outcome | null;
  reason: string | null;
  judgedAt: Date;
  /** The person, or null if the account is deleted. */
  by: string | null;
}

/** The last judgement of a kind, also one that took the one before back. */
export async function lastJudgement(
  db: Database,
  run: RunKey,
  kind: JudgementKind,
): Promise<Judgement | null> {
  const row = await db
    .selectFrom('judgements')
    .leftJoin('users', 'users.id', 'judgements.judged_by')
    .select(['judgements.id', 'outcome', 'reason', 'judged_at'])
    .select(['users.first_name', 'users.last_name', 'users.email'])
    .where('session_id', '=', run.sessionId)
    .$if(kind === 'outcome', (judgements) => judgements.where('step', '=', run.step))
    .where('kind', '=', kind)
    .orderBy('judged_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { id, outcome, reason, judged_at: judgedAt, first_name, last_name, email } = row;
  return { id, outcome, reason, judgedAt, by: [first_name, last_name].join(' ').trim() || email };
}

/** Needs the recording's row, so that one decision comes after the other. */
export async function insertJudgement(
  db: Database,
  { sessionId, step }: RunKey,
  { userId, ...decision }: Decision & { userId: UserId },
): Promise<void> {
  await db
    .insertInto('judgements')
    .values({ id: newId(), session_id: sessionId, step, ...decision, judged_by: userId })
    .execute();
}
