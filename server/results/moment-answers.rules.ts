// A moment as lists of moments show it, with the address of its still.
import type { Moment } from '#contract/moments.ts';
import { joinUserTimestamp } from '#contract/paths.ts';
import { stillFromRow } from '#server/recordings/moment-still.db.ts';
import type { MomentRow } from './moments.db.ts';

export function momentFromRow(row: MomentRow): Moment {
  const { x, y, missed } = row;
  return {
    sessionId: row.session_id,
    userTimestamp: joinUserTimestamp(row.participant_name, row.timestamp_ms),
    number: row.number,
    participantName: row.participant_name,
    outcome: row.outcome,
    atMs: row.at_ms,
    durationMs: row.duration_ms,
    withoutVideo: row.without_video,
    times: row.times,
    click: x === null || y === null ? null : { x, y, missed },
    still: stillFromRow(row),
  };
}
