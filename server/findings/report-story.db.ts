// The row of a report's story: what its author wrote, and the lines of the drafts at that time.
import { sql } from 'kysely';
import { z } from 'zod';
import type { TestId } from '#contract/ids.ts';
import type { StoryInput } from '#contract/report-story.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Lines of a draft by what they are about: the key stays while the words follow the numbers. */
export type DraftLines = Readonly<Record<string, string>>;

export interface StoredStory extends StoryInput {
  summaryDraft: DraftLines;
  nextStepsDraft: DraftLines;
}

const draftLines = z.record(z.string(), z.string());

const unwritten: StoredStory = {
  ...{ version: 0, title: '', summary: '', nextSteps: '', targetPercent: null },
  ...{ summaryDraft: {}, nextStepsDraft: {} },
};

export async function readStory(db: Database, testId: TestId): Promise<StoredStory> {
  const row = await db
    .selectFrom('reports')
    .selectAll()
    .where('test_id', '=', testId)
    .executeTakeFirst();
  if (!row) return unwritten;
  return {
    version: row.version,
    title: row.title,
    summary: row.summary,
    nextSteps: row.next_steps,
    targetPercent: row.target_percent,
    summaryDraft: draftLines.parse(row.summary_draft),
    nextStepsDraft: draftLines.parse(row.next_steps_draft),
  };
}

/** @returns false: it is no longer the version that the story names */
export async function writeStory(
  db: Database,
  testId: TestId,
  { version, ...story }: StoredStory,
): Promise<boolean> {
  const values = {
    title: story.title,
    summary: story.summary,
    next_steps: story.nextSteps,
    summary_draft: JSON.stringify(story.summaryDraft),
    next_steps_draft: JSON.stringify(story.nextStepsDraft),
    target_percent: story.targetPercent,
  };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('reports')
    .values({ ...values, test_id: testId })
    .onConflict((conflict) =>
      conflict
        .column('test_id')
        .doUpdateSet({ ...values, version: sql`reports.version + 1` })
        .where('reports.version', '=', version),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
