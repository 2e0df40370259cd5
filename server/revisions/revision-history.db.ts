// The history of a test's tasks: its revisions, and texts that were corrected in place.

import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { UserId } from '#contract/ids.ts';
import { isTask } from '#contract/steps.ts';
import type { TestRevision } from '#contract/tests.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/new-id.ts';
import { stepFromRow, stepsColumn } from './steps.db.ts';

/** Changes a step's text in place, for sessions that have read it too, and stores the text before. */
export async function correctStep(
  db: Database,
  stepId: string,
  { before, after, userId }: { before: string; after: string; userId: UserId },
): Promise<void> {
  await db.updateTable('steps').set({ text: after }).where('id', '=', stepId).execute();
  await db
    .insertInto('step_corrections')
    .values({
      id: newId(),
      step_id: stepId,
      text_before: before,
      text_after: after,
      corrected_by: userId,
    })
    .execute();
}

/** A test's revisions that can be run or were, the newest first. */
export async function listRevisions(
  db: Database,
  { testId }: Authorized<TestRef>,
): Promise<TestRevision[]> {
  const rows = await db
    .selectFrom('revisions')
    .select(['revisions.id', 'revisions.number', 'revisions.created_at'])
    .select((revision) => [
      revision
        .selectFrom('sessions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('sessions.revision_id', '=', 'revisions.id')
        .as('sessions'),
      jsonArrayFrom(
        revision
          .selectFrom('step_corrections')
          .innerJoin('steps', 'steps.id', 'step_corrections.step_id')
          .leftJoin('users', 'users.id', 'step_corrections.corrected_by')
          .select([
            'steps.number as step',
            'text_before as before',
            'text_after as after',
            'corrected_at as at',
          ])
          .select(['users.first_name', 'users.last_name', 'users.email'])
          .whereRef('steps.revision_id', '=', 'revisions.id')
          .orderBy('corrected_at', 'desc'),
      ).as('corrections'),
      stepsColumn('revisions.id').as('steps'),
    ])
    .where('revisions.test_id', '=', testId)
    .where('revisions.number', 'is not', null)
    .orderBy('revisions.created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    number: row.number ?? 1,
    createdAt: row.created_at.toISOString(),
    task: row.steps.find(isTask)?.text ?? '',
    figmaUrl: row.steps.find(isTask)?.prototype_url ?? '',
    steps: row.steps.map((step) => {
      const all = stepFromRow(step);
      if (!isTask(all)) return all;
      const { goal, asks, ...task } = all;
      return task;
    }),
    sessions: Number(row.sessions),
    corrections: row.corrections.map(({ step, before, after, at, ...person }) => ({
      step,
      before,
      after,
      at: new Date(at).toISOString(),
      by: [person.first_name, person.last_name].join(' ').trim() || person.email,
    })),
  }));
}
