// A moment as lists of moments show it, with the address of its still.
import { addressOf } from '#contract/endpoint.ts';
import type { SessionId } from '#contract/ids.ts';
import type { Moment } from '#contract/moments.ts';
import { joinUserTimestamp } from '#contract/paths.ts';
import { stills } from '#contract/stills.api.ts';
import type { MomentRow } from './moments.db.ts';

export function momentOf(row: MomentRow): Moment {
  const { x, y, missed } = row;
  return {
    sessionId: row.session_id as SessionId,
    userTimestamp: joinUserTimestamp(row.participant_name, row.timestamp_ms),
    number: row.number,
    participantName: row.participant_name,
    outcome: row.outcome,
    atMs: row.at_ms,
    durationMs: row.duration_ms,
    times: row.times,
    click: x === null || y === null ? null : { x, y, missed },
    still: stillOf(row),
  };
}

function stillOf({ session_id: sessionId, sheet, ...row }: MomentRow): Moment['still'] {
  const { still_width: width, still_height: height, still_index: index } = row;
  if (sheet === null || width === null || height === null || index === null) return null;
  const url = addressOf(stills.sheet, { params: { sessionId, sheet: String(sheet) } });
  return { url, width, height, index };
}
