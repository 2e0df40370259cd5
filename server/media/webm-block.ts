// Blocks, the frames of WebM: reads their heads and adds to the index what playback and seeking need.
import { readUint, readVint, vintLength } from './ebml.ts';
import { weightLimit } from './video-index.ts';
import {
  type WebmCluster,
  type WebmIndex,
  type WebmTrack,
  webmWeight,
} from './webm-index.schema.ts';

/** The beginning of a block's data (RFC 9559 sections 10.1 and 10.2). */
type BlockHead = {
  track: number;
  /** Ticks after (or before) the cluster's timestamp. */
  relativeTicks: number;
  /** The flags, and the offset of their byte in the data. The key frame flag is valid in a SimpleBlock only. */
  flags: number;
  flagsAt: number;
};

/** A block that has arrived completely. */
export type Block = {
  track: number;
  ticks: number;
  key: boolean;
  durationTicks?: number | undefined;
  /** The flags of a SimpleBlock, and the offset of their byte in the file. */
  flags?: { at: number; value: number };
};

// One byte of track number, two of time, one of flags.
export const SMALLEST_BLOCK_BYTES = 4;
// Far above a second of 4K key frames. A larger size was misread after a lost or doubled piece.
export const LARGEST_BLOCK_BYTES = 64 * 1024 * 1024;
// Longest estimate for a last frame without a duration. A static screen has seconds between frames.
const LONGEST_GUESS_NS = 100_000_000;
// Closer key frames are left out. A seek is then at most 0.2 s off, and video of key frames alone has a small index.
const KEY_FRAME_SPACING_NS = 200_000_000;
// RFC 9559 section 10.2: the highest bit of a SimpleBlock's flags.
export const KEY_FLAG = 0x80;
// RFC 9559 section 10.1: the lacing of a block's frames, or 0 for a block of one frame.
export const LACING = 0x06;

/** Reads a block's head from the beginning of its data, or returns the number of bytes that this needs. */
export function readBlockHead(data: Uint8Array): { block: BlockHead } | { need: number } {
  const trackBytes = vintLength(data[0]);
  if (trackBytes === undefined) return { need: 1 };
  const headBytes = trackBytes + 3;
  if (data.length < headBytes) return { need: headBytes };
  const relative = readUint(data.subarray(trackBytes, trackBytes + 2));
  const block = {
    track: readVint(data.subarray(0, trackBytes)) ?? 0,
    relativeTicks: relative < 0x8000 ? relative : relative - 0x10000,
    flags: data[trackBytes + 2] ?? 0,
    flagsAt: trackBytes + 2,
  };
  return { block };
}

/** Adds a whole block of a known track to the index's last cluster. */
export function addBlock(index: WebmIndex, block: Block): void {
  const cluster = index.clusters.at(-1);
  const track = index.tracks.find((candidate) => candidate.number === block.track);
  if (!cluster || !track) return;
  cluster.blocks += 1;
  updateTimes(track, block, index.tickNs);
  if (track.kind === 'audio') recordUnkeyedAudio(cluster, block);
  if (block.key && track === firstVideoTrack(index)) addKeyFrame(index, block.ticks);
}

/** Firefox flags no audio frame as a key frame, so players can't seek; in fact each one is. */
function recordUnkeyedAudio(cluster: WebmCluster, { flags }: Block): void {
  if (!flags || cluster.firstAudio) return;
  const at = flags.at - cluster.at - cluster.headBytes;
  cluster.firstAudio = { flagsAt: at, flags: flags.value };
}

/** Returns the track whose key frames are the seek points, or undefined if there is only sound. */
export function firstVideoTrack(index: WebmIndex): WebmTrack | undefined {
  return index.tracks.find((track) => track.kind === 'video');
}

function updateTimes(track: WebmTrack, block: Block, tickNs: number): void {
  const first = track.blocks === 0;
  track.blocks += 1;
  if (first || block.ticks < track.firstTicks) track.firstTicks = block.ticks;
  if (!first && block.ticks < track.lastTicks) return;
  const sinceLast = first ? 0 : block.ticks - track.lastTicks;
  const guess = Math.min(sinceLast, LONGEST_GUESS_NS / tickNs);
  track.lastTicks = block.ticks;
  track.lastFrameTicks = block.durationTicks ?? track.defaultFrameTicks ?? guess;
}

function addKeyFrame(index: WebmIndex, ticks: number): void {
  const cluster = index.clusters.length - 1;
  const last = index.keyFrames.at(-1);
  const close =
    last?.cluster === cluster && ticks - last.ticks < KEY_FRAME_SPACING_NS / index.tickNs;
  const mayGrow = webmWeight(index) < weightLimit(index.indexedBytes);
  if (!close && mayGrow) index.keyFrames.push({ ticks, cluster });
}
