// The index of one WebM recording: everything needed to play it, without its media bytes; kept beside the recording as JSON.
import { z } from 'zod';
import { INDEX_MAX_BYTES } from './index-weight.ts';

const count = z.number().int().nonnegative();

// Measured: a cluster's object takes 185 bytes, a key frame's 61.
const CLUSTER_BYTES = 200;
const KEY_FRAME_BYTES = 64;
// The same for a track and its text.
const TRACK_BYTES = 512;
// Screen, voice and camera are three; each block looks its track up.
export const MOST_TRACKS = 32;

/** Bytes of the file kept as they came; never more than 64 kB each. */
const copied = z.base64();

const trackSchema = z.object({
  number: z.number().int().positive(),
  kind: z.enum(['video', 'audio', 'other']),
  /** E.g. `V_VP9`, `A_OPUS`. */
  codecId: z.string(),
  widthPx: count.optional(),
  heightPx: count.optional(),
  sampleRateHz: z.number().optional(),
  channels: count.optional(),
  /** Ticks; the track's own DefaultDuration. */
  defaultFrameTicks: z.number().nonnegative().optional(),
  /** Ticks that the decoder's output is earlier than its blocks' times (CodecDelay). */
  codecDelayTicks: z.number().nonnegative().optional(),
  blocks: count,
  /** Ticks since the recorder's zero; 0 while there is no block. */
  firstTicks: z.number().int(),
  lastTicks: z.number().int(),
  /** Ticks that the last block lasts: said by the file, else estimated from the block before it. */
  lastFrameTicks: z.number().nonnegative(),
});

const clusterSchema = z.object({
  /** Byte of the file where the cluster's id stands. */
  at: count,
  headBytes: z.number().int().min(5).max(12),
  /** Bytes of whole elements after the head, as far as they arrived. */
  payloadBytes: count,
  blocks: count,
  /** The cluster's Timestamp, and where its value stands after the head; absent until it arrived. */
  ticks: count.optional(),
  ticksAt: count.optional(),
  ticksBytes: z.number().int().min(0).max(8).optional(),
  /** Flags of the first audio SimpleBlock, and where they stand after the head. */
  firstAudio: z.object({ flagsAt: count, flags: z.number().int().min(0).max(255) }).optional(),
});

const keyFrameSchema = z.object({
  ticks: z.number().int(),
  /** Which entry of `clusters` it stands in. */
  cluster: count,
});

export const webmIndexSchema = z.object({
  /** Indexes of the time before there was another container don't say it. */
  container: z.literal('webm').default('webm'),
  version: z.literal(1),
  /** Every byte before this one is understood; an element begins here. */
  indexedBytes: count,
  /** Why reading stopped for good, if it did: the file is readable up to `indexedBytes`; 'end' is no fault. */
  stopped: z.object({ kind: z.enum(['end', 'damage']), reason: z.string() }).optional(),
  ebmlHeader: copied.optional(),
  /** First byte after the segment, when its head says a size. */
  segmentEnd: count.optional(),
  inSegment: z.boolean(),
  info: copied.optional(),
  tracksElement: copied.optional(),
  /** Nanoseconds a tick lasts (TimestampScale). */
  tickNs: z.number().int().positive(),
  tracks: z.array(trackSchema).max(MOST_TRACKS),
  clusters: z.array(clusterSchema).max(INDEX_MAX_BYTES / CLUSTER_BYTES),
  /** Whether the last cluster is still open, and where it ends if its head says so. */
  inCluster: z.boolean(),
  clusterEnd: count.optional(),
  /** Key frames of the first video track, in order. */
  keyFrames: z.array(keyFrameSchema).max(INDEX_MAX_BYTES / KEY_FRAME_BYTES),
});

export type WebmIndex = z.infer<typeof webmIndexSchema>;
export type WebmTrack = z.infer<typeof trackSchema>;
export type WebmCluster = z.infer<typeof clusterSchema>;

/** Memory that an index takes. */
export function webmWeight(index: Readonly<WebmIndex>): number {
  const { ebmlHeader = '', info = '', tracksElement = '', tracks, clusters, keyFrames } = index;
  // What tracks say in words is part of their element.
  const copies = ebmlHeader.length + info.length + 2 * tracksElement.length;
  const counted = clusters.length * CLUSTER_BYTES + keyFrames.length * KEY_FRAME_BYTES;
  return copies + tracks.length * TRACK_BYTES + counted;
}

// RFC 9559 section 5.1.2: the default TimestampScale, one millisecond a tick.
const DEFAULT_TICK_NS = 1_000_000;

/** Of a video of which nothing has been read. */
export function emptyWebmIndex(): WebmIndex {
  return {
    container: 'webm',
    version: 1,
    indexedBytes: 0,
    inSegment: false,
    tickNs: DEFAULT_TICK_NS,
    tracks: [],
    clusters: [],
    inCluster: false,
    keyFrames: [],
  };
}
