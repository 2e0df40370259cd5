// Blocks, the frames of WebM: reads their heads and notes in the index what playing and seeking need.
import { readUint, readVint, vintLength } from './ebml.ts';
import { mayWeigh } from './video-index.ts';
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
  /** The flags, and their byte in the data; the key frame flag counts in a SimpleBlock only. */
  flags: number;
  flagsAt: number;
};

/** A block that is whole in the file. */
export type Block = {
  track: number;
  ticks: number;
  key: boolean;
  durationTicks?: number | undefined;
  /** Of a SimpleBlock: its flags, and their byte in the file. */
  flags?: { at: number; value: number };
};

// One byte of track number, two of time, one of flags.
export const SMALLEST_BLOCK_BYTES = 4;
// Far above a second of 4K key frames; a larger size is a misread one, after a lost or doubled piece.
export const LARGEST_BLOCK_BYTES = 64 * 1024 * 1024;
// Most time for a last frame without a duration: screens without changes have seconds between frames.
const LONGEST_GUESS_NS = 100_000_000;
// Closer key frames are left out: a seek is 0.2 s off at most, and video of key frames alone keeps a small index.
const KEY_FRAME_SPACING_NS = 200_000_000;
// RFC 9559 section 10.2: the highest bit of a SimpleBlock's flags.
export const KEY_FLAG = 0x80;
// RFC 9559 section 10.1: how the frames of a block are laced; 0 for a block of one frame.
export const LACING = 0x06;

/** Reads a block's head from the beginning of its data, or tells how many bytes that needs. */
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

/** Notes a whole block of a known track in the index's last cluster. */
export function noteBlock(index: WebmIndex, block: Block): void {
  const cluster = index.clusters.at(-1);
  const track = index.tracks.find((candidate) => candidate.number === block.track);
  if (!cluster || !track) return;
  cluster.blocks += 1;
  noteTime(track, block, index.tickNs);
  if (track.kind === 'audio') noteUnkeyedAudio(cluster, block);
  if (block.key && track === firstVideoTrack(index)) noteKeyFrame(index, block.ticks);
}

/** Firefox flags no audio frame as a key frame, so players can't seek; in fact each one is. */
function noteUnkeyedAudio(cluster: WebmCluster, { flags }: Block): void {
  if (!flags || cluster.firstAudio) return;
  const at = flags.at - cluster.at - cluster.headBytes;
  cluster.firstAudio = { flagsAt: at, flags: flags.value };
}

/** The track whose key frames are the seek points; undefined when there is only sound. */
export function firstVideoTrack(index: WebmIndex): WebmTrack | undefined {
  return index.tracks.find((track) => track.kind === 'video');
}

function noteTime(track: WebmTrack, block: Block, tickNs: number): void {
  const first = track.blocks === 0;
  track.blocks += 1;
  if (first || block.ticks < track.firstTicks) track.firstTicks = block.ticks;
  if (!first && block.ticks < track.lastTicks) return;
  const sinceLast = first ? 0 : block.ticks - track.lastTicks;
  const guess = Math.min(sinceLast, LONGEST_GUESS_NS / tickNs);
  track.lastTicks = block.ticks;
  track.lastFrameTicks = block.durationTicks ?? track.defaultFrameTicks ?? guess;
}

function noteKeyFrame(index: WebmIndex, ticks: number): void {
  const cluster = index.clusters.length - 1;
  const last = index.keyFrames.at(-1);
  const close =
    last?.cluster === cluster && ticks - last.ticks < KEY_FRAME_SPACING_NS / index.tickNs;
  const mayGrow = webmWeight(index) < mayWeigh(index.indexedBytes);
  if (!close && mayGrow) index.keyFrames.push({ ticks, cluster });
}
