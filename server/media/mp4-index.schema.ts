// The index of one MP4 recording: everything needed to play it, without its media bytes; kept beside the recording
// as JSON.
import { z } from 'zod';
import { INDEX_MAX_BYTES } from './index-weight.ts';
import { NumberList } from './number-list.ts';

const count = z.number().int().nonnegative();

/** Bytes of the file kept as they came; never more than 64 kB each. */
const copied = z.base64();

// Each takes four bytes of the index.
const MOST_NUMBERS = INDEX_MAX_BYTES / 4;
const LARGEST_UNSIGNED = 2 ** 32 - 1;
const SMALLEST_SIGNED = -(2 ** 31);
const LARGEST_SIGNED = 2 ** 31 - 1;

/** Many numbers, looked at one by one: a schema for each takes ten times as long. */
function numbers(kind: 'unsigned' | 'signed') {
  const [least, most] =
    kind === 'signed' ? [SMALLEST_SIGNED, LARGEST_SIGNED] : [0, LARGEST_UNSIGNED];
  const areNumbers = (value: unknown): value is number[] =>
    Array.isArray(value) &&
    value.length <= MOST_NUMBERS &&
    value.every((each) => Number.isInteger(each) && each >= least && each <= most);
  return z.custom<number[]>(areNumbers).transform((values) => new NumberList(kind, values));
}

// Screen, voice and camera are three.
export const MOST_TRACKS = 32;

const chunkSchema = z.object({ at: count, samples: count, description: count });
const CHUNK_NUMBERS = 3;

/** Indexes of the time before they were bounded have an object for each chunk. */
const chunks = z.union([
  numbers('unsigned').refine(({ length }) => length % CHUNK_NUMBERS === 0),
  z
    .array(chunkSchema)
    .max(MOST_NUMBERS / CHUNK_NUMBERS)
    .transform(
      (list) =>
        new NumberList(
          'unsigned',
          list.flatMap((chunk) => Object.values(chunk)),
        ),
    ),
]);

const trackSchema = z.object({
  id: count,
  kind: z.enum(['video', 'audio', 'other']),
  /** E.g. `avc1`, `mp4a`. */
  codec: z.string(),
  ticksPerSecond: z.number().int().positive(),
  /** What a fragment leaves out (TrackExtendsBox). */
  defaults: z.object({
    description: count,
    durationTicks: count,
    sizeBytes: count,
    flags: count,
  }),
  /** The recorder's own edit list: playing begins this late, with the media of this time. */
  delaySeconds: z.number().nonnegative(),
  editTicks: count,
  /** Decoding time of the first sample, where the last one ends, and the latest end of one that is shown. */
  firstTicks: count,
  endTicks: count,
  shownUntilTicks: z.number().int(),
  /** A number for each sample. */
  sizes: numbers('unsigned'),
  /** Said in runs: how many samples in a row, and the number each of them has. */
  durations: numbers('unsigned'),
  /** In runs too: ticks that samples are shown after they are decoded. */
  offsets: numbers('signed'),
  /** Samples that can be decoded alone, counted from 1; not kept for sound, where each one can. */
  keys: numbers('unsigned'),
  /** Samples that lie in a row: byte of the file, how many, and which of the track's descriptions is theirs. */
  chunks,
});

export const mp4IndexSchema = z.object({
  container: z.literal('mp4'),
  version: z.literal(1),
  /** Every byte before this one is understood; a box begins here. */
  indexedBytes: count,
  /** Why reading stopped for good, if it did: the file is readable up to `indexedBytes`; 'end' is no fault. */
  stopped: z.object({ kind: z.enum(['end', 'damage']), reason: z.string() }).optional(),
  fileType: copied.optional(),
  /** The recorder's own MovieBox; only of a file in fragments. */
  movie: copied.optional(),
  /** Of a file that was written as a whole, with tables of its own: it is played as it came. */
  whole: z
    .object({ seconds: z.number().nonnegative().optional(), hasMedia: z.boolean() })
    .optional(),
  /** Media of whole fragments: first byte, and first byte after it. */
  mediaAt: count,
  mediaEnd: count,
  tracks: z.array(trackSchema).max(MOST_TRACKS),
});

export type Mp4Index = z.infer<typeof mp4IndexSchema>;
export type Mp4Track = z.infer<typeof trackSchema>;

// Measured: what a track's object and its empty lists take.
const TRACK_BYTES = 2048;

/** Memory that an index takes. */
export function mp4Weight({ tracks, movie = '', fileType = '' }: Readonly<Mp4Index>): number {
  let bytes = movie.length + fileType.length + tracks.length * TRACK_BYTES;
  for (const { sizes, durations, offsets, keys, chunks } of tracks) {
    for (const list of [sizes, durations, offsets, keys, chunks]) bytes += list.weightBytes;
  }
  return bytes;
}

/** The chunks of a track, one after another. */
export function* chunksOf({
  chunks,
}: Mp4Track): Generator<{ at: number; samples: number; description: number }> {
  const values = chunks[Symbol.iterator]();
  const next = () => values.next().value ?? 0;
  for (let left = chunks.length; left > 0; left -= CHUNK_NUMBERS) {
    yield { at: next(), samples: next(), description: next() };
  }
}

/** Of a video of which nothing has been read. */
export function emptyMp4Index(): Mp4Index {
  return { container: 'mp4', version: 1, indexedBytes: 0, mediaAt: 0, mediaEnd: 0, tracks: [] };
}
