// Rows of tests as the contract answers them: with recordings, as participants see them, their settings; and whether one
// takes sessions.

import { LIST_MAX } from '#contract/limits.ts';
import { joinUserTimestamp, logicalRecordingPath, participantPath } from '#contract/paths.ts';
import type { SharedTest } from '#contract/shared-test.ts';
import type { RunningCounts, TestOverview, TestSummary } from '#contract/test-summary.ts';
import type { Test, TestSettings } from '#contract/tests.ts';
import { type Availability, availabilityOf } from '#contract/tests.ts';
import { posterAddress, recordingInfoFromRow } from '#server/recordings/recording-info.db.ts';
import { stepGoalFromRow } from '#server/revisions/goals.db.ts';
import { stepFromRow } from '#server/revisions/steps.db.ts';
import { silentInMs } from '#server/session-state/last-seen.db.ts';
import type { SummaryRow } from './summaries.db.ts';
import type { OverviewRow, SharedTestRow, TestRow, TestWithRecordings } from './tests.db.ts';

export function testFromRow(row: TestWithRecordings, publicUrl: string): Test {
  const { recordings } = row;
  return {
    ...commonFromRow(row, publicUrl),
    ...newestTaskFromRow(row),
    // A client that knows one task may send the answer back with another text.
    ...((row.steps.length > 1 || row.steps.some(({ content }) => content !== null)) && {
      steps: row.steps.map(stepFromRow),
    }),
    recordings: recordings.map((recording) =>
      logicalRecordingPath({
        company: row.company,
        testName: row.name,
        userTimestamp: joinUserTimestamp(recording.participant_name, recording.timestamp_ms),
      }),
    ),
    recordings_info: recordings.map(recordingInfoFromRow),
  };
}

export function testSummaryFromRow(row: SummaryRow, publicUrl: string): TestSummary {
  const { poster_of: sessionId, poster_at_ms: at } = row;
  return {
    ...commonFromRow(row, publicUrl),
    running: runningCountsFromRow(row),
    recordedSince: row.recorded_since,
    posterUrl: sessionId && at !== null ? posterAddress(sessionId, at) : null,
  };
}

export function testOverviewFromRow(row: OverviewRow, publicUrl: string): TestOverview {
  const { clicks, misclicks, duration_ms: durationMs, average_ms: averageMs } = row;
  return {
    ...commonFromRow(row, publicUrl),
    ...newestTaskFromRow(row),
    steps: row.steps.map(stepFromRow),
    running: runningCountsFromRow(row),
    template: row.is_template,
    withdrawn: row.withdrawn,
    totals:
      row.recording_count > LIST_MAX
        ? null
        : {
            clicks: clicks ?? 0,
            misclicks: misclicks ?? 0,
            durationMs: durationMs ?? 0,
            averageMs,
          },
  };
}

type CommonRow = OwnRow & AvailabilityRow;

/** Fields that every answer of a test has for its creators. */
function commonFromRow(row: CommonRow, publicUrl: string) {
  return {
    ...sharedTestFromRow(row),
    link: `${publicUrl}${participantPath(row.unique_id)}`,
    closed: availabilityFromRow(row) !== 'open',
    count_of_recordings: row.recording_count,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    storedTimeStamp: row.recorded_ms,
  };
}

/** Columns of the test itself, without its newest task and its workspace's columns. */
type OwnRow = Omit<SharedTestRow, keyof NewestTaskRow | 'retention_days'>;

type NewestTaskRow = Pick<
  SharedTestRow,
  'revision_id' | 'revision' | 'revised_at' | 'step_id' | 'goal' | 'asks'
>;

/** The newest tasks, and the time from which they apply. */
function newestTaskFromRow(row: NewestTaskRow & Pick<TestRow, 'has_sessions'>) {
  return {
    revision: {
      _id: row.revision_id,
      number: row.revision,
      createdAt: row.revised_at.toISOString(),
      hasSessions: Boolean(row.has_sessions),
    },
    ...stepGoalFromRow(row),
  };
}

function runningCountsFromRow(
  row: Pick<SummaryRow, 'running' | 'live' | 'heard_at'>,
): RunningCounts {
  const lastSeenAtMs = row.heard_at?.getTime();
  return {
    live: row.live,
    silent: row.running - row.live,
    silentInMs:
      lastSeenAtMs === undefined
        ? null
        : silentInMs({ lastSeenAtMs, isRecording: true }, Date.now()),
  };
}

export function testSettingsFromRow(row: TestRow): TestSettings {
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
export function availabilityFromRow(row: AvailabilityRow): Availability {
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

/** Fields of a test that creators and participants both see. */
export function sharedTestFromRow(row: OwnRow): SharedTest {
  return {
    _id: row.id,
    uniqueId: row.unique_id,
    name: row.name,
    task: row.task,
    figmaUrl: row.figma_url,
    company: row.company,
  };
}
