// The sound's packets of a stretch of a WebM recording: its clusters are read in one go, heads of blocks are looked at, and
// pictures passed over without a copy.
import { readHead } from './ebml.ts';
import type { Stretch } from './video-index.ts';
import { playedClusters, webmSpan } from './virtual-webm.ts';
import { LACING, readBlockHead } from './webm-block.ts';
import type { ReadStored } from './webm-edge.ts';
import { CLUSTER } from './webm-ids.ts';
import type { WebmIndex } from './webm-index.schema.ts';

/** A packet as the recorder encoded it. */
export interface SoundPacket {
  /** Of the recording. */
  atMs: number;
  data: Uint8Array;
}

/** Several packets share a block, or they are compressed: no recorder does that, and this reads none of it. */
export class PackedSound extends Error {
  override readonly name = 'PackedSound';
}

const NS_IN_MS = 1_000_000;
// A head of an element and a block's own, each with up to 12 bytes.
const LONGEST_HEAD_BYTES = 24;
// RFC 9559 section 5.1.4.1.31: ContentEncodings.
const ENCODINGS = Buffer.from([0x6d, 0x80]);

/**
 * Packets in the file's order, as many at once as a chunk has: those of a whole number of clusters around the stretch.
 * @param track its number in the file
 * @throws PackedSound
 */
export async function* webmSound(
  index: Readonly<WebmIndex>,
  { track, stretch }: { track: number; stretch: Stretch },
  read: ReadStored,
): AsyncGenerator<SoundPacket[]> {
  if (Buffer.from(index.tracksElement ?? '', 'base64').includes(ENCODINGS)) throw new PackedSound();
  const clusters = clustersOf(index, stretch);
  const last = clusters.at(-1);
  if (!clusters[0] || !last) return;
  const scan = new SoundScan(clusters, track);
  const end = last.payloadEnd;
  let held: Uint8Array = Buffer.alloc(0);
  let at = clusters[0].payloadAt;
  for await (const chunk of read({ start: at, end })) {
    const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
    const { packets, next } = scan.step(bytes, at);
    // The chunk's memory is used again.
    held = Buffer.from(bytes.subarray(Math.min(next - at, bytes.length)));
    at += bytes.length - held.length;
    yield packets.map(({ ticks, data }) => ({ atMs: (ticks * index.tickNs) / NS_IN_MS, data }));
  }
}

interface SoundCluster {
  /** Since the recording's begin. */
  ticks: number;
  /** Bytes of the stored file. */
  payloadAt: number;
  payloadEnd: number;
}

/** From one before the stretch, whose last packet may last into it. */
function clustersOf(index: Readonly<WebmIndex>, { fromMs, toMs }: Stretch): SoundCluster[] {
  const { startTicks } = webmSpan(index);
  const all = [...playedClusters(index).values()].map(({ ticks, at, headBytes, payloadBytes }) => ({
    ticks: ticks - startTicks,
    payloadAt: at + headBytes,
    payloadEnd: at + headBytes + payloadBytes,
  }));
  const ticksAt = (ms: number) => (ms * NS_IN_MS) / index.tickNs;
  const first = all.findLastIndex(({ ticks }) => ticks <= ticksAt(fromMs));
  return all.slice(Math.max(0, first - 1)).filter(({ ticks }) => ticks < ticksAt(toMs));
}

interface Found {
  ticks: number;
  data: Uint8Array;
}

/** Goes through the clusters' elements, from the first one's payload on. */
class SoundScan {
  #cluster = 0;
  /** The element that is read next, in the stored file. */
  #next: number;
  readonly #clusters: readonly SoundCluster[];
  readonly #track: number;

  constructor(clusters: readonly SoundCluster[], track: number) {
    this.#clusters = clusters;
    this.#track = track;
    this.#next = clusters[0]?.payloadAt ?? 0;
  }

  /** @returns where it goes on: at an element that is not whole, or beyond these bytes */
  step(bytes: Uint8Array, at: number): { packets: Found[]; next: number } {
    const packets: Found[] = [];
    for (;;) {
      const cluster = this.#clusters[this.#cluster];
      if (!cluster) return { packets, next: at + bytes.length };
      if (this.#next >= cluster.payloadEnd) {
        this.#cluster += 1;
        this.#next = this.#clusters[this.#cluster]?.payloadAt ?? this.#next;
        continue;
      }
      const from = this.#next - at;
      const headEnd = from + Math.min(LONGEST_HEAD_BYTES, cluster.payloadEnd - this.#next);
      if (headEnd > bytes.length) return { packets, next: this.#next };
      const found = this.#read({ bytes, from, headEnd }, cluster);
      if (found === 'cut') return { packets, next: this.#next };
      if (found) packets.push(found);
    }
  }

  /** Reads an element and goes on behind it; 'cut': a packet of which the rest is not there yet. */
  #read(
    { bytes, from, headEnd }: { bytes: Uint8Array; from: number; headEnd: number },
    cluster: SoundCluster,
  ): Found | 'cut' | null {
    const reading = readHead(bytes.subarray(from, headEnd));
    if (!('head' in reading) || reading.head.dataBytes === undefined) {
      this.#next = cluster.payloadEnd;
      return null;
    }
    const { id, headBytes, dataBytes } = reading.head;
    const dataAt = from + headBytes;
    const isBlock = id === CLUSTER.simpleBlock || id === CLUSTER.block;
    const found = isBlock
      ? this.#packetOf(bytes, { dataAt, headEnd, dataEnd: dataAt + dataBytes }, cluster.ticks)
      : null;
    if (found === 'cut') return found;
    // A group is entered: its block is one of the next elements.
    this.#next += id === CLUSTER.blockGroup ? headBytes : headBytes + dataBytes;
    return found;
  }

  #packetOf(
    bytes: Uint8Array,
    { dataAt, headEnd, dataEnd }: { dataAt: number; headEnd: number; dataEnd: number },
    clusterTicks: number,
  ): Found | 'cut' | null {
    const reading = readBlockHead(bytes.subarray(dataAt, headEnd));
    if ('need' in reading || reading.block.track !== this.#track) return null;
    const { relativeTicks, flags, flagsAt } = reading.block;
    if ((flags & LACING) !== 0) throw new PackedSound();
    if (dataEnd > bytes.length) return 'cut';
    const data = Buffer.from(bytes.subarray(dataAt + flagsAt + 1, dataEnd));
    return { ticks: clusterTicks + relativeTicks, data };
  }
}
