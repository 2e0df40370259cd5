// The containers that recorders write, and what each needs to be played: told apart by their first bytes, never by
// what a sender says of them.
import { z } from 'zod';
import { mp4IndexSchema } from './mp4-index.schema.ts';
import { Mp4Indexer } from './mp4-indexer.ts';
import { mp4DurationMs } from './mp4-timeline.ts';
import { NotVideo } from './not-video.error.ts';
import type { VirtualLayout } from './virtual-layout.ts';
import { mp4Layout } from './virtual-mp4.ts';
import { hasBlocks, webmLayout } from './virtual-webm.ts';
import { webmIndexSchema } from './webm-index.schema.ts';
import { WebmIndexer } from './webm-indexer.ts';
import { webmDurationMs } from './webm-timeline.ts';

/** The index of a recording, whatever its container; plain JSON, kept beside the recording. */
export const videoIndexSchema = z.union([webmIndexSchema, mp4IndexSchema]);
export type VideoIndex = z.infer<typeof videoIndexSchema>;

/** Makes an index while bytes pass by. */
export type ContainerIndexer = {
  /** The index so far; it changes with the next `feed`. */
  readonly index: Readonly<VideoIndex>;
  /** Memory that it holds. */
  readonly weightBytes: number;
  /** Takes the file's bytes in order, in chunks of any size. @throws {NotVideo} they can't be a recording */
  feed: (chunk: Uint8Array) => void;
};

// The first byte of an EBML header's id (RFC 8794 section 11.2.1).
const EBML_FIRST_BYTE = 0x1a;
// ISO/IEC 14496-12 section 4.3: a file begins with its type, whose box is small: the size's first byte is zero.
const FILE_TYPE = 'ftyp';
const FILE_TYPE_AT = 4;
const FILE_TYPE_END = 8;

/**
 * An indexer for the container that these bytes begin.
 * @param first the first bytes of the file
 * @returns null when they are too few to tell
 * @throws {NotVideo} no container that we know begins so
 */
export function indexerOf(first: Uint8Array): ContainerIndexer | null {
  if (first.length === 0) return null;
  if (first[0] === EBML_FIRST_BYTE) return new WebmIndexer();
  if (first[0] !== 0) throw new NotVideo('unknown_container', 'it begins as no container we know');
  if (first.length < FILE_TYPE_END) return null;
  const type = Buffer.from(first.subarray(FILE_TYPE_AT, FILE_TYPE_END)).toString('latin1');
  if (type === FILE_TYPE) return new Mp4Indexer();
  throw new NotVideo('unknown_container', 'it begins as no container we know');
}

/**
 * The file that can be played of a recording as far as it is indexed: for a growing one what is there now, for a
 * damaged one what is readable. No stored byte is read.
 * @returns null while there is nothing to play
 */
export function virtualLayout(index: Readonly<VideoIndex>): VirtualLayout | null {
  return index.container === 'mp4' ? mp4Layout(index) : webmLayout(index);
}

/** Whether `virtualLayout` has a file for it. */
export function isWatchable(index: Readonly<VideoIndex>): boolean {
  return index.container === 'mp4' ? mp4Layout(index) !== null : hasBlocks(index);
}

/** Whether a frame of it was noted; quicker than `isWatchable`, and true of whatever is watchable. */
export function hasMedia(index: Readonly<VideoIndex>): boolean {
  if (index.container === 'webm') return hasBlocks(index);
  return index.mediaEnd > 0 || index.whole?.hasMedia === true;
}

/** From the first frame to the end of the last one, in milliseconds; null before the first frame. */
export function durationOf(index: Readonly<VideoIndex>): number | null {
  if (index.container === 'mp4') return mp4DurationMs(index);
  return index.clusters.length > 0 ? webmDurationMs(index) : null;
}

/** How a container is called outside: its media type, and the name of a download. */
export const CONTAINER_NAMES = {
  webm: { contentType: 'video/webm', fileName: 'recording.webm' },
  mp4: { contentType: 'video/mp4', fileName: 'recording.mp4' },
} as const satisfies Record<VideoIndex['container'], { contentType: string; fileName: string }>;
