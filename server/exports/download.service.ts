// The archive of an export as it is downloaded, from any byte on, and its tables alone. Nothing of a session that is
// deleted meanwhile is given.

import { pipeline, type Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { AppError } from '#contract/errors.ts';
import type { ExportId } from '#contract/ids.ts';
import { exportFilesKey, heatmapKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized } from '#server/platform/access/authorized.ts';
import type { ExportRef } from '#server/platform/access/authorized-export.ts';
import { zipRange } from '#server/platform/zip/zip-range.ts';
import type { ByteRange } from '#server/storage/storage.ts';
import type { Archive } from './archives.ts';
import { isThere } from './export-media.db.ts';
import { openVideo, videoChunks } from './export-media.ts';
import { readExport } from './exports.db.ts';
import { giveNoMore, isStillWhole } from './exports.service.ts';
import type { PlannedFile } from './plan.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'db' | 'storage' | 'videoLayouts' | 'archives' | 'jobs'>;

/** An archive that may be given now. @throws AppError not_found, export_not_ready, export_over, busy */
export async function openArchive(parts: Needs, ref: Authorized<ExportRef>): Promise<Archive> {
  const row = await readExport(parts.db, ref);
  if (!row || row.state === 'failed') throw new AppError('not_found');
  if (row.state === 'preparing') throw new AppError('export_not_ready');
  await requireWhole(parts, ref.exportId);
  if (!parts.archives.hasRoom()) throw new AppError('busy', { retryAfterSeconds: 30 });
  const archive = await parts.archives.open(ref.exportId, row.madeAt);
  if (!archive) throw new AppError('not_found');
  return archive;
}

/** @throws AppError export_over */
async function requireWhole(parts: Pick<Parts, 'db' | 'jobs'>, exportId: ExportId): Promise<void> {
  if (!(await isStillWhole(parts, exportId))) throw new AppError('export_over');
}

/** Each chunk is valid until the next is requested. A reader that stops early ends it. */
export function archiveChunks(
  parts: Needs,
  { exportId }: Authorized<ExportRef>,
  { archive, range }: { archive: Archive; range: ByteRange },
): AsyncIterable<Uint8Array> {
  const read = (entry: number, part: ByteRange) =>
    fileChunks(parts, { exportId, file: archive.files[entry] }, part);
  const chunks = zipRange(archive.layout, range, read);
  return parts.archives.counted(whileWhole(parts, exportId, chunks));
}

/** Interval between two checks of all sessions of a running download. */
const LOOK_MS = 1000;

async function* whileWhole(
  parts: Pick<Parts, 'db' | 'jobs'>,
  exportId: ExportId,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let lookedAt = performance.now();
  for await (const chunk of chunks) {
    if (performance.now() - lookedAt > LOOK_MS) {
      await requireWhole(parts, exportId);
      lookedAt = performance.now();
    }
    yield chunk;
  }
}

async function* fileChunks(
  parts: Needs,
  { exportId, file }: { exportId: ExportId; file: PlannedFile | undefined },
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  if (!file) throw new Error('a file that the plan does not have');
  const { source } = file;
  if (source.from === 'files') {
    const range = { start: source.at + start, end: source.at + end };
    yield* parts.storage.chunks(exportFilesKey(exportId), range);
  } else if (source.from === 'heatmap') {
    if (!(await isThere(parts.db, source.sessionId))) await requireWhole(parts, exportId);
    yield* parts.storage.chunks(heatmapKey(source.sessionId, source.screenId), { start, end });
  } else {
    const video = await openVideo(parts, source.sessionId);
    if (video?.layout.etagBasis !== source.layout) {
      await giveNoMore(parts, exportId);
      throw new AppError('export_over');
    }
    yield* videoChunks(parts, source.sessionId, { video, range: { start, end } });
  }
}

/** A table or text alone. @throws AppError not_found */
export async function readTable(
  { storage }: Pick<Parts, 'storage'>,
  { exportId }: Authorized<ExportRef>,
  { archive, name }: { archive: Archive; name: string },
): Promise<{ sizeBytes: number; text: Readable }> {
  const file = archive.files.find((each) => each.name === name);
  if (file?.source.from !== 'files') throw new AppError('not_found');
  const { at } = file.source;
  const range = { start: at, end: at + file.packedBytes };
  const packed = await storage.read(exportFilesKey(exportId), range);
  // Either's end ends the other; its reader gets the error.
  const text = pipeline(packed, createInflateRaw(), () => undefined);
  return { sizeBytes: file.sizeBytes, text };
}
