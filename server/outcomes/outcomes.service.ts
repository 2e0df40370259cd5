// Outcomes by hand and exclusions: members decide, and person and time are stored. Of two simultaneous decisions
// one is rejected.
import { AppError } from '#contract/errors.ts';
import type { JudgedRun } from '#contract/outcomes.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, RecordingRef, SignIn } from '#server/platform/access/authorized.ts';
import { taskOfSession } from '#server/revisions/revisions.db.ts';
import { lockRecording } from '#server/session-state/end-calls.db.ts';
import { type Decision, insertJudgement, lastJudgement, type RunKey } from './judgements.db.ts';
import { readRunOutcome } from './run-outcome.db.ts';
import { settleRun } from './settle.db.ts';

export async function readOutcome(
  { db }: Pick<Parts, 'db'>,
  ref: Authorized<RecordingRef>,
  step: number | undefined,
): Promise<JudgedRun> {
  return await readRunOutcome(db, await runOf(db, ref, step));
}

/** @throws AppError not_found for a step that the session's revision does not have */
async function runOf(
  db: Parts['db'],
  { sessionId }: Authorized<RecordingRef>,
  step: number | undefined,
): Promise<RunKey> {
  const task = await taskOfSession(db, sessionId, step);
  return { sessionId, step: task.step };
}

/**
 * Writes a decision down and settles the run by it. The same again is no decision and changes nothing.
 * @param basedOn the last judgement of that kind that the person had seen
 * @throws AppError outcome_changed when there is another one; not_found when the session is deleted meanwhile
 */
export async function decide(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  ref: Authorized<RecordingRef>,
  {
    step,
    basedOn,
    by,
    ...decision
  }: Decision & { step?: number | undefined; basedOn: string | null; by: SignIn },
): Promise<JudgedRun> {
  const { isNew, judged } = await parts.db.transaction().execute(async (db) => {
    if (!(await lockRecording(db, ref.sessionId))) throw new AppError('not_found');
    const run = await runOf(db, ref, step);
    const last = await lastJudgement(db, run, decision.kind);
    if ((last?.id ?? null) !== basedOn) throw new AppError('outcome_changed');
    const isNew =
      decision.outcome !== (last?.outcome ?? null) || decision.reason !== (last?.reason ?? null);
    if (isNew) {
      await insertJudgement(db, run, { ...decision, userId: by.userId });
      await settleRun(db, ref.sessionId);
    }
    return { isNew, judged: await readRunOutcome(db, run) };
  });
  const { testId, sessionId } = ref;
  if (isNew) parts.securityLog.write({ event: 'outcome.decided', testId, sessionId });
  return judged;
}
