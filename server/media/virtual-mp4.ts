// The virtual file of an MP4 recording: a made movie with the tables of all samples, then the recorder's fragments as
// they came, all of them the data of one box. Players find an ordinary file.
import { boxIn, largeBoxHead } from './mp4-box.ts';
import type { Mp4Index } from './mp4-index.schema.ts';
import { readMovieHeader } from './mp4-movie.ts';
import { writeMovie } from './mp4-movie.write.ts';
import { mp4DurationMs, placings } from './mp4-timeline.ts';
import type { VirtualLayout } from './virtual-layout.ts';

// Part of every ETag: a new way of making the file must not be taken for the old one by a cache.
const LAYOUT_VERSION = 1;
const MS_IN_SECOND = 1000;

/**
 * The file that can be played of a recording as far as it is indexed. One that was written as a whole is played as
 * it came.
 * @returns null while there isn't a single whole fragment
 */
export function mp4Layout(index: Readonly<Mp4Index>): VirtualLayout | null {
  const durationMs = mp4DurationMs(index);
  if (durationMs === null || index.fileType === undefined) return null;
  const known = {
    durationMs,
    etagBasis: `mp4-v${LAYOUT_VERSION}-${index.indexedBytes}`,
    patches: [],
  };
  if (index.whole) {
    const { indexedBytes } = index;
    const parts = [{ at: 0, lengthBytes: indexedBytes, storedAt: 0 }];
    return { ...known, sizeBytes: indexedBytes, parts };
  }
  const header = writeHeader(index, durationMs / MS_IN_SECOND);
  const mediaBytes = index.mediaEnd - index.mediaAt;
  return {
    ...known,
    sizeBytes: header.length + mediaBytes,
    parts: [
      { at: 0, lengthBytes: header.length, bytes: header },
      { at: header.length, lengthBytes: mediaBytes, storedAt: index.mediaAt },
    ],
  };
}

/** Everything before the media: file type, movie, and the head of the box that the media is in. */
function writeHeader(index: Readonly<Mp4Index>, seconds: number): Uint8Array {
  const movie = Buffer.from(index.movie ?? '', 'base64');
  const fileType = Buffer.from(index.fileType ?? '', 'base64');
  const { ticksPerSecond } = readMovieHeader(boxIn(movie, 'moov'));
  const parts = { movie, seconds, ticksPerSecond, placings: placings(index) };
  const mediaHead = largeBoxHead('mdat', index.mediaEnd - index.mediaAt);
  const { length } = writeMovie(parts, 0);
  const shift = fileType.length + length + mediaHead.length - index.mediaAt;
  return Buffer.concat([fileType, writeMovie(parts, shift), mediaHead]);
}
