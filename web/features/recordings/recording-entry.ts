// A recording as its row shows it (section 3, 'Parsed recording': name, date, time, link).
import type { Outcome, TaskAnswers } from '#contract/outcomes.ts';
import { type RecordingAddress, splitUserTimestamp } from '#contract/paths.ts';
import type { RecordingRow } from '#contract/recordings.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { secondsText } from '#insight/numbers/words.ts';
import { clickCountText } from '#web/entities/recording/click-count.ts';
import { presenceOf } from '#web/entities/recording/running.tsx';
import { type TaskOutcomes, taskOutcomes } from '#web/entities/results/outcome-marks.tsx';
import { formatDay, formatDuration, formatTime } from '#web/lib/format-time.ts';

export interface RecordingEntry {
  id: string;
  /** Number within the test. */
  number: number;
  name: string;
  date: string;
  time: string;
  address: RecordingAddress;
  /** Duration in words, or null while the recording is growing. */
  duration: string | null;
  /** Number of clicks in words, or null until the session is over, when they are counted. */
  clicks: string | null;
  /** The outcome, or null while the session is running. */
  outcome: Outcome | null;
  outcomes: TaskOutcomes;
  timeToGoal: string | null;
  /** The device, or null if unknown. */
  device: string | null;
  answers: AnswersInShort | null;
  posterUrl: string | null;
  mark: 'live' | 'silent' | 'ended-early' | null;
  /** The session has clicks and answers alone. */
  isAlone: boolean;
  /** Time of the participant's last message, or null if the session is over. */
  lastHeardAt: string | null;
  /** The revision's number, or null for the newest one unless it is uncertain and there are others. */
  revision: number | null;
  /** The session may belong to another revision. */
  isUncertain: boolean;
}

interface AnswersInShort {
  /** `Did it · ease 6 of 7`; empty: nothing but words. */
  short: string;
  /** Answer to 'What would have helped?', or an empty text. */
  helped: string;
}

type TestAddress = Pick<TestOverview, '_id' | 'uniqueId' | 'company' | 'name'> & {
  revision: Pick<TestOverview['revision'], 'number'>;
};

/** Returns whether its name can be read; malformed ones are skipped (section 3). */
export function isReadable({ userTimestamp }: RecordingRow): boolean {
  return splitUserTimestamp(userTimestamp) !== null;
}

/** @throws Error for one whose name can't be read. */
export function recordingEntry(test: TestAddress, recording: RecordingRow): RecordingEntry {
  const { userTimestamp, durationMs } = recording;
  const isRunning = recording.state === 'receiving';
  const parts = splitUserTimestamp(userTimestamp);
  if (parts === null) throw new Error(`${userTimestamp} is no name of a recording`);
  return {
    id: recording.id,
    number: recording.number,
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
    outcome: isRunning ? null : recording.outcome,
    outcomes: taskOutcomes(recording),
    timeToGoal: recording.timeToGoalMs === null ? null : secondsText(recording.timeToGoalMs),
    device: recording.device,
    answers: inShort(recording.answers),
    posterUrl: recording.posterUrl,
    mark: markOf(recording),
    isAlone: recording.sizeBytes === 0,
    lastHeardAt: recording.lastHeardAt,
    revision: revisionToShow(test, recording),
    isUncertain: recording.revision.uncertain,
  };
}

/** Returns the answers in short, or null if there are none. */
function inShort(answers: TaskAnswers | null): AnswersInShort | null {
  if (answers === null) return null;
  const { didIt, ease, helped } = answers;
  const parts = [
    didIt !== null && (didIt ? 'Did it' : 'Did not'),
    ease !== null && `ease ${ease} of 7`,
  ];
  const short = parts.filter(Boolean).join(' · ');
  return short === '' && !helped ? null : { short, helped: helped ?? '' };
}

function revisionToShow(test: TestAddress, { revision }: RecordingRow): number | null {
  const newest = test.revision.number;
  if (newest === 1 && revision.number === 1) return null;
  return revision.number !== newest || revision.uncertain ? revision.number : null;
}

function markOf(recording: RecordingRow): RecordingEntry['mark'] {
  return presenceOf(recording) ?? (recording.endedEarly ? 'ended-early' : null);
}
