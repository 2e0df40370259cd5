// Judgements in the database: outcomes by hand and exclusions. The last of each kind counts; earlier ones stay.
import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** What was decided last of a run; null: nothing, or it was taken back. A row of `task_runs` is in reach. */
export function lastDecided(runs: ExpressionBuilder<Tables, 'task_runs'>) {
  return [
    lastOf(runs, 'outcome').select('judgements.outcome').as('decided'),
    lastOf(runs, 'exclusion').select('judgements.reason').as('reason'),
  ] as const;
}

function lastOf(
  { selectFrom }: ExpressionBuilder<Tables, 'task_runs'>,
  kind: 'outcome' | 'exclusion',
) {
  return selectFrom('judgements')
    .whereRef('judgements.session_id', '=', 'task_runs.session_id')
    .whereRef('judgements.step', '=', 'task_runs.step')
    .where('kind', '=', kind)
    .orderBy('judged_at', 'desc')
    .limit(1);
}
