// The video of a recording as players and downloads get it: a virtual file over the stored bytes.

import rangeParser from 'range-parser';
import { AppError } from '#contract/errors.ts';
import type { Authorized, RecordingRef } from '#server/access/authorized.ts';
import { videoKey } from '#server/media/object-keys.ts';
import {
  CONTAINER_NAMES,
  type VideoIndex,
  videoIndexSchema,
  virtualLayout,
} from '#server/media/video-container.ts';
import { rangeChunks } from '#server/media/virtual-file.read.ts';
import type { VirtualLayout } from '#server/media/virtual-layout.ts';
import { readMediaIndex } from './recordings.db.ts';
import type { RecordingParts } from './recordings.service.ts';

/** A video ready to be read: layout, validator and whether it still grows. */
export interface Video {
  layout: VirtualLayout;
  contentType: string;
  /** Of a download. */
  fileName: string;
  /** RFC 9110 section 8.8.3. */
  etag: string;
  growing: boolean;
  /** Each chunk is valid until the next is asked for. */
  chunks(range: ByteRange): AsyncIterable<Uint8Array>;
}

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** @throws AppError not_found when nothing watchable has arrived. */
export async function openVideo(
  parts: RecordingParts,
  ref: Authorized<RecordingRef>,
): Promise<Video> {
  const key = videoKey(ref.sessionId);
  const stored = await readMediaIndex(parts.db, ref);
  if (!stored) throw new AppError('not_found');
  const index = await currentIndex(parts, key, stored);
  const layout = index && virtualLayout(index);
  if (!layout) throw new AppError('not_found');
  return {
    layout,
    ...CONTAINER_NAMES[index.container],
    etag: `"${ref.sessionId}-${layout.etagBasis}"`,
    growing: stored.state === 'receiving',
    chunks: ({ start, end }) =>
      rangeChunks({ storage: parts.storage, key, layout }, { start, end: end + 1 }),
  };
}

/** The stored index of a closed recording; one that is missing or of another version is made anew. */
async function currentIndex(
  parts: RecordingParts,
  key: string,
  stored: { index: unknown; state: 'receiving' | 'ready' },
): Promise<Readonly<VideoIndex> | null> {
  if (stored.state === 'ready') {
    const index = videoIndexSchema.safeParse(stored.index);
    if (index.success) return index.data;
  }
  try {
    return (await parts.intake.read(key)).index;
  } catch (error) {
    if (error instanceof AppError) throw new AppError('not_found');
    throw error;
  }
}

/**
 * The range a request asks for (RFC 9110 section 14.2): null for the whole file, also for several
 * ranges, which a server may answer with everything. If-Range must name this very file.
 * @throws AppError range_not_satisfiable
 */
export function requestedRange(
  headers: { range?: string | undefined; ifRange?: string | undefined },
  video: Video,
): ByteRange | null {
  if (headers.range === undefined) return null;
  if (headers.ifRange !== undefined && headers.ifRange !== video.etag) return null;
  const ranges = rangeParser(video.layout.sizeBytes, headers.range);
  if (ranges === -1) throw new AppError('range_not_satisfiable');
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}
