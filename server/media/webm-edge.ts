// The clusters at both ends of a cut: which of their blocks are kept, found by reading their heads in the stored bytes.
import { joined, readHead, uintElement, writeHead, writeUint } from './ebml.ts';
import type { Patch } from './virtual-file.ts';
import { KEY_FLAG, readBlockHead } from './webm-block.ts';
import { CLUSTER, SEGMENT } from './webm-ids.ts';
import type { WebmCluster } from './webm-index.schema.ts';

/** A block as it lies in a cluster, with the element around it. */
export type PlacedBlock = {
  track: number;
  /** Since the recorder's zero. */
  ticks: number;
  /** Bytes of the file: the whole element, and the time within it. */
  at: number;
  lengthBytes: number;
  ticksAt: number;
  /** Of a SimpleBlock: its flags, which follow the time. */
  flags?: number;
};

/** A cluster of which some blocks are kept, under a head and a time of our own. */
export type EdgeCluster = {
  /** Head and time. */
  made: Uint8Array;
  blocks: readonly PlacedBlock[];
  /** Over the file's bytes, by `at` of the file. */
  patches: readonly Patch[];
  sizeBytes: number;
};

/** The stored bytes from `start` to `end`. */
export type ReadStored = (range: { start: number; end: number }) => AsyncIterable<Uint8Array>;

// Two heads of elements with up to 12 bytes each, and a block's own with up to 12.
const LONGEST_HEAD_BYTES = 36;
// A cluster has at most 65 s; recorders write a hundred blocks a second.
const MOST_BLOCKS = 20_000;
const TIME_BYTES = 2;
// A block's time counts from its cluster's in 16 bits with a sign (RFC 9559 section 10.1).
const LATEST_TICKS = 0x7fff;

/** The blocks of a cluster in the file's order; reads all of it, and holds no media. */
export async function readBlocks(
  cluster: WebmCluster & { ticks: number },
  read: ReadStored,
): Promise<PlacedBlock[]> {
  const start = cluster.at + cluster.headBytes;
  const end = start + cluster.payloadBytes;
  const blocks: PlacedBlock[] = [];
  let held = Buffer.alloc(0);
  let heldAt = start;
  let next = start;
  for await (const chunk of read({ start, end })) {
    held = Buffer.concat([held, chunk]);
    const heldEnd = heldAt + held.length;
    while (next < heldEnd && (heldEnd - next >= LONGEST_HEAD_BYTES || heldEnd === end)) {
      const element = readElement(held.subarray(next - heldAt), next, cluster.ticks);
      if (!element || next + element.lengthBytes > end) return blocks;
      if (element.block) blocks.push(element.block);
      if (blocks.length === MOST_BLOCKS) return blocks;
      next += element.lengthBytes;
    }
    held = held.subarray(Math.min(next - heldAt, held.length));
    heldAt = heldEnd - held.length;
  }
  return blocks;
}

/** The element at byte `at` of the file; without a block when it is none, or none that can be read. */
function readElement(
  bytes: Uint8Array,
  at: number,
  clusterTicks: number,
): { lengthBytes: number; block?: PlacedBlock } | null {
  const reading = readHead(bytes);
  if (!('head' in reading) || reading.head.dataBytes === undefined) return null;
  const { id, headBytes, dataBytes } = reading.head;
  const lengthBytes = headBytes + dataBytes;
  const inner = id === CLUSTER.blockGroup ? blockIn(bytes.subarray(headBytes)) : 0;
  if ((id !== CLUSTER.simpleBlock && id !== CLUSTER.blockGroup) || inner === null) {
    return { lengthBytes };
  }
  const dataAt = headBytes + inner;
  const block = readBlockHead(bytes.subarray(dataAt));
  if ('need' in block) return { lengthBytes };
  const { track, relativeTicks, flagsAt, flags } = block.block;
  const found = {
    track,
    ticks: clusterTicks + relativeTicks,
    at,
    lengthBytes,
    ticksAt: at + dataAt + flagsAt - TIME_BYTES,
    ...(id === CLUSTER.simpleBlock && { flags }),
  };
  return { lengthBytes, block: found };
}

/** Where the data of a group's block begins, which is its first child in every recorder's files. */
function blockIn(group: Uint8Array): number | null {
  const reading = readHead(group);
  return 'head' in reading && reading.head.id === CLUSTER.block ? reading.head.headBytes : null;
}

/**
 * A cluster with those of its blocks whose time fits behind a new beginning.
 * @param startTicks the new file's zero
 * @param isAudio whether a track has sound: its first block is marked as one that can be decoded alone, which it is
 */
export function edgeCluster(
  { ticks }: { ticks: number },
  kept: readonly PlacedBlock[],
  { startTicks, isAudio }: { startTicks: number; isAudio: (track: number) => boolean },
): EdgeCluster {
  const time = Math.max(0, ticks - startTicks);
  const isMoved = ticks < startTicks;
  const blocks = isMoved ? kept.filter((each) => each.ticks - startTicks <= LATEST_TICKS) : kept;
  const firstAudio = blocks.find(({ track, flags }) => flags !== undefined && isAudio(track));
  const patches = blocks.flatMap((block) => {
    const { ticksAt, flags = 0 } = block;
    const moved = { at: ticksAt, bytes: writeUint(block.ticks - startTicks, TIME_BYTES) };
    const keyed = { at: ticksAt + TIME_BYTES, bytes: Uint8Array.of(flags | KEY_FLAG) };
    return [...(isMoved ? [moved] : []), ...(block === firstAudio ? [keyed] : [])];
  });
  const timestamp = uintElement(CLUSTER.timestamp, time);
  const mediaBytes = blocks.reduce((sum, { lengthBytes }) => sum + lengthBytes, 0);
  const made = joined([writeHead(SEGMENT.cluster, timestamp.length + mediaBytes), timestamp]);
  return { made, blocks, patches, sizeBytes: made.length + mediaBytes };
}
