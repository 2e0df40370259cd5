// Questions and sets of a session with the answers to them, for a recording's page.
import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import type { RecordingDetail } from '#contract/recordings.ts';
import type { StepAnswer } from '#contract/step-answers.ts';
import { isOfShownStep } from '#server/filters/answer-conditions.db.ts';
import type { Database } from '#server/platform/db/database.ts';
import { panelStepFromRow, type StepRow } from '#server/revisions/steps.db.ts';

interface QuestionRow extends Pick<StepRow, 'number' | 'kind' | 'text' | 'content'> {
  shown_at_ms: number | null;
  answered_at_ms: number | null;
  answer: StepAnswer | null;
}

/** Returns those of the session's own revision that its participant was shown, in their order. */
export async function readQuestions(
  db: Database,
  sessionId: SessionId,
): Promise<RecordingDetail['questions']> {
  const { rows } = await sql<QuestionRow>`
    SELECT steps.number, kind, text, content, shown_at_ms, answered_at_ms, answer
    FROM sessions JOIN steps ON steps.revision_id = sessions.revision_id AND kind IN ('question', 'set')
      LEFT JOIN panel_visits ON panel_visits.session_id = sessions.id AND panel_visits.step = steps.number
      LEFT JOIN answers ON answers.session_id = sessions.id AND answers.step = steps.number
    WHERE sessions.id = ${sessionId} AND (panel_visits.session_id IS NOT NULL OR ${isOfShownStep('answers')})
    ORDER BY position`.execute(db);
  return rows.map((row) => ({
    question: panelStepFromRow(row),
    visitedAtMs: row.shown_at_ms,
    answeredAtMs: row.answered_at_ms,
    answer: row.answer,
  }));
}
