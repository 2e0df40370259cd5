// The clusters near both ends of a cut. Reads the heads of their blocks from the stored bytes to select blocks.
import { concatBytes, readHead, uintElement, writeHead, writeUint } from './ebml.ts';
import type { Patch } from './virtual-file.ts';
import { KEY_FLAG, LACING, readBlockHead } from './webm-block.ts';
import { CLUSTER, SEGMENT } from './webm-ids.ts';
import type { WebmCluster } from './webm-index.schema.ts';

/** A block in a cluster, with the element around it. */
export type PlacedBlock = {
  track: number;
  /** Ticks since the recorder's zero. */
  ticks: number;
  /** Offsets in the file of the whole element, and of the time within it. */
  at: number;
  lengthBytes: number;
  ticksAt: number;
  /** The flags of a SimpleBlock, which follow the time. */
  flags?: number;
  /** The block contains several frames (RFC 9559 section 10.3). */
  isLaced: boolean;
};

/** A cluster of selected blocks, under a new head and time. */
export type EdgeCluster = {
  /** The new head and time. */
  head: Uint8Array;
  blocks: readonly PlacedBlock[];
  /** Patches of the stored file's bytes, by `at` of the stored file. */
  patches: readonly Patch[];
  sizeBytes: number;
};

/** Reads the stored bytes from `start` to `end`. */
export type ReadStored = (range: { start: number; end: number }) => AsyncIterable<Uint8Array>;

// Two heads of elements of up to 12 bytes each, and a block's own of up to 12.
const LONGEST_HEAD_BYTES = 36;
// A cluster has at most 65 s; recorders write a hundred blocks a second.
const MOST_BLOCKS = 20_000;
// Cues and similar elements between clusters are read and ignored.
const MOST_BETWEEN_BYTES = 64 * 1024;
const TIME_BYTES = 2;
// A block's time is relative to its cluster's, in 16 bits with a sign (RFC 9559 section 10.1).
export const LATEST_TICKS = 0x7fff;

type ReadCluster = WebmCluster & { ticks: number };

/** Returns the blocks of each cluster in the file's order. Reads neighbours together, and stores no media. */
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

/** Groups clusters that are neighbours in the file. */
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

/** Reads the elements of clusters, from the first one's payload to the last one's end. */
class BlockScan {
  readonly #clusters: readonly ReadCluster[];
  readonly blocks: PlacedBlock[][];
  readonly range: { start: number; end: number };
  #cluster = 0;
  #buffer: Uint8Array = Buffer.alloc(0);
  #bufferAt: number;
  /** Offset of the next element in the file. */
  #next: number;

  constructor(clusters: readonly ReadCluster[]) {
    const [first] = clusters;
    const last = clusters.at(-1);
    this.#clusters = clusters;
    this.blocks = clusters.map(() => []);
    this.range = { start: first ? payloadAt(first) : 0, end: last ? endOf(last) : 0 };
    this.#bufferAt = this.range.start;
    this.#next = this.range.start;
  }

  step(chunk: Uint8Array): void {
    const bytes = this.#buffer.length > 0 ? Buffer.concat([this.#buffer, chunk]) : chunk;
    while (this.#stepElement(bytes));
    const consumed = Math.min(this.#next - this.#bufferAt, bytes.length);
    // The chunk's memory is reused.
    this.#buffer = Buffer.from(bytes.subarray(consumed));
    this.#bufferAt += consumed;
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
    const from = this.#next - this.#bufferAt;
    const to = from + Math.min(LONGEST_HEAD_BYTES, end - this.#next);
    if (to > bytes.length) return false;
    const element = readElement(bytes.subarray(from, to), this.#next, cluster.ticks);
    const isWithin = element !== null && this.#next + element.lengthBytes <= end;
    if (!isWithin || blocks.length === MOST_BLOCKS) {
      // The rest of the cluster can't be read, so it is left out.
      this.#next = end;
      return true;
    }
    if (element.block) blocks.push(element.block);
    this.#next += element.lengthBytes;
    return true;
  }
}

/** Reads the element at byte `at` of the file. The result has no block if the element is none, or can't be read. */
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
  const placedBlock = {
    track,
    ticks: clusterTicks + relativeTicks,
    at,
    lengthBytes,
    ticksAt: at + dataAt + flagsAt - TIME_BYTES,
    isLaced: (flags & LACING) !== 0,
    ...(id === CLUSTER.simpleBlock && { flags }),
  };
  return { lengthBytes, block: placedBlock };
}

/** Returns the offset of the data of a group's block, which is the group's first child in every recorder's files. */
function blockIn(group: Uint8Array): number | null {
  const reading = readHead(group);
  return 'head' in reading && reading.head.id === CLUSTER.block ? reading.head.headBytes : null;
}

/**
 * Returns a cluster with a new head and time, and with those of its blocks whose time fits.
 * @param startTicks the new file's zero
 * @param isAudio whether a track has sound: its first block is marked as one that can be decoded alone, which it is
 */
export function edgeCluster(
  { ticks }: { ticks: number },
  selected: readonly PlacedBlock[],
  { startTicks, isAudio }: { startTicks: number; isAudio: (track: number) => boolean },
): EdgeCluster {
  const time = Math.max(0, ticks - startTicks);
  const isMoved = ticks < startTicks;
  const blocks = isMoved
    ? selected.filter((each) => each.ticks - startTicks <= LATEST_TICKS)
    : selected;
  const firstAudio = blocks.find(({ track, flags }) => flags !== undefined && isAudio(track));
  const patches = blocks.flatMap((block) => {
    const { ticksAt, flags = 0 } = block;
    const moved = { at: ticksAt, bytes: writeUint(block.ticks - startTicks, TIME_BYTES) };
    const keyed = { at: ticksAt + TIME_BYTES, bytes: Uint8Array.of(flags | KEY_FLAG) };
    return [...(isMoved ? [moved] : []), ...(block === firstAudio ? [keyed] : [])];
  });
  const timestamp = uintElement(CLUSTER.timestamp, time);
  const mediaBytes = blocks.reduce((sum, { lengthBytes }) => sum + lengthBytes, 0);
  const head = concatBytes([writeHead(SEGMENT.cluster, timestamp.length + mediaBytes), timestamp]);
  return { head, blocks, patches, sizeBytes: head.length + mediaBytes };
}
