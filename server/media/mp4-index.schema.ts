// The index of one MP4 recording: everything needed to play it, without its media bytes. Stored with the recording as
// JSON.
import { z } from 'zod';
import { NumberList } from './number-list.ts';
import { base64Copy, count, INDEX_MAX_BYTES, indexFields, trackKind } from './video-index.ts';

// Each number takes four bytes of the index.
const MOST_NUMBERS = INDEX_MAX_BYTES / 4;
const LARGEST_UNSIGNED = 2 ** 32 - 1;
const SMALLEST_SIGNED = -(2 ** 31);
const LARGEST_SIGNED = 2 ** 31 - 1;

/** Validates the numbers in one loop, because a schema for each takes ten times as long. */
function numbers(kind: 'unsigned' | 'signed') {
  const [least, most] =
    kind === 'signed' ? [SMALLEST_SIGNED, LARGEST_SIGNED] : [0, LARGEST_UNSIGNED];
  const areNumbers = (value: unknown): value is number[] =>
    Array.isArray(value) &&
    value.length <= MOST_NUMBERS &&
    value.every((each) => Number.isInteger(each) && each >= least && each <= most);
  return z.custom<number[]>(areNumbers).transform((values) => new NumberList(kind, values));
}

const CHUNK_NUMBERS = 3;

const chunks = numbers('unsigned').refine(({ length }) => length % CHUNK_NUMBERS === 0);

const trackSchema = z.object({
  id: count,
  kind: trackKind,
  ticksPerSecond: z.number().int().positive(),
  /** Values that a fragment may leave out (TrackExtendsBox). */
  defaults: z.object({
    description: count,
    durationTicks: count,
    sizeBytes: count,
    flags: count,
  }),
  /** The recorder's edit list: playback begins after this delay, with the media of this time. */
  delaySeconds: z.number().nonnegative(),
  editTicks: count,
  /** Decoding time of the first sample, end of the last sample, and latest end of a displayed sample. */
  firstTicks: count,
  endTicks: count,
  shownUntilTicks: z.number().int(),
  /** Size of each sample. */
  sizes: numbers('unsigned'),
  /** Runs: number of consecutive samples, then the duration of each. */
  durations: numbers('unsigned'),
  /** Runs: number of consecutive samples, then the ticks from decoding to display. */
  offsets: numbers('signed'),
  /** Numbers of the samples that can be decoded alone, from 1. Empty for sound, where all can. */
  keys: numbers('unsigned'),
  /** Chunks: offset in the file, number of samples, and number of their description in the track. */
  chunks,
});

export const mp4IndexSchema = z.object({
  container: z.literal('mp4'),
  ...indexFields(trackSchema),
  fileType: base64Copy.optional(),
  /** The recorder's MovieBox, for a file in fragments. */
  movie: base64Copy.optional(),
  /** Set for a file with its own tables of all samples, which is played as received. */
  whole: z
    .object({ seconds: z.number().nonnegative().optional(), hasMedia: z.boolean() })
    .optional(),
  /** Media of whole fragments: offset of the first byte, and of the first byte after it. */
  mediaAt: count,
  mediaEnd: count,
});

export type Mp4Index = z.infer<typeof mp4IndexSchema>;
export type Mp4Track = z.infer<typeof trackSchema>;

// Measured: a track's object with empty lists.
const TRACK_BYTES = 2048;

/** Returns the memory that an index takes, in bytes. */
export function mp4Weight({ tracks, movie = '', fileType = '' }: Readonly<Mp4Index>): number {
  let bytes = movie.length + fileType.length + tracks.length * TRACK_BYTES;
  for (const { sizes, durations, offsets, keys, chunks } of tracks) {
    for (const list of [sizes, durations, offsets, keys, chunks]) bytes += list.weightBytes;
  }
  return bytes;
}

/** Yields the chunks of a track, in order. */
export function* chunksOf({
  chunks,
}: Mp4Track): Generator<{ at: number; samples: number; description: number }> {
  const values = chunks[Symbol.iterator]();
  const next = () => values.next().value ?? 0;
  for (let remaining = chunks.length; remaining > 0; remaining -= CHUNK_NUMBERS) {
    yield { at: next(), samples: next(), description: next() };
  }
}

/** Returns the index of a file before its first byte. */
export function emptyMp4Index(): Mp4Index {
  return { container: 'mp4', version: 1, indexedBytes: 0, mediaAt: 0, mediaEnd: 0, tracks: [] };
}
