// Tables of revisions and their steps.
import type { Generated, JSONColumnType } from 'kysely';
import type { RevisionId, TestId, UserId } from '#contract/ids.ts';
import type { Step } from '#contract/steps.ts';
import type { TaskQuestion } from '#contract/task-questions.ts';
import type { Timestamp } from './result-tables.ts';

interface Revisions {
  id: RevisionId;
  test_id: TestId;
  /** The number, or null if the revision was changed before it was run. */
  number: number | null;
  created_at: Timestamp;
}

interface Steps {
  id: string;
  revision_id: RevisionId;
  position: number;
  number: number;
  kind: Step['kind'];
  text: string;
  prototype_url: string | null;
  content: JSONColumnType<Record<string, unknown>> | null;
  shown_when: JSONColumnType<object> | null;
  shuffled: Generated<boolean>;
  variant: Generated<number | null>;
  goal: JSONColumnType<object> | null;
  asks: Generated<TaskQuestion[]>;
  goal_version: Generated<number>;
  goal_set_at: Date | null;
  goal_set_after: number | null;
}

interface StepCorrections {
  id: string;
  step_id: string;
  text_before: string;
  text_after: string;
  corrected_by: UserId | null;
  corrected_at: Timestamp;
}

export interface RevisionTables {
  revisions: Revisions;
  steps: Steps;
  step_corrections: StepCorrections;
}
