// Recordings of a workspace: list, one with its clicks on their screens, heatmaps, deletion.
import type { PageQuery } from '#contract/answers.ts';
import { AppError } from '#contract/errors.ts';
import type { TestId, UniqueId } from '#contract/ids.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import { joinUserTimestamp, recordingPath } from '#contract/paths.ts';
import type { RecordingDetail, RecordingPlace } from '#contract/recordings.ts';
import { isApproximate, type ScreenImage } from '#contract/screens.ts';
import { place } from '#insight/place.ts';
import type { Authorized, RecordingRef, TestRef } from '#server/access/authorized.ts';
import { recordingInfoOf } from '#server/access/recording-info.ts';
import { readSessionReading } from '#server/access/session-reading.ts';
import { recordingPrefix, videoKey } from '#server/media/object-keys.ts';
import { screenImageAddress } from '#server/media/signed-image.ts';
import type { Parts } from '#server/parts.ts';
import { prototypeOf } from '#server/prototypes/prototype-hosts.ts';
import {
  countRecordings,
  deleteRecording,
  listHeatmaps,
  listSheets,
  pageRecordings,
  type RecordingRow,
  readPlace,
  readRecording,
  storeClicks,
} from './recordings.db.ts';

export type RecordingParts = Pick<
  Parts,
  'db' | 'storage' | 'intake' | 'jobs' | 'secrets' | 'prototypeHosts' | 'screenCamera'
>;

export async function pageOfRecordings(
  parts: RecordingParts,
  { testId }: Authorized<TestRef>,
  query: PageQuery,
) {
  const limit = query.limit ?? PAGE_SIZE;
  const search = query.search?.trim();
  const filter = { testId, ...(search ? { search } : {}) };
  const rows = await pageRecordings(parts.db, {
    ...filter,
    ...beforeOf(query.cursor),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(recordingInfoOf),
    nextCursor: rows.length > limit && last ? String(last.timestamp_ms) : null,
    total: await countRecordings(parts.db, filter),
  };
}

/** An empty cursor, as in `?cursor=&limit=20`, begins at the first page. */
function beforeOf(cursor: string | undefined): { beforeMs?: number } {
  if (!cursor) return {};
  if (!/^\d{1,15}$/.test(cursor)) {
    throw new AppError('bad_input', { fields: { cursor: 'This cursor is not one of ours.' } });
  }
  return { beforeMs: Number(cursor) };
}

/** A recording with its clicks placed on the screens we have images of. */
export async function readDetail(
  parts: RecordingParts,
  ref: Authorized<RecordingRef>,
): Promise<RecordingDetail> {
  const row = await readRecording(parts.db, ref);
  if (!row) throw new AppError('not_found');
  const info = recordingInfoOf(row);
  return {
    ...info,
    test: {
      _id: row.test_id as TestId,
      uniqueId: row.unique_id as UniqueId,
      name: row.name,
      task: row.task,
      company: row.company,
    },
    videoUrl: `/api/recording_data/${recordingPath({
      uniqueId: row.unique_id,
      testId: row.test_id,
      company: row.company,
      testName: row.name,
      userTimestamp: info.userTimestamp,
    })}`,
    stills: await readStills(parts, ref),
    place: await placeOf(parts, row),
    ...(await readClicks(parts, ref, row)),
  };
}

async function readStills(
  parts: RecordingParts,
  ref: Authorized<RecordingRef>,
): Promise<RecordingDetail['stills']> {
  const sheets = await listSheets(parts.db, ref);
  return sheets.map(({ sheet, width, height, times_ms }) => ({
    url: `/api/recordings/${ref.sessionId}/stills/${sheet}`,
    width,
    height,
    timesMs: times_ms,
  }));
}

async function placeOf(parts: RecordingParts, row: RecordingRow): Promise<RecordingPlace> {
  const at = { testId: row.test_id as TestId, timestampMs: row.timestamp_ms };
  const { newer, older, ...place } = await readPlace(parts.db, at);
  return { ...place, newer: neighbourOf(newer), older: neighbourOf(older) };
}

function neighbourOf(row: Awaited<ReturnType<typeof readPlace>>['newer']): RecordingPlace['newer'] {
  if (!row) return null;
  const { participant_name: participantName, timestamp_ms: timestampMs } = row;
  return { participantName, userTimestamp: joinUserTimestamp(participantName, timestampMs) };
}

/** What a recording's page shows of its clicks. */
type ReadField =
  | 'clicks'
  | 'clickList'
  | 'visits'
  | 'screens'
  | 'imageSource'
  | 'prototypeState'
  | 'unplaced';

async function readClicks(
  parts: RecordingParts,
  ref: Authorized<RecordingRef>,
  row: RecordingRow,
): Promise<Pick<RecordingDetail, ReadField>> {
  const reading = await readSessionReading(parts, parts.db, {
    ...ref,
    figmaUrl: row.figma_url,
    endedAtMs: row.duration_ms,
  });
  const { clicks, visits, screens } = reading;
  if (clicks.length !== row.clicks) await storeClicks(parts.db, ref, clicks.length);
  const unplaced: Record<string, number> = {};
  const clickList = clicks.map((click) => {
    const spot = spotOf(click, screens);
    if (!spot.placed) unplaced[spot.reason] = (unplaced[spot.reason] ?? 0) + 1;
    return {
      screenId: click.screenId,
      atMs: click.atMs,
      handled: click.handled,
      x: spot.placed ? spot.x : null,
      y: spot.placed ? spot.y : null,
    };
  });
  const seen = new Set([...clicks, ...visits].map(({ screenId }) => screenId));
  return {
    clicks: clicks.length,
    clickList,
    unplaced,
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
    imageSource: imageSourceOf(parts, row.figma_url),
    prototypeState: prototypeOf(row.figma_url, parts.prototypeHosts)
      ? reading.prototypeState
      : null,
  };
}

function imageSourceOf(parts: RecordingParts, figmaUrl: string): RecordingDetail['imageSource'] {
  const prototype = prototypeOf(figmaUrl, parts.prototypeHosts);
  if (!prototype) return null;
  if (prototype.host.token !== null) return 'design_tool';
  return parts.screenCamera ? 'browser' : 'none';
}

/** A click without an image of its screen is counted, not guessed. */
function spotOf(
  click: Parameters<typeof place>[0],
  images: readonly ScreenImage[],
): ReturnType<typeof place> | { placed: false; reason: 'no_screen_image' } {
  const image = images.find(({ nodeId }) => nodeId === click.screenId);
  return image ? place(click, image) : { placed: false, reason: 'no_screen_image' };
}

/** Addresses of a recording's heatmap images, one per screen. */
export async function heatmapAddresses(
  parts: RecordingParts,
  ref: Authorized<RecordingRef>,
): Promise<string[]> {
  const screenIds = await listHeatmaps(parts.db, ref);
  return screenIds.map(
    (id) => `/api/recordings/${ref.sessionId}/heatmaps/${encodeURIComponent(id)}`,
  );
}

/** Deletes a recording; its stored objects go by a job of the same transaction. */
export async function removeRecording(
  parts: RecordingParts,
  ref: Authorized<RecordingRef>,
): Promise<void> {
  await parts.db.transaction().execute(async (db) => {
    await deleteRecording(db, ref);
    await parts.jobs.send('objects.delete', { prefixes: [recordingPrefix(ref.sessionId)] }, db);
  });
  await parts.intake.discard(videoKey(ref.sessionId));
}
