// The runs of a participant as the server has read them, with the answers to each task's card.
import type { Stage } from './stage.ts';

export async function readTaskRuns(
  { database }: Stage,
  participantName: string,
): Promise<object[]> {
  return await database.db
    .selectFrom('task_runs')
    .innerJoin('sessions', 'sessions.id', 'task_runs.session_id')
    .leftJoin('answers', (join) =>
      join
        .onRef('answers.session_id', '=', 'sessions.id')
        .onRef('answers.step', '=', 'task_runs.step'),
    )
    .select(['task_runs.step', 'outcome', 'path', 'clicks', 'ended', 'did_it', 'ease', 'helped'])
    .where('participant_name', '=', participantName)
    .orderBy('task_runs.step')
    .execute();
}
