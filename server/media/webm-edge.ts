// The clusters near both ends of a cut: which of their blocks are kept, found by reading their heads in the stored bytes.
import { joined, readHead, uintElement, writeHead, writeUint } from './ebml.ts';
import type { Patch } from './virtual-file.ts';
import { KEY_FLAG, LACING, readBlockHead } from './webm-block.ts';
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
  /** Whether it holds several frames in a row (RFC 9559 section 10.3). */
  isLaced: boolean;
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
// Beside clusters lie cues and the like, which are read over.
const MOST_BETWEEN_BYTES = 64 * 1024;
const TIME_BYTES = 2;
// A block's time counts from its cluster's in 16 bits with a sign (RFC 9559 section 10.1).
export const LATEST_TICKS = 0x7fff;

type ReadCluster = WebmCluster & { ticks: number };

/**
 * The blocks of each of these clusters, all in the file's order. Reads the clusters, each row of neighbours in one go, and
 * holds no media.
 */
export async function readBlocks(
  clusters: readonly ReadCluster[],
  read: ReadStored,
): Promise<PlacedBlock[][]> {
  const blocks: PlacedBlock[][] = [];
  for (const neighbours of rowsOf(clusters)) {
    const scan = new BlockScan(neighbours);
    for await (const chunk of read(scan.range)) scan.step(chunk);
    blocks.push(...scan.blocks);
  }
  return blocks;
}

const payloadAt = ({ at, headBytes }: WebmCluster) => at + headBytes;
const endOf = (cluster: WebmCluster) => payloadAt(cluster) + cluster.payloadBytes;

/** Clusters without another one between them. */
function rowsOf(clusters: readonly ReadCluster[]): ReadCluster[][] {
  const rows: ReadCluster[][] = [];
  for (const cluster of clusters) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row && last && cluster.at - endOf(last) <= MOST_BETWEEN_BYTES) row.push(cluster);
    else rows.push([cluster]);
  }
  return rows;
}

/** Goes through the elements of clusters, from the first one's payload to the last one's end. */
class BlockScan {
  readonly #clusters: readonly ReadCluster[];
  readonly blocks: PlacedBlock[][];
  readonly range: { start: number; end: number };
  #cluster = 0;
  #held: Uint8Array = Buffer.alloc(0);
  #heldAt: number;
  /** The element that is read next. */
  #next: number;

  constructor(clusters: readonly ReadCluster[]) {
    const [first] = clusters;
    const last = clusters.at(-1);
    this.#clusters = clusters;
    this.blocks = clusters.map(() => []);
    this.range = { start: first ? payloadAt(first) : 0, end: last ? endOf(last) : 0 };
    this.#heldAt = this.range.start;
    this.#next = this.range.start;
  }

  step(chunk: Uint8Array): void {
    const bytes = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk;
    while (this.#stepElement(bytes));
    const left = Math.min(this.#next - this.#heldAt, bytes.length);
    // The chunk's memory is used again.
    this.#held = Buffer.from(bytes.subarray(left));
    this.#heldAt += left;
  }

  /** @returns false when the bytes end before the next element's head does */
  #stepElement(bytes: Uint8Array): boolean {
    const cluster = this.#clusters[this.#cluster];
    if (!cluster) return false;
    const end = endOf(cluster);
    const blocks = this.blocks[this.#cluster];
    if (this.#next >= end || !blocks) {
      this.#cluster += 1;
      const following = this.#clusters[this.#cluster];
      if (following) this.#next = Math.max(this.#next, payloadAt(following));
      return true;
    }
    const from = this.#next - this.#heldAt;
    const to = from + Math.min(LONGEST_HEAD_BYTES, end - this.#next);
    if (to > bytes.length) return false;
    const element = readElement(bytes.subarray(from, to), this.#next, cluster.ticks);
    const isWithin = element !== null && this.#next + element.lengthBytes <= end;
    if (!isWithin || blocks.length === MOST_BLOCKS) {
      // The rest can't be read: none of it is kept.
      this.#next = end;
      return true;
    }
    if (element.block) blocks.push(element.block);
    this.#next += element.lengthBytes;
    return true;
  }
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
    isLaced: (flags & LACING) !== 0,
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
