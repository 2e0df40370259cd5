// Answers to the card after a task, in the database.
import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import type { TaskAnswers } from '#contract/outcomes.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Keeps the answers to a step's card; the last ones count. */
export async function keepAnswers(
  db: Database,
  { sessionId, step }: { sessionId: SessionId; step: number },
  { didIt, ease, helped }: TaskAnswers,
): Promise<void> {
  const answers = { did_it: didIt, ease, helped: helped || null, answered_at: sql<Date>`now()` };
  await db
    .insertInto('task_answers')
    .values({ session_id: sessionId, step, ...answers })
    .onConflict((conflict) => conflict.columns(['session_id', 'step']).doUpdateSet(answers))
    .execute();
}
