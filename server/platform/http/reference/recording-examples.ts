// A recording as answers of the API reference show it (answer-examples.ts).
import { recordingId, revisionId, startedAtMs, userTimestamp } from './example-names.ts';

const startedAt = new Date(startedAtMs).toISOString();

export const recordingInfo = {
  id: recordingId,
  userTimestamp,
  number: 1,
  participantName: 'Grace Hopper',
  startedAt,
  durationMs: 92_400,
  sizeBytes: 18_350_112,
  state: 'ready',
  endedEarly: false,
  lastHeardAt: null,
  silentInMs: null,
  clicks: 1,
  misclicks: 0,
  posterUrl: `/api/recordings/${recordingId}/poster`,
  revision: { _id: revisionId, number: 1, uncertain: false },
};

export const recordingRow = {
  ...recordingInfo,
  outcome: 'indirect',
  timeToGoalMs: 44_000,
  device: 'Firefox on Windows',
  answers: { didIt: true, ease: 6, helped: null },
};

/** A member saw that the goal was reached without its screen. */
export const judgedRun = {
  outcome: 'indirect',
  computed: 'left',
  override: { outcome: 'indirect', by: 'Ada Lovelace', at: startedAt },
  exclusion: null,
  basedOn: { outcome: revisionId, exclusion: null },
};
