// Rows of tests as the contract answers them: with recordings, as participants see them, their settings; and whether one
// takes sessions.
import type { RevisionId, TestId, UniqueId } from '#contract/ids.ts';
import { joinUserTimestamp, logicalRecordingPath, participantPath } from '#contract/paths.ts';
import type { SharedTest } from '#contract/sessions.ts';
import type { Test, TestSettings } from '#contract/tests.ts';
import { type Availability, availabilityOf } from '#contract/tests.ts';
import { recordingInfoOf } from '#server/domain/recordings/recording-info.ts';
import type { SharedTestRow } from '#server/domain/sessions/sessions.db.ts';
import { goalOfRow } from '#server/domain/tests/goals.db.ts';
import type { TestRow, TestWithRecordings } from '#server/domain/tests/tests.db.ts';

export function testAnswer(row: TestWithRecordings, publicUrl: string): Test {
  const { recordings } = row;
  return {
    ...sharedAnswer(row),
    link: `${publicUrl}${participantPath(row.unique_id)}`,
    closed: availabilityOfRow(row) !== 'open',
    count_of_recordings: recordings[0]?.count ?? 0,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    revision: {
      _id: row.revision_id as RevisionId,
      number: row.revision,
      createdAt: row.revised_at.toISOString(),
      hasSessions: Boolean(row.has_sessions),
    },
    ...goalOfRow(row),
    recordings: recordings.map((recording) =>
      logicalRecordingPath({
        company: row.company,
        testName: row.name,
        userTimestamp: joinUserTimestamp(recording.participant_name, recording.timestamp_ms),
      }),
    ),
    recordings_info: recordings.map(recordingInfoOf),
    storedTimeStamp: recordings[0]?.timestamp_ms ?? null,
  };
}

export function settingsAnswer(row: TestRow): TestSettings {
  return {
    closedByHand: row.closed_by_hand,
    closeDate: row.close_date?.toISOString() ?? null,
    submissionLimit: row.submission_limit,
    allowRepeat: row.allow_repeat,
  };
}

export interface AvailabilityRow {
  closed_by_hand: boolean;
  close_date: Date | null;
  submission_limit: number | null;
  submissions: number;
}

/** Now: a date passes without a job. */
export function availabilityOfRow(row: AvailabilityRow): Availability {
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

/** What creators and participants both see of a test. */
export function sharedAnswer(row: SharedTestRow): SharedTest {
  return {
    _id: row.id as TestId,
    uniqueId: row.unique_id as UniqueId,
    name: row.name,
    task: row.task,
    figmaUrl: row.figma_url,
    company: row.company,
  };
}
