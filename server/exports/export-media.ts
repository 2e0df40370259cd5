// Videos and heatmaps of an export: their names, sizes and checksums before, their bytes when they are downloaded.
import { extname } from 'node:path';
import { crc32 } from 'node:zlib';
import type { SessionId } from '#contract/ids.ts';
import { heatmapKey, videoKey } from '#server/media/object-keys.ts';
import { CONTAINER_NAMES } from '#server/media/video-container.ts';
import type { PlayableVideo } from '#server/media/video-layouts.ts';
import { rangeChunks } from '#server/media/virtual-file.ts';
import type { Parts } from '#server/parts.ts';
import { closingOf } from '#server/recordings/recordings.db.ts';
import type { ByteRange } from '#server/storage/storage.ts';
import { keepChecksum, readVideoRow } from './export-media.db.ts';
import { type ExportedSession, heatmapRows } from './exported-rows.db.ts';
import type { PlannedFile } from './plan.ts';

type MediaParts = Pick<Parts, 'db' | 'storage' | 'videoLayouts'>;

/** Called with the bytes that were gone through. @throws to end it */
type OnBytes = (bytes: number) => Promise<void>;

/** `012_indirect`: names of files sort as the sessions do. */
export function sessionFileName({ number, outcome }: ExportedSession): string {
  return `${String(number).padStart(3, '0')}_${outcome}`;
}

/** Closed recordings, one after the other; what has no video is left out. */
export async function* planVideos(
  parts: MediaParts,
  sessions: readonly ExportedSession[],
  onBytes: OnBytes,
): AsyncGenerator<PlannedFile> {
  for (const session of sessions) {
    const row = await readVideoRow(parts.db, session.id);
    const video = row && (await openVideo(parts, session.id));
    if (!row || !video) continue;
    const { sizeBytes, etagBasis: layout } = video.layout;
    const known = row.layout === layout ? row.crc32 : null;
    const sum = known ?? (await checksumOf(videoChunks(parts, session.id, { video }), onBytes));
    if (known === null) await keepChecksum(parts.db, session.id, { layout, crc32: sum });
    const extension = extname(CONTAINER_NAMES[video.container].fileName);
    yield {
      name: `videos/${sessionFileName(session)}${extension}`,
      method: 'stored',
      crc32: sum,
      sizeBytes,
      packedBytes: sizeBytes,
      source: { from: 'video', sessionId: session.id, layout },
    };
  }
}

/** @param screenNumber of a heatmap's screen in the test; undefined: it is named by its node id */
export async function* planHeatmaps(
  { db, storage }: MediaParts,
  sessions: readonly ExportedSession[],
  { screenNumber, onBytes }: { screenNumber: HeatmapScreen; onBytes: OnBytes },
): AsyncGenerator<PlannedFile> {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  for (const heatmap of await heatmapRows(db, sessions)) {
    const { sessionId, screenId } = heatmap;
    const key = heatmapKey(sessionId, screenId);
    const session = byId.get(sessionId);
    const sizeBytes = await storage.size(key);
    if (!session || sizeBytes === undefined) continue;
    const sum = await checksumOf(storage.chunks(key, { start: 0, end: sizeBytes }), onBytes);
    const screen = screenNumber(heatmap) ?? screenId.replaceAll(/[^\w-]/g, '-');
    yield {
      name: `heatmaps/${sessionFileName(session)}_screen-${screen}.png`,
      method: 'stored',
      crc32: sum,
      sizeBytes,
      packedBytes: sizeBytes,
      source: { from: 'heatmap', sessionId, screenId },
    };
  }
}
type HeatmapScreen = (heatmap: { sessionId: SessionId; screenId: string }) => number | undefined;

async function checksumOf(chunks: AsyncIterable<Uint8Array>, onBytes: OnBytes): Promise<number> {
  let sum = 0;
  for await (const chunk of chunks) {
    sum = crc32(chunk, sum);
    await onBytes(chunk.length);
  }
  return sum;
}

/** Returns null if the recording is deleted, still runs, or has nothing to play. */
export async function openVideo(
  { db, videoLayouts }: Pick<Parts, 'db' | 'videoLayouts'>,
  sessionId: SessionId,
): Promise<PlayableVideo | null> {
  const row = await readVideoRow(db, sessionId);
  if (!row) return null;
  return await videoLayouts.closed(videoKey(sessionId), {
    closing: closingOf(row),
    sizeBytes: row.size_bytes,
  });
}

export function videoChunks(
  { storage }: Pick<Parts, 'storage'>,
  sessionId: SessionId,
  { video: { layout }, range }: { video: PlayableVideo; range?: ByteRange },
): AsyncIterable<Uint8Array> {
  const all = { start: 0, end: layout.sizeBytes };
  return rangeChunks({ storage, key: videoKey(sessionId), layout }, range ?? all);
}
