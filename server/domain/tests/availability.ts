// Whether a test takes sessions, from its row: the creator's pages and the participant's ask the same.
import { availabilityOf, type Intake } from '#contract/tests.ts';

export interface AvailabilityRow {
  closed_by_hand: boolean;
  close_date: Date | null;
  submission_limit: number | null;
  submissions: number;
}

/** Now: a date passes without a job. */
export function availabilityOfRow(row: AvailabilityRow): Intake {
  return availabilityOf(
    {
      closedByHand: row.closed_by_hand,
      closeDateMs: row.close_date?.getTime() ?? null,
      submissionLimit: row.submission_limit,
      submissions: row.submissions,
    },
    Date.now(),
  );
}
