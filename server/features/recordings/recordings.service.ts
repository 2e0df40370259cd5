// Recordings of a workspace: list, one with all its page shows, heatmaps, deletion.
import { createHash } from 'node:crypto';
import type { PageQuery } from '#contract/answers.ts';
import { addressOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { TestId, UniqueId } from '#contract/ids.ts';
import { joinUserTimestamp } from '#contract/paths.ts';
import { recordings } from '#contract/recordings.api.ts';
import type { RecordingDetail, RecordingNeighbours } from '#contract/recordings.ts';
import { isApproximate } from '#contract/screens.ts';
import { stills } from '#contract/stills.api.ts';
import type { Reading } from '#insight/reading.ts';
import type { Authorized, RecordingRef, TestRef } from '#server/access/authorized.ts';
import { cutPage } from '#server/domain/lists.ts';
import { readingOf } from '#server/domain/readings/shown-reading.ts';
import { recordingInfoOf } from '#server/domain/recordings/recording-info.ts';
import {
  countRecordings,
  deleteRecording,
  listHeatmaps,
  listSheets,
  pageRecordings,
  type RecordingRow,
  readNeighbours,
  readRecording,
} from '#server/domain/recordings/recordings.db.ts';
import { readImages } from '#server/domain/screens/screen-images.ts';
import { lockSessions } from '#server/domain/sessions/session-locks.ts';
import { type SessionTask, taskOfSession } from '#server/domain/tests/revisions.db.ts';
import { readablePrototype } from '#server/domain/workspaces/design-access.ts';
import type { PrivateImage } from '#server/http/private-image.ts';
import { heatmapKey, recordingPrefix, videoKey } from '#server/media/object-keys.ts';
import { screenImageAddress } from '#server/media/signed-image.ts';
import type { Parts } from '#server/parts.ts';
import { type KnownPrototype, prototypeOf } from '#server/prototypes/prototype-hosts.ts';

export async function pageOfRecordings(
  parts: Parts,
  { testId }: Authorized<TestRef>,
  query: PageQuery,
) {
  const search = query.search?.trim();
  const filter = { testId, ...(search ? { search } : {}) };
  const before = query.cursor ? { beforeMs: Number(query.cursor) } : {};
  const { items, nextCursor } = await cutPage(
    query,
    (limit) => pageRecordings(parts.db, { ...filter, ...before, limit }),
    (last) => String(last.timestamp_ms),
  );
  const total = await countRecordings(parts.db, filter);
  return { items: items.map((row) => ({ ...recordingInfoOf(row), ...UNREAD })), nextCursor, total };
}

const UNREAD = { outcome: 'running', timeToGoalMs: null, device: null, answers: null } as const;

/** A recording with its clicks placed on the screens we have images of. */
export async function readDetail(
  parts: Parts,
  ref: Authorized<RecordingRef>,
): Promise<RecordingDetail> {
  const row = await readRecording(parts.db, ref);
  if (!row) throw new AppError('not_found');
  const info = recordingInfoOf(row);
  const task = await taskOfSession(parts.db, ref.sessionId);
  return {
    ...info,
    ...UNREAD,
    namedScreens: [],
    judged: {
      ...{ outcome: 'running', computed: null, override: null, exclusion: null },
      basedOn: { outcome: null, exclusion: null },
    },
    test: {
      _id: row.test_id as TestId,
      uniqueId: row.unique_id as UniqueId,
      name: row.name,
      task: task.text,
      figmaUrl: task.prototypeUrl,
      company: row.company,
      revision: row.newest_revision,
    },
    videoUrl: addressOf(recordings.video, {
      params: {
        uniqueId: row.unique_id,
        testId: row.test_id,
        company: row.company,
        testName: row.name,
        userTimestamp: info.userTimestamp,
      },
    }),
    stills: await readStills(parts, ref),
    place: await placeOf(parts, row),
    ...(await readClicks(parts, ref, { ...row, ...task })),
  };
}

type ClickFields = Pick<
  RecordingDetail,
  | 'clicks'
  | 'misclicks'
  | 'clickList'
  | 'visits'
  | 'screens'
  | 'imageSource'
  | 'prototypeState'
  | 'unplaced'
  | 'readAgain'
>;

/** What the page shows of the session's reading, with the addresses of its screens' images. */
async function readClicks(
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
    misclicks: reading.clicks.filter(({ reacted }) => reacted === false).length,
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

async function readStills(
  parts: Parts,
  ref: Authorized<RecordingRef>,
): Promise<RecordingDetail['stills']> {
  const sheets = await listSheets(parts.db, ref);
  return sheets.map(({ sheet, width, height, times_ms }) => ({
    url: addressOf(stills.sheet, { params: { sessionId: ref.sessionId, sheet: String(sheet) } }),
    width,
    height,
    timesMs: times_ms,
  }));
}

async function placeOf(parts: Parts, row: RecordingRow): Promise<RecordingNeighbours> {
  const at = { testId: row.test_id as TestId, timestampMs: row.timestamp_ms };
  const { newer, older, ...place } = await readNeighbours(parts.db, at);
  return { ...place, newer: neighbourOf(newer), older: neighbourOf(older) };
}

function neighbourOf(
  row: Awaited<ReturnType<typeof readNeighbours>>['newer'],
): RecordingNeighbours['newer'] {
  if (!row) return null;
  const { participant_name: participantName, timestamp_ms: timestampMs } = row;
  return { participantName, userTimestamp: joinUserTimestamp(participantName, timestampMs) };
}

/** Addresses of a recording's heatmap images, one per screen. */
export async function heatmapAddresses(
  parts: Parts,
  ref: Authorized<RecordingRef>,
): Promise<string[]> {
  const screenIds = await listHeatmaps(parts.db, ref);
  return screenIds.map((screenId) =>
    addressOf(recordings.heatmapImage, { params: { sessionId: ref.sessionId, screenId } }),
  );
}

/**
 * The heatmap of one screen. Its validator is made of its bytes: until its session ends another one may
 * take its place.
 * @throws AppError not_found
 */
export async function readHeatmap(
  { storage }: Parts,
  { sessionId }: Authorized<RecordingRef>,
  screenId: string,
): Promise<PrivateImage> {
  const key = heatmapKey(sessionId, screenId);
  const size = await storage.size(key);
  if (size === undefined) throw new AppError('not_found');
  const bytes = await storage.readBytes(key, 0, size);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return { etag, read: async () => ({ type: 'image/png', bytes }) };
}

/** Deletes a recording; its stored objects go by a job of the same transaction. */
export async function removeRecording(parts: Parts, ref: Authorized<RecordingRef>): Promise<void> {
  await parts.db.transaction().execute(async (db) => {
    await lockSessions(db, { sessionId: ref.sessionId });
    await deleteRecording(db, ref);
    await parts.jobs.send('objects.delete', { prefixes: [recordingPrefix(ref.sessionId)] }, db);
  });
  const { testId, sessionId } = ref;
  parts.securityLog.write({ event: 'recording.deleted', testId, sessionId });
  await parts.intake.discard(videoKey(sessionId));
}
