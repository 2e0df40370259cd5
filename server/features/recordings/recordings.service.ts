// Recordings of a workspace: list, one with all its page shows, heatmaps, deletion.
import { createHash } from 'node:crypto';
import type { PageQuery } from '#contract/answers.ts';
import { addressOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { TestId, UniqueId } from '#contract/ids.ts';
import { joinUserTimestamp } from '#contract/paths.ts';
import { recordings } from '#contract/recordings.api.ts';
import type { RecordingDetail, RecordingNeighbours } from '#contract/recordings.ts';
import { stills } from '#contract/stills.api.ts';
import type { Authorized, RecordingRef, TestRef } from '#server/access/authorized.ts';
import { cutPage } from '#server/domain/lists.ts';
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
import { lockSessions } from '#server/domain/sessions/session-locks.ts';
import { taskOfSession } from '#server/domain/tests/revisions.db.ts';
import type { PrivateImage } from '#server/http/private-image.ts';
import { heatmapKey, recordingPrefix, videoKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import { readClicks } from './clicks.service.ts';

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
  return { items: items.map(recordingInfoOf), nextCursor, total };
}

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
