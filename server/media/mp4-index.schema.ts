// The index of one MP4 recording: everything needed to play it, without its media bytes; kept beside the recording
// as JSON.
import { z } from 'zod';

const count = z.number().int().nonnegative();

/** Bytes of the file kept as they came; never more than 64 kB each. */
const copied = z.base64();

/** Numbers said in runs: how many samples in a row, and the number each of them has. */
const runs = z.array(z.number().int());

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
  sizes: z.array(count),
  durations: runs,
  /** Ticks that samples are shown after they are decoded. */
  offsets: runs,
  /** Samples that can be decoded alone, counted from 1; not kept for sound, where each one can. */
  keys: z.array(count),
  /** Samples that lie in a row: byte of the file, how many, and which of the track's descriptions is theirs. */
  chunks: z.array(z.object({ at: count, samples: count, description: count })),
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
  tracks: z.array(trackSchema),
});

export type Mp4Index = z.infer<typeof mp4IndexSchema>;
export type Mp4Track = z.infer<typeof trackSchema>;

/** Of a video of which nothing has been read. */
export function emptyMp4Index(): Mp4Index {
  return { container: 'mp4', version: 1, indexedBytes: 0, mediaAt: 0, mediaEnd: 0, tracks: [] };
}
