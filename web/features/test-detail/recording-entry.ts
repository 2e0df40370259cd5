// A recording as its row shows it (section 3, 'Parsed recording': name, date, time, link).
import { type RecordingAddress, splitUserTimestamp } from '#contract/paths.ts';
import type { RecordingInfo } from '#contract/recordings.ts';
import type { Test } from '#contract/tests.ts';
import { clickCountText } from '#web/entities/recording/click-count.ts';
import { presenceOf } from '#web/entities/recording/running.ts';
import { formatDay, formatDuration, formatTime } from '#web/lib/format-time.ts';

export interface RecordingEntry {
  id: string;
  name: string;
  date: string;
  time: string;
  address: RecordingAddress;
  /** Null as long as it grows. */
  duration: string | null;
  /** In words; null as long as they are not counted: that comes at the end. */
  clicks: string | null;
  posterUrl: string | null;
  mark: 'live' | 'silent' | 'ended-early' | null;
  /** When its participant was last heard; null: it is over. */
  lastHeardAt: string | null;
  /** Null for the newest one, unless it is uncertain and there are others. */
  revision: number | null;
  /** It may have been asked something else. */
  isUncertain: boolean;
}

type TestAddress = Pick<Test, '_id' | 'uniqueId' | 'company' | 'name'> & {
  revision: Pick<Test['revision'], 'number'>;
};

/** Rows of the recordings whose name can be read; malformed ones are skipped (section 3). */
export function recordingEntries(
  test: TestAddress,
  recordings: readonly RecordingInfo[],
): RecordingEntry[] {
  return recordings.flatMap((recording) => recordingEntry(test, recording) ?? []);
}

function recordingEntry(test: TestAddress, recording: RecordingInfo): RecordingEntry | null {
  const { userTimestamp, durationMs } = recording;
  const isRunning = recording.state === 'receiving';
  const parts = splitUserTimestamp(userTimestamp);
  if (parts === null) return null;
  return {
    id: recording.id,
    name: parts.participantName,
    date: formatDay(parts.timestampMs),
    time: formatTime(parts.timestampMs),
    address: {
      uniqueId: test.uniqueId,
      testId: test._id,
      company: test.company,
      testName: test.name,
      userTimestamp,
    },
    duration: durationMs === null || isRunning ? null : formatDuration(durationMs),
    clicks: isRunning ? null : clickCountText(recording),
    posterUrl: recording.posterUrl,
    mark: markOf(recording),
    lastHeardAt: recording.lastHeardAt,
    revision: shownRevision(test, recording),
    isUncertain: recording.revision.uncertain,
  };
}

function shownRevision(test: TestAddress, { revision }: RecordingInfo): number | null {
  const newest = test.revision.number;
  if (newest === 1 && revision.number === 1) return null;
  return revision.number !== newest || revision.uncertain ? revision.number : null;
}

function markOf(recording: RecordingInfo): RecordingEntry['mark'] {
  return presenceOf(recording) ?? (recording.endedEarly ? 'ended-early' : null);
}
