// Tables of the drafts of tests.
import type { ColumnType, Generated } from 'kysely';
import type { TestId, UserId } from '#contract/ids.ts';

interface TestDrafts {
  test_id: TestId;
  version: string;
  /** A later version of the server may have written it. */
  content: ColumnType<unknown, string, string>;
  saved_by: UserId | null;
  saved_at: Generated<Date>;
}

interface DraftEditors {
  test_id: TestId;
  user_id: UserId;
  seen_at: Generated<Date>;
}

export interface DraftTables {
  test_drafts: TestDrafts;
  draft_editors: DraftEditors;
}
