// What a recording's page shows of its session's reading, with the addresses of its screens' images.
import type { RecordingDetail } from '#contract/recordings.ts';
import { isApproximate } from '#contract/screens.ts';
import type { Reading } from '#insight/reading.ts';
import type { Authorized, RecordingRef } from '#server/access/authorized.ts';
import { readingOf } from '#server/domain/readings/session-reading.ts';
import type { RecordingRow } from '#server/domain/recordings/recordings.db.ts';
import { readImages } from '#server/domain/screens/screen-images.ts';
import type { SessionTask } from '#server/domain/tests/revisions.db.ts';
import { readablePrototype } from '#server/domain/workspaces/design-access.ts';
import { screenImageAddress } from '#server/media/signed-image.ts';
import type { Parts } from '#server/parts.ts';
import { type KnownPrototype, prototypeOf } from '#server/prototypes/prototype-hosts.ts';

type ClickFields = Pick<
  RecordingDetail,
  | 'clicks'
  | 'clickList'
  | 'visits'
  | 'screens'
  | 'imageSource'
  | 'prototypeState'
  | 'unplaced'
  | 'readAgain'
>;

export async function readClicks(
  parts: Parts,
  { sessionId, workspaceId }: Authorized<RecordingRef>,
  row: RecordingRow & Pick<SessionTask, 'prototypeUrl' | 'revisionId'>,
): Promise<ClickFields> {
  const { state, duration_ms: durationMs, revisionId } = row;
  const { reading, isDue } = await readingOf(parts, { sessionId, state, durationMs });
  const prototype = prototypeOf(row.prototypeUrl, parts.prototypeHosts);
  const seen = [...reading.clicks, ...reading.visits].map(({ screenId }) => screenId);
  const images = prototype ? await readImages(parts.db, { ...prototype, revisionId }, seen) : [];
  return {
    clicks: reading.clicks.length,
    clickList: reading.clicks.map(({ screenId, atMs, reacted, x, y }) => ({
      ...{ screenId, atMs, handled: reacted, x, y },
    })),
    unplaced: countUnplaced(reading),
    visits: reading.visits.map(({ screenId, enteredAtMs, leftAtMs }) => ({
      screenId,
      fromMs: enteredAtMs,
      toMs: leftAtMs,
    })),
    screens: images.map(({ id, nodeId, width, height, origin }) => ({
      screenId: nodeId,
      imageUrl: screenImageAddress(parts.secrets, id),
      width,
      height,
      approximate: isApproximate({ origin }),
    })),
    imageSource: prototype && (await imageSourceOf(parts, workspaceId, prototype)),
    // Null for both: the link is no prototype's.
    prototypeState: prototype && reading.prototypeState,
    readAgain: isDue,
  };
}

/** Clicks without a place, by the reason. */
function countUnplaced({ clicks }: Reading): RecordingDetail['unplaced'] {
  const counts: Record<string, number> = {};
  for (const { unplaced } of clicks) {
    if (unplaced !== null) counts[unplaced] = (counts[unplaced] ?? 0) + 1;
  }
  return counts;
}

async function imageSourceOf(
  parts: Parts,
  workspaceId: RecordingRef['workspaceId'],
  prototype: KnownPrototype,
): Promise<RecordingDetail['imageSource']> {
  if (await readablePrototype(parts, workspaceId, prototype)) return 'design_tool';
  return parts.screenshots?.isUsable() ? 'browser' : 'none';
}
