// Questions and sets of an export's revisions.
import { sql } from 'kysely';
import type { RevisionId } from '#contract/ids.ts';
import { type AnswerStep, isQuestion } from '#contract/steps.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type StepRow, stepFromRow } from '#server/revisions/steps.db.ts';
import { exportedRevisions } from './exported-rows.db.ts';

export interface ExportedQuestion {
  revisionId: RevisionId;
  revision: number;
  position: number;
  step: AnswerStep;
}

/** Returns the questions and sets by revision, in their order. */
export async function exportedQuestions(db: Database, of: ResultsOf): Promise<ExportedQuestion[]> {
  const { rows } = await sql<StepRow & Omit<ExportedQuestion, 'step'>>`
    SELECT revisions.id AS "revisionId", revisions.number AS revision, position, steps.number, kind, text, content,
      shown_when
    FROM ${exportedRevisions(of)} AND kind IN ('question', 'set')
    ORDER BY revisions.number, position`.execute(db);
  return rows.flatMap(({ revisionId, revision, position, ...row }) => {
    const step = stepFromRow(row);
    return isQuestion(step) ? [{ revisionId, revision, position, step }] : [];
  });
}
