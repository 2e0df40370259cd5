// A recording's row as the contract answers it, in a test's list and on its own page alike.
import { sql } from 'kysely';
import { addressOf } from '#contract/endpoint.ts';
import type { RevisionId, SessionId } from '#contract/ids.ts';
import { joinUserTimestamp } from '#contract/paths.ts';
import type { RecordingInfo } from '#contract/recording-info.ts';
import { stills } from '#contract/stills.api.ts';
import { lastSeenAt, silentInMs } from '#server/session-state/last-seen.db.ts';

/** Columns of `sessions`, `recordings` and `revisions` that `recordingInfoFromRow` reads. */
export const recordingColumns = [
  'sessions.id',
  'sessions.number',
  'sessions.participant_name',
  'sessions.timestamp_ms',
  'sessions.started_at',
  'sessions.revision_id',
  'sessions.revision_uncertain',
  'revisions.number as revision',
  'recordings.state',
  'recordings.duration_ms',
  'recordings.size_bytes',
  'recordings.ended_early',
  'recordings.clicks',
  'recordings.poster_at_ms',
  sql<number>`(SELECT coalesce(sum(misclicks), 0)::integer FROM task_runs
    WHERE task_runs.session_id = sessions.id)`.as('misclicks'),
  lastSeenAt.as('heard_at'),
] as const;

/** These columns; a time within JSON of the database is a text. */
interface RecordingInfoRow {
  id: SessionId;
  number: number;
  participant_name: string;
  timestamp_ms: number;
  started_at: Date | string;
  duration_ms: number | null;
  size_bytes: number;
  state: RecordingInfo['state'];
  ended_early: boolean;
  clicks: number;
  misclicks: number;
  poster_at_ms: number | null;
  heard_at: Date | string;
  revision_id: RevisionId;
  revision: number | null;
  revision_uncertain: boolean;
}

export function recordingInfoFromRow(row: RecordingInfoRow): RecordingInfo {
  return {
    id: row.id,
    userTimestamp: joinUserTimestamp(row.participant_name, row.timestamp_ms),
    number: row.number,
    participantName: row.participant_name,
    startedAt: new Date(row.started_at).toISOString(),
    durationMs: row.duration_ms,
    sizeBytes: row.size_bytes,
    state: row.state,
    endedEarly: row.ended_early,
    ...lastSeenFromRow(row),
    clicks: row.clicks,
    misclicks: row.misclicks,
    posterUrl: row.poster_at_ms === null ? null : posterAddress(row.id, row.poster_at_ms),
    revision: {
      _id: row.revision_id,
      // A revision that is run has a number.
      number: row.revision ?? 1,
      uncertain: row.revision_uncertain,
    },
  };
}

function lastSeenFromRow({ state, heard_at, size_bytes }: RecordingInfoRow) {
  if (state === 'ready') return { lastHeardAt: null, silentInMs: null };
  const at = new Date(heard_at);
  const session = { lastSeenAtMs: at.getTime(), isRecording: size_bytes > 0 };
  return { lastHeardAt: at.toISOString(), silentInMs: silentInMs(session, Date.now()) };
}

/** Each picture has an address of its own, because browsers cache a picture for a day. */
export function posterAddress(sessionId: SessionId, atMs: number): string {
  return addressOf(stills.poster, { params: { sessionId }, query: { at: atMs } });
}
