// The outcome of a session's run, by rule and by hand, as its page shows it.
import { z } from 'zod';
import type { JudgedRun } from '#contract/outcomes.ts';
import { decidedOutcome } from '#contract/outcomes.ts';
import type { Database } from '#server/platform/db/database.ts';
import { lastJudgement, type RunKey } from './judgements.db.ts';

/** A run is running until its session ends and is read. An exclusion counts at once. */
export async function readRunOutcome(db: Database, run: RunKey): Promise<JudgedRun> {
  const settled = await db
    .selectFrom('recordings')
    .leftJoin('task_runs', (join) =>
      join
        .onRef('task_runs.session_id', '=', 'recordings.session_id')
        .on('task_runs.step', '=', run.step),
    )
    .select(['recordings.state', 'computed_outcome'])
    .where('recordings.session_id', '=', run.sessionId)
    .executeTakeFirst();
  const computed = settled?.state === 'ready' ? settled.computed_outcome : null;
  const decided = await lastJudgement(db, run, 'outcome');
  const excluded = await lastJudgement(db, run, 'exclusion');
  const outcome = z.nullable(decidedOutcome).parse(decided?.outcome ?? null);
  const override = decided && outcome ? { outcome, ...byWhom(decided) } : null;
  const reason = excluded?.reason ?? null;
  const exclusion = excluded && reason !== null ? { reason, ...byWhom(excluded) } : null;
  const counts = computed === null ? 'running' : (override?.outcome ?? computed);
  return {
    outcome: exclusion ? 'excluded' : counts,
    computed,
    override,
    exclusion,
    basedOn: { outcome: decided?.id ?? null, exclusion: excluded?.id ?? null },
  };
}

function byWhom({ by, judgedAt }: { by: string | null; judgedAt: Date }) {
  return { by, at: judgedAt.toISOString() };
}
