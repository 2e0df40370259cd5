// What a recording's page shows of its clicks: read from the session's messages, placed on the screens' images.
import type { RecordingDetail } from '#contract/recordings.ts';
import { isApproximate, type ScreenImage } from '#contract/screens.ts';
import type { Click } from '#insight/clicks.ts';
import { place } from '#insight/place.ts';
import type { Authorized, RecordingRef } from '#server/access/authorized.ts';
import { readSessionReading } from '#server/domain/readings/session-reading.ts';
import { type RecordingRow, storeClicks } from '#server/domain/recordings/recordings.db.ts';
import { readablePrototype } from '#server/domain/workspaces/design-access.ts';
import { screenImageAddress } from '#server/media/signed-image.ts';
import type { Parts } from '#server/parts.ts';
import { prototypeOf } from '#server/prototypes/prototype-hosts.ts';

type ClickFields = Pick<
  RecordingDetail,
  'clicks' | 'clickList' | 'visits' | 'screens' | 'imageSource' | 'prototypeState' | 'unplaced'
>;

/** Also puts a better reading's number of clicks into the row, for lists. */
export async function readClicks(
  parts: Parts,
  ref: Authorized<RecordingRef>,
  row: RecordingRow,
): Promise<ClickFields> {
  const { clicks, visits, screens, prototypeState } = await readSessionReading(parts, parts.db, {
    ...ref,
    figmaUrl: row.figma_url,
    endedAtMs: row.duration_ms,
  });
  if (clicks.length !== row.clicks) await storeClicks(parts.db, ref, clicks.length);
  const seen = new Set([...clicks, ...visits].map(({ screenId }) => screenId));
  const imageSource = await imageSourceOf(parts, ref, row.figma_url);
  return {
    clicks: clicks.length,
    ...placeAll(clicks, screens),
    visits: visits.map(({ screenId, enteredAtMs, leftAtMs }) => ({
      screenId,
      fromMs: enteredAtMs,
      toMs: leftAtMs,
    })),
    screens: screens
      .filter(({ nodeId }) => seen.has(nodeId))
      .map(({ id, nodeId, width, height, origin }) => ({
        screenId: nodeId,
        imageUrl: screenImageAddress(parts.secrets, id),
        width,
        height,
        approximate: isApproximate({ origin }),
      })),
    imageSource,
    // Null for both: the link is no prototype's.
    prototypeState: imageSource === null ? null : prototypeState,
  };
}

/** Clicks with their places; those without one are counted by the reason. */
function placeAll(
  clicks: readonly Click[],
  images: readonly ScreenImage[],
): Pick<ClickFields, 'clickList' | 'unplaced'> {
  const imageOf = new Map(images.map((image) => [image.nodeId, image]));
  const unplaced: Record<string, number> = {};
  const clickList = clicks.map((click) => {
    const { screenId, atMs, handled } = click;
    const spot = spotOf(click, imageOf.get(screenId));
    if (spot.placed) return { screenId, atMs, handled, x: spot.x, y: spot.y };
    unplaced[spot.reason] = (unplaced[spot.reason] ?? 0) + 1;
    return { screenId, atMs, handled, x: null, y: null };
  });
  return { clickList, unplaced };
}

/** A click without an image of its screen is counted, not guessed. */
function spotOf(
  click: Click,
  image: ScreenImage | undefined,
): ReturnType<typeof place> | { placed: false; reason: 'no_screen_image' } {
  return image ? place(click, image) : { placed: false, reason: 'no_screen_image' };
}

async function imageSourceOf(
  parts: Parts,
  { workspaceId }: Authorized<RecordingRef>,
  figmaUrl: string,
): Promise<RecordingDetail['imageSource']> {
  const prototype = prototypeOf(figmaUrl, parts.prototypeHosts);
  if (!prototype) return null;
  if (await readablePrototype(parts, workspaceId, prototype)) return 'design_tool';
  return parts.screenshots?.isUsable() ? 'browser' : 'none';
}
