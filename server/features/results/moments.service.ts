// The people behind a number, each with the moment in their recording and its still.
import { addressOf } from '#contract/endpoint.ts';
import type { SessionId } from '#contract/ids.ts';
import type { Moment, Moments, MomentsQuery } from '#contract/moments.ts';
import { joinUserTimestamp } from '#contract/paths.ts';
import { stills } from '#contract/stills.api.ts';
import { cutPage } from '#server/domain/lists.ts';
import { type MomentRow, readMoments } from '#server/domain/results/moments.db.ts';
import type { ResultsOf } from '#server/domain/results/people.ts';
import { namedScreens } from '#server/domain/screens/named-screens.ts';
import type { Parts } from '#server/parts.ts';

const PAGE = 50;

/** @throws AppError bad_input when the query names no screen where it must */
export async function momentsAnswer(
  parts: Parts,
  of: ResultsOf,
  query: MomentsQuery,
): Promise<Moments> {
  const revisionId = of.revision?.id ?? null;
  const screens = await namedScreens(parts, { testId: of.testId, revisionId });
  const screen = screens.find(({ number }) => number === query.at) ?? null;
  const asked = { ...query, nodeId: screen?.screenId ?? null };
  let sums = { total: 0, times: 0 };
  const page = await cutPage({ limit: query.limit ?? PAGE }, async (rows) => {
    const { rows: found, ...all } = await readMoments(parts.db, of, { asked, limit: rows });
    sums = all;
    return found.map((row) => ({ item: momentOf(row), cursor: String(row.number) }));
  });
  return { ...page, ...sums, screen };
}

function momentOf(row: MomentRow): Moment {
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
