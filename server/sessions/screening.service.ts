// Screening at the start of a session: its answers are checked once more, and stored with it.
import { AppError } from '#contract/errors.ts';
import type { OpeningId, RevisionId, TestId } from '#contract/ids.ts';
import type { ScreeningAnswers } from '#contract/sessions.ts';
import type { Parts } from '#server/parts.ts';
import { screeningSteps } from '#server/revisions/steps.db.ts';
import type { SharedTestRow } from '#server/tests/tests.db.ts';
import { isScreenedOut, noteScreenedOut } from './openings.db.ts';
import { type CheckedAnswer, requireAll, type Screened, screenAnswers } from './screening.rules.ts';

/**
 * Returns the answers with which a session begins. A page has shown the person the end before; another client learns it
 * here.
 * @throws AppError screened_out; bad_input for answers that do not fit, and when one is missing
 */
export async function screenStart(
  db: Parts['db'],
  test: Pick<SharedTestRow, 'id'>,
  start: { revisionId: RevisionId; openingId: OpeningId | null; answers: ScreeningAnswers },
): Promise<CheckedAnswer[]> {
  const { revisionId, openingId, answers } = start;
  const steps = await screeningSteps(db, { testId: test.id, revisionId });
  if (steps.length === 0 && answers.length === 0) return [];
  const screened = screenAnswers(steps, answers);
  const opening = openingId && { id: openingId, testId: test.id, revisionId };
  const isOut = screened.end !== null || (opening && (await isScreenedOut(db, opening)));
  if (isOut) {
    await noteEnd(db, opening, screened);
    throw new AppError('screened_out');
  }
  requireAll(screened);
  return screened.answers;
}

type Opened = { id: OpeningId; testId: TestId; revisionId: RevisionId };

async function noteEnd(db: Parts['db'], opening: Opened | null, { end }: Screened): Promise<void> {
  if (opening && end) await noteScreenedOut(db, opening, end);
}
