// Reads the sound packets of a stretch of a WebM recording. It reads the clusters in one request, parses the heads of
// blocks and skips pictures without a copy.
import { readHead } from './ebml.ts';
import type { Stretch } from './video-index.ts';
import { playedClusters, webmSpan } from './virtual-webm.ts';
import { LACING, readBlockHead } from './webm-block.ts';
import type { ReadStored } from './webm-edge.ts';
import { CLUSTER } from './webm-ids.ts';
import type { WebmIndex } from './webm-index.schema.ts';

/** A packet as the recorder encoded it. */
export interface SoundPacket {
  /** Time of the recording. */
  atMs: number;
  data: Uint8Array;
}

/** Several packets share a block, or packets are compressed. No recorder does that, and it is not supported. */
export class PackedSound extends Error {
  override readonly name = 'PackedSound';
}

const NS_IN_MS = 1_000_000;
// A head of an element and a block's own, of up to 12 bytes each.
const LONGEST_HEAD_BYTES = 24;
// RFC 9559 section 5.1.4.1.31: ContentEncodings.
const ENCODINGS = Buffer.from([0x6d, 0x80]);

/**
 * Yields packets in the file's order, in groups as the chunks arrive. They cover a whole number of clusters around the
 * stretch.
 * @param track number of the track in the file
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
  let buffered: Uint8Array = Buffer.alloc(0);
  let at = clusters[0].payloadAt;
  for await (const chunk of read({ start: at, end })) {
    const bytes = buffered.length > 0 ? Buffer.concat([buffered, chunk]) : chunk;
    const { packets, next } = scan.step(bytes, at);
    // The chunk's memory is reused.
    buffered = Buffer.from(bytes.subarray(Math.min(next - at, bytes.length)));
    at += bytes.length - buffered.length;
    yield packets.map(({ ticks, data }) => ({ atMs: (ticks * index.tickNs) / NS_IN_MS, data }));
  }
}

interface SoundCluster {
  /** Ticks since the start of the recording. */
  ticks: number;
  /** Offsets in the stored file. */
  payloadAt: number;
  payloadEnd: number;
}

/** Returns the clusters from one before the stretch on, because its last packet may last into the stretch. */
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

interface TimedPacket {
  ticks: number;
  data: Uint8Array;
}

/** Reads the elements of the clusters, from the first one's payload on. */
class SoundScan {
  #cluster = 0;
  /** Offset of the next element in the stored file. */
  #next: number;
  readonly #clusters: readonly SoundCluster[];
  readonly #track: number;

  constructor(clusters: readonly SoundCluster[], track: number) {
    this.#clusters = clusters;
    this.#track = track;
    this.#next = clusters[0]?.payloadAt ?? 0;
  }

  /** @returns packets, and the offset of the next element: an incomplete one, or one beyond these bytes */
  step(bytes: Uint8Array, at: number): { packets: TimedPacket[]; next: number } {
    const packets: TimedPacket[] = [];
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
      const packet = this.#read({ bytes, from, headEnd }, cluster);
      if (packet === 'cut') return { packets, next: this.#next };
      if (packet) packets.push(packet);
    }
  }

  /** Reads an element and moves behind it. Returns 'cut' for a packet that has not arrived completely. */
  #read(
    { bytes, from, headEnd }: { bytes: Uint8Array; from: number; headEnd: number },
    cluster: SoundCluster,
  ): TimedPacket | 'cut' | null {
    const reading = readHead(bytes.subarray(from, headEnd));
    if (!('head' in reading) || reading.head.dataBytes === undefined) {
      this.#next = cluster.payloadEnd;
      return null;
    }
    const { id, headBytes, dataBytes } = reading.head;
    const dataAt = from + headBytes;
    const isBlock = id === CLUSTER.simpleBlock || id === CLUSTER.block;
    const packet = isBlock
      ? this.#packetOf(bytes, { dataAt, headEnd, dataEnd: dataAt + dataBytes }, cluster.ticks)
      : null;
    if (packet === 'cut') return packet;
    // A group is entered, because its block is one of the next elements.
    this.#next += id === CLUSTER.blockGroup ? headBytes : headBytes + dataBytes;
    return packet;
  }

  #packetOf(
    bytes: Uint8Array,
    { dataAt, headEnd, dataEnd }: { dataAt: number; headEnd: number; dataEnd: number },
    clusterTicks: number,
  ): TimedPacket | 'cut' | null {
    const reading = readBlockHead(bytes.subarray(dataAt, headEnd));
    if ('need' in reading || reading.block.track !== this.#track) return null;
    const { relativeTicks, flags, flagsAt } = reading.block;
    if ((flags & LACING) !== 0) throw new PackedSound();
    if (dataEnd > bytes.length) return 'cut';
    const data = Buffer.from(bytes.subarray(dataAt + flagsAt + 1, dataEnd));
    return { ticks: clusterTicks + relativeTicks, data };
  }
}
