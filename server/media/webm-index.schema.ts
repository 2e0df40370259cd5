// The index of one WebM recording: everything needed to play it, without its media bytes. Stored with the recording as
// JSON.
import { z } from 'zod';
import { copied, count, INDEX_MAX_BYTES, indexFields, trackKind } from './video-index.ts';

// Measured: a cluster's object takes 185 bytes, a key frame's 61.
const CLUSTER_BYTES = 200;
const KEY_FRAME_BYTES = 64;
const TRACK_BYTES = 512;

const trackSchema = z.object({
  number: z.number().int().positive(),
  kind: trackKind,
  /** The track's DefaultDuration. */
  defaultFrameTicks: z.number().nonnegative().optional(),
  /** How much earlier the decoder's output is than its blocks' times (CodecDelay). */
  codecDelayTicks: z.number().nonnegative().optional(),
  blocks: count,
  /** Since the recorder's zero; 0 before the first block. */
  firstTicks: z.number().int(),
  lastTicks: z.number().int(),
  /** Duration of the last block: from the file, else estimated from the block before it. */
  lastFrameTicks: z.number().nonnegative(),
});

const clusterSchema = z.object({
  /** First byte of the cluster in the file. */
  at: count,
  headBytes: z.number().int().min(5).max(12),
  /** Bytes of the whole elements after the head that have arrived. */
  payloadBytes: count,
  blocks: count,
  /** The cluster's Timestamp, and the position and size of its value after the head; absent until it arrived. */
  ticks: count.optional(),
  ticksAt: count.optional(),
  ticksBytes: z.number().int().min(0).max(8).optional(),
  /** Flags of the first audio SimpleBlock, and their position after the head. */
  firstAudio: z.object({ flagsAt: count, flags: z.number().int().min(0).max(255) }).optional(),
});

const keyFrameSchema = z.object({
  ticks: z.number().int(),
  /** Its entry in `clusters`. */
  cluster: count,
});

export const webmIndexSchema = z.object({
  /** Absent in indexes that were stored before there was a second container. */
  container: z.literal('webm').default('webm'),
  ...indexFields(trackSchema),
  ebmlHeader: copied.optional(),
  /** First byte after the segment, when its size is known. */
  segmentEnd: count.optional(),
  inSegment: z.boolean(),
  info: copied.optional(),
  tracksElement: copied.optional(),
  /** Nanoseconds in a tick (TimestampScale). */
  tickNs: z.number().int().positive(),
  clusters: z.array(clusterSchema).max(INDEX_MAX_BYTES / CLUSTER_BYTES),
  /** Whether the last cluster is still open, and its end when its size is known. */
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
  const copies = ebmlHeader.length + info.length + tracksElement.length;
  const counted = clusters.length * CLUSTER_BYTES + keyFrames.length * KEY_FRAME_BYTES;
  return copies + tracks.length * TRACK_BYTES + counted;
}

// RFC 9559 section 5.1.2: the default TimestampScale, one millisecond.
const DEFAULT_TICK_NS = 1_000_000;

/** Of a file before its first byte. */
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
