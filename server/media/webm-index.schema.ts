// The index of one WebM recording: everything needed to play it, without its media bytes. Stored with the recording as
// JSON.
import { z } from 'zod';
import { base64Copy, count, INDEX_MAX_BYTES, indexFields, trackKind } from './video-index.ts';

// Measured: a cluster's object takes 185 bytes, a key frame's 61.
const CLUSTER_BYTES = 200;
const KEY_FRAME_BYTES = 64;
const TRACK_BYTES = 512;

const trackSchema = z.object({
  number: z.number().int().positive(),
  kind: trackKind,
  /** The track's DefaultDuration. */
  defaultFrameTicks: z.number().nonnegative().optional(),
  /** Time by which the decoder's output precedes its blocks' times (CodecDelay). */
  codecDelayTicks: z.number().nonnegative().optional(),
  blocks: count,
  /** Ticks since the recorder's zero, or 0 before the first block. */
  firstTicks: z.number().int(),
  lastTicks: z.number().int(),
  /** Duration of the last block, from the file or estimated from the block before it. */
  lastFrameTicks: z.number().nonnegative(),
});

const clusterSchema = z.object({
  /** Offset of the cluster's first byte in the file. */
  at: count,
  headBytes: z.number().int().min(5).max(12),
  /** Bytes of the complete elements after the head. */
  payloadBytes: count,
  blocks: count,
  /** The cluster's Timestamp, and the position and size of its value after the head. Absent until it has arrived. */
  ticks: count.optional(),
  ticksAt: count.optional(),
  ticksBytes: z.number().int().min(0).max(8).optional(),
  /** Flags of the first audio SimpleBlock, and their position after the head. */
  firstAudio: z.object({ flagsAt: count, flags: z.number().int().min(0).max(255) }).optional(),
});

const keyFrameSchema = z.object({
  ticks: z.number().int(),
  /** The frame's entry in `clusters`. */
  cluster: count,
});

export const webmIndexSchema = z.object({
  /** Absent in indexes that were stored before MP4 was supported. */
  container: z.literal('webm').default('webm'),
  ...indexFields(trackSchema),
  ebmlHeader: base64Copy.optional(),
  /** Offset of the first byte after the segment, if its size is known. */
  segmentEnd: count.optional(),
  inSegment: z.boolean(),
  info: base64Copy.optional(),
  tracksElement: base64Copy.optional(),
  /** Nanoseconds in a tick (TimestampScale). */
  tickNs: z.number().int().positive(),
  clusters: z.array(clusterSchema).max(INDEX_MAX_BYTES / CLUSTER_BYTES),
  /** The last cluster is still open, and its end if its size is known. */
  inCluster: z.boolean(),
  clusterEnd: count.optional(),
  /** Key frames of the first video track, in order. */
  keyFrames: z.array(keyFrameSchema).max(INDEX_MAX_BYTES / KEY_FRAME_BYTES),
});

export type WebmIndex = z.infer<typeof webmIndexSchema>;
export type WebmTrack = z.infer<typeof trackSchema>;
export type WebmCluster = z.infer<typeof clusterSchema>;

/** Returns the memory that an index takes, in bytes. */
export function webmWeight(index: Readonly<WebmIndex>): number {
  const { ebmlHeader = '', info = '', tracksElement = '', tracks, clusters, keyFrames } = index;
  const copies = ebmlHeader.length + info.length + tracksElement.length;
  const entryBytes = clusters.length * CLUSTER_BYTES + keyFrames.length * KEY_FRAME_BYTES;
  return copies + tracks.length * TRACK_BYTES + entryBytes;
}

// RFC 9559 section 5.1.2: the default TimestampScale, one millisecond.
const DEFAULT_TICK_NS = 1_000_000;

/** Returns the index of a file before its first byte. */
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
