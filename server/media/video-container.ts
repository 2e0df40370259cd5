// The containers that recorders write. The first bytes identify them; the media type that a sender declares is ignored.
import { z } from 'zod';
import { mp4Cut, mp4KeyFrames } from './mp4-cut.ts';
import { type Mp4Index, mp4IndexSchema } from './mp4-index.schema.ts';
import { Mp4Indexer } from './mp4-indexer.ts';
import { readTables } from './mp4-tables.ts';
import { type CutFile, type KeyFrames, NotVideo, type Stretch } from './video-index.ts';
import type { VirtualLayout } from './virtual-file.ts';
import { mp4DurationMs, mp4Layout, startSeconds } from './virtual-mp4.ts';
import { hasBlocks, webmDurationMs, webmLayout } from './virtual-webm.ts';
import { webmCut, webmKeyFrames } from './webm-cut.ts';
import type { ReadStored } from './webm-edge.ts';
import { webmIndexSchema } from './webm-index.schema.ts';
import { WebmIndexer } from './webm-indexer.ts';

/** The index of a recording in any container; plain JSON, stored with the recording. */
export const videoIndexSchema = z.union([webmIndexSchema, mp4IndexSchema]);
export type VideoIndex = z.infer<typeof videoIndexSchema>;

// First byte of an EBML header's id (RFC 8794 section 11.2.1).
const EBML_FIRST_BYTE = 0x1a;
// ISO/IEC 14496-12 section 4.3: a file begins with its type box. The box is small, so the first byte of its size is
// zero.
const FILE_TYPE = 'ftyp';
const FILE_TYPE_AT = 4;
const FILE_TYPE_END = 8;

/**
 * Creates an indexer for the container that these bytes begin, or returns null if they are too few to identify it.
 * @throws {NotVideo} the container is unknown
 */
export function createIndexer(first: Buffer): WebmIndexer | Mp4Indexer | null {
  if (first.length === 0) return null;
  if (first[0] === EBML_FIRST_BYTE) return new WebmIndexer();
  if (first[0] === 0 && first.length < FILE_TYPE_END) return null;
  const type = first.toString('latin1', FILE_TYPE_AT, FILE_TYPE_END);
  if (first[0] === 0 && type === FILE_TYPE) return new Mp4Indexer();
  throw new NotVideo('unknown_container', 'its first bytes belong to no known container');
}

/** Creates an indexer that continues where an index ends. */
export function resumeIndexer(index: VideoIndex): WebmIndexer | Mp4Indexer {
  return index.container === 'mp4' ? new Mp4Indexer(index) : new WebmIndexer(index);
}

/**
 * Returns the playable file of a recording as far as it is indexed, or null if there is nothing to play. For a damaged
 * recording, this is its readable part. Reads no stored byte.
 */
export function virtualLayout(index: Readonly<VideoIndex>): VirtualLayout | null {
  return index.container === 'mp4' ? mp4Layout(index) : webmLayout(index);
}

/**
 * Returns the file of a stretch of a recording, from the key frame before it. An MP4 whose tables can't be read is
 * returned as a whole.
 * @param read reads stored bytes: blocks near the ends of a WebM, tables of an MP4
 * @returns null if the stretch contains nothing of the recording
 */
export async function cutFile(
  index: Readonly<VideoIndex>,
  stretch: Stretch,
  read: ReadStored,
): Promise<CutFile | null> {
  if (index.container === 'webm') return await webmCut(index, stretch, read);
  const whole = mp4Layout(index);
  if (!whole || stretch.fromMs >= whole.durationMs) return null;
  const source = await cutSource(index, whole.durationMs, read);
  return source ? mp4Cut(source, stretch) : { layout: whole, startMs: 0, isCut: false };
}

/** Returns the key frames around a time, or null if nothing can be cut out of the recording. */
export async function keyFramesAround(
  index: Readonly<VideoIndex>,
  atMs: number,
  read: ReadStored,
): Promise<KeyFrames | null> {
  if (index.container === 'webm') return webmKeyFrames(index, atMs);
  const source = await cutSource(index, mp4DurationMs(index) ?? 0, read);
  return source && mp4KeyFrames(source, atMs);
}

/** Returns an MP4 with its samples. Players show a file with its own tables from the zero of its clock on. */
async function cutSource(index: Readonly<Mp4Index>, durationMs: number, read: ReadStored) {
  if (!index.whole) return { index, zeroSeconds: startSeconds(index), durationMs };
  const filled = await readTables(index, read);
  return filled && { index: filled, zeroSeconds: 0, durationMs };
}

/** Returns whether `virtualLayout` returns a file. */
export function isWatchable(index: Readonly<VideoIndex>): boolean {
  return index.container === 'mp4' ? mp4Layout(index) !== null : hasBlocks(index);
}

/** Returns whether the index has a frame. Faster than `isWatchable`, and true for every watchable recording. */
export function hasMedia(index: Readonly<VideoIndex>): boolean {
  if (index.container === 'webm') return hasBlocks(index);
  return index.mediaEnd > 0 || index.whole?.hasMedia === true;
}

/** Returns the time from the first frame to the end of the last one in milliseconds, or null before the first frame. */
export function durationOf(index: Readonly<VideoIndex>): number | null {
  if (index.container === 'mp4') return mp4DurationMs(index);
  return index.clusters.length > 0 ? webmDurationMs(index) : null;
}

/** Media type of a container, and file name of a download. */
export const CONTAINER_NAMES = {
  webm: { contentType: 'video/webm', fileName: 'recording.webm' },
  mp4: { contentType: 'video/mp4', fileName: 'recording.mp4' },
} as const satisfies Record<VideoIndex['container'], { contentType: string; fileName: string }>;
