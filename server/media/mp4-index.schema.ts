// The index of one MP4 recording: everything needed to play it, without its media bytes. Stored with the recording as
// JSON.
import { z } from 'zod';
import { NumberList } from './number-list.ts';
import { copied, count, INDEX_MAX_BYTES, indexFields, trackKind } from './video-index.ts';

// Each takes four bytes of the index.
const MOST_NUMBERS = INDEX_MAX_BYTES / 4;
const LARGEST_UNSIGNED = 2 ** 32 - 1;
const SMALLEST_SIGNED = -(2 ** 31);
const LARGEST_SIGNED = 2 ** 31 - 1;

/** Checks the numbers in one loop: a schema for each takes ten times as long. */
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
  /** The recorder's edit list: playing begins after this delay, with the media of this time. */
  delaySeconds: z.number().nonnegative(),
  editTicks: count,
  /** Decoding time of the first sample, end of the last one, and latest end of a shown one. */
  firstTicks: count,
  endTicks: count,
  shownUntilTicks: z.number().int(),
  /** A number for each sample. */
  sizes: numbers('unsigned'),
  /** In runs: number of samples in a row, then the duration of each. */
  durations: numbers('unsigned'),
  /** In runs: number of samples in a row, then the ticks from decoding to showing. */
  offsets: numbers('signed'),
  /** Samples that can be decoded alone, counted from 1; empty for sound, where all can. */
  keys: numbers('unsigned'),
  /** Samples in a row: byte of the file, number of samples, and number of their description in the track. */
  chunks,
});

export const mp4IndexSchema = z.object({
  container: z.literal('mp4'),
  ...indexFields(trackSchema),
  fileType: copied.optional(),
  /** The recorder's MovieBox, of a file in fragments. */
  movie: copied.optional(),
  /** Of a file with its own tables of all samples: it is played as received. */
  whole: z
    .object({ seconds: z.number().nonnegative().optional(), hasMedia: z.boolean() })
    .optional(),
  /** Media of whole fragments: first byte, and first byte after it. */
  mediaAt: count,
  mediaEnd: count,
});

export type Mp4Index = z.infer<typeof mp4IndexSchema>;
export type Mp4Track = z.infer<typeof trackSchema>;

// Measured: a track's object with empty lists.
const TRACK_BYTES = 2048;

/** Memory that an index takes. */
export function mp4Weight({ tracks, movie = '', fileType = '' }: Readonly<Mp4Index>): number {
  let bytes = movie.length + fileType.length + tracks.length * TRACK_BYTES;
  for (const { sizes, durations, offsets, keys, chunks } of tracks) {
    for (const list of [sizes, durations, offsets, keys, chunks]) bytes += list.weightBytes;
  }
  return bytes;
}

/** The chunks of a track, in order. */
export function* chunksOf({
  chunks,
}: Mp4Track): Generator<{ at: number; samples: number; description: number }> {
  const values = chunks[Symbol.iterator]();
  const next = () => values.next().value ?? 0;
  for (let left = chunks.length; left > 0; left -= CHUNK_NUMBERS) {
    yield { at: next(), samples: next(), description: next() };
  }
}

/** Of a file before its first byte. */
export function emptyMp4Index(): Mp4Index {
  return { container: 'mp4', version: 1, indexedBytes: 0, mediaAt: 0, mediaEnd: 0, tracks: [] };
}
