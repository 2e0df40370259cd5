// The virtual file of an MP4 recording: a movie with the tables of all samples, then the recorder's fragments as
// received as the data of one box. Players see an ordinary file.
import { findBox, largeBoxHead } from './mp4-box.ts';
import type { CutMedia } from './mp4-cut-media.ts';
import type { Mp4Index, Mp4Track } from './mp4-index.schema.ts';
import { readMovieHeader } from './mp4-movie.ts';
import { type Placing, writeMovie } from './mp4-movie.write.ts';
import type { VirtualLayout } from './virtual-file.ts';

// Part of every ETag. Change it whenever this code changes the file, so that no cache mixes two files.
const LAYOUT_VERSION = 2;
const MS_IN_SECOND = 1000;

/**
 * Returns the playable file of a recording as far as it is indexed. A file with its own tables is played as received.
 * @returns null before the first whole fragment
 */
export function mp4Layout(index: Readonly<Mp4Index>): VirtualLayout | null {
  const durationMs = mp4DurationMs(index);
  if (durationMs === null || index.fileType === undefined) return null;
  if (index.whole) {
    const { indexedBytes } = index;
    const parts = [{ at: 0, lengthBytes: indexedBytes, storedAt: 0 }];
    return { durationMs, etagBasis: etagBasis(index), patches: [], sizeBytes: indexedBytes, parts };
  }
  const { mediaAt, mediaEnd } = index;
  const start = startSeconds(index);
  const mediaBytes = mediaEnd - mediaAt;
  const header = writeHeader(index, {
    start,
    seconds: durationMs / MS_IN_SECOND,
    mediaBytes,
    mediaAt,
  });
  return {
    durationMs,
    etagBasis: etagBasis(index),
    patches: [],
    sizeBytes: header.length + mediaBytes,
    parts: [
      { at: 0, lengthBytes: header.length, bytes: header },
      { at: header.length, lengthBytes: mediaBytes, storedAt: mediaAt },
    ],
  };
}

const etagBasis = ({ indexedBytes }: Readonly<Mp4Index>) =>
  `mp4-v${LAYOUT_VERSION}-${indexedBytes}`;

/** Returns the file of some samples, displayed between these seconds since the recorder's zero. */
export function samplesLayout(
  index: Readonly<Mp4Index>,
  { start, end, media }: { start: number; end: number; media: CutMedia },
): VirtualLayout {
  const { sizeBytes: mediaBytes, runs } = media;
  const header = writeHeader(index, { start, seconds: end - start, mediaBytes, mediaAt: 0 });
  return {
    durationMs: (end - start) * MS_IN_SECOND,
    etagBasis: etagBasis(index),
    patches: [],
    sizeBytes: header.length + mediaBytes,
    parts: [
      { at: 0, lengthBytes: header.length, bytes: header },
      ...runs.map((run) => ({ ...run, at: header.length + run.at })),
    ],
  };
}

interface HeaderParts {
  start: number;
  seconds: number;
  mediaBytes: number;
  /** Offset of the first byte of the media, as the index's chunks count. */
  mediaAt: number;
}

/** Writes everything before the media: file type, movie, and the head of the media's box. */
function writeHeader(
  index: Readonly<Mp4Index>,
  { start, seconds, mediaBytes, mediaAt }: HeaderParts,
): Uint8Array {
  const movie = Buffer.from(index.movie ?? '', 'base64');
  const fileType = Buffer.from(index.fileType ?? '', 'base64');
  const { ticksPerSecond } = readMovieHeader(findBox(movie, 'moov'));
  const parts = { movie, seconds, ticksPerSecond, placings: placings(index, start) };
  const mediaHead = largeBoxHead('mdat', mediaBytes);
  const { length } = writeMovie(parts, 0);
  const shift = fileType.length + length + mediaHead.length - mediaAt;
  return Buffer.concat([fileType, writeMovie(parts, shift), mediaHead]);
}

/** Returns the tracks that have samples. */
function filledTracks({ tracks }: Readonly<Mp4Index>): readonly Mp4Track[] {
  return tracks.filter((track) => track.sizes.length > 0);
}

/** Returns the seconds from the recorder's zero to a track's first sample. Everything below 0 is cut off. */
export function firstSeconds({
  delaySeconds,
  firstTicks,
  editTicks,
  ticksPerSecond,
}: Mp4Track): number {
  return delaySeconds + (firstTicks - editTicks) / ticksPerSecond;
}

/** Returns the seconds to subtract from every track's time so that playback begins at 0. */
export function startSeconds(index: Readonly<Mp4Index>): number {
  const starts = filledTracks(index).map((track) => Math.max(0, firstSeconds(track)));
  return starts.length > 0 ? Math.min(...starts) : 0;
}

/**
 * Returns the placing of each track with samples.
 * @param start the second since the recorder's zero that is played first
 */
export function placings(
  index: Readonly<Mp4Index>,
  start = startSeconds(index),
): Map<Mp4Track, Placing> {
  return new Map(
    filledTracks(index).map((track) => {
      const at = firstSeconds(track) - start;
      const lengthSeconds = (track.shownUntilTicks - track.firstTicks) / track.ticksPerSecond;
      const placing = {
        delaySeconds: Math.max(0, at),
        cutTicks: Math.round(Math.max(0, -at) * track.ticksPerSecond),
        seconds: Math.max(0, at + lengthSeconds),
      };
      return [track, placing];
    }),
  );
}

/** Returns the time from the first frame to the end of the last one in milliseconds, or null before the first frame. */
export function mp4DurationMs(index: Readonly<Mp4Index>): number | null {
  if (index.whole) {
    const { seconds, hasMedia } = index.whole;
    return hasMedia && seconds !== undefined ? seconds * MS_IN_SECOND : null;
  }
  const ends = [...placings(index).values()].map(({ seconds }) => seconds);
  return ends.length > 0 ? Math.max(...ends) * MS_IN_SECOND : null;
}
