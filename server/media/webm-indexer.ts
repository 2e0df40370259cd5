// Indexes a WebM recording while it arrives: the blocks of its clusters with positions and times. Stores no media.
import { type ElementHead, readHead, readUint } from './ebml.ts';
import { copyOf, type PartialElement, type Step, SteppedIndexer } from './stepped-indexer.ts';
import {
  LARGEST_HEADER_BYTES,
  LATEST_TICKS,
  NotVideo,
  TRACKS_WITHIN_BYTES,
  weightLimit,
} from './video-index.ts';
import {
  addBlock,
  type Block,
  KEY_FLAG,
  LARGEST_BLOCK_BYTES,
  readBlockHead,
  SMALLEST_BLOCK_BYTES,
} from './webm-block.ts';
import { checkEbmlHeader, readTickNs, readTracks } from './webm-header.ts';
import {
  CLUSTER,
  CLUSTER_CHILDREN,
  EBML,
  endsUnknownCluster,
  SEGMENT,
  SEGMENT_CHILDREN,
} from './webm-ids.ts';
import { emptyWebmIndex, type WebmIndex, webmWeight } from './webm-index.schema.ts';

// First byte of an EBML header's id, which excludes most other files.
const FIRST_BYTE = 0x1a;
// Most bytes of an element's number.
const LARGEST_NUMBER_BYTES = 8;

type SizedHead = ElementHead & { dataBytes: number };
type SizedElement = PartialElement<SizedHead>;

/** A BlockGroup that is being read. Its block is indexed once all of the group has arrived. */
type OpenGroup = {
  end: number;
  block?: { track: number; ticks: number };
  durationTicks?: number;
  /** RFC 9559 section 5.1.3: a block that refers to another one is no key frame. */
  refers: boolean;
};

/** Memory grows by a cluster's entry, limited by `weightLimit`; work grows by a block's head. */
export class WebmIndexer extends SteppedIndexer<WebmIndex> {
  #group: OpenGroup | undefined;

  constructor(index = emptyWebmIndex()) {
    super(index);
  }

  override get weightBytes(): number {
    return webmWeight(this.index) + this.bufferBytes;
  }

  protected override get hasTracks(): boolean {
    return this.index.tracksElement !== undefined;
  }

  protected override step(bytes: Uint8Array, position: number): Step {
    if (position === 0 && bytes[0] !== FIRST_BYTE) {
      throw new NotVideo('unknown_container', 'it does not begin with an EBML header');
    }
    const reading = readHead(bytes);
    if ('invalid' in reading) return this.stopForDamage(reading.invalid);
    if ('need' in reading) return reading;
    const { head } = reading;
    const index = this.own;
    if (!this.#group && endsUnknownCluster(index, head.id)) index.inCluster = false;
    if (!isSized(head)) return this.#enterUnknown(head, position);
    const partial = { head, sizeBytes: head.headBytes + head.dataBytes, bytes, position };
    const clusterEnd = index.inCluster ? index.clusterEnd : undefined;
    const parentEnd = this.#group?.end ?? clusterEnd ?? index.segmentEnd;
    if (endOf(partial) > (parentEnd ?? Number.POSITIVE_INFINITY)) {
      return this.stopForDamage('an element overlaps');
    }
    if (this.#group) return this.#stepInGroup(partial, this.#group);
    if (index.inCluster) return this.#stepInCluster(partial);
    return index.inSegment ? this.#stepInSegment(partial) : this.#stepAtTop(partial);
  }

  protected override onArrived(position: number): void {
    const index = this.own;
    if (this.#group && position < this.#group.end) return;
    this.#closeGroup();
    index.indexedBytes = position;
    const cluster = index.clusters.at(-1);
    if (index.inCluster && cluster) {
      cluster.payloadBytes = position - cluster.at - cluster.headBytes;
      if (position === index.clusterEnd) index.inCluster = false;
    }
    if (position === index.segmentEnd) this.stopAtEnd('the segment ended');
  }

  #stepAtTop(partial: SizedElement): Step {
    const { head, position } = partial;
    if (position === 0 && head.id === EBML.header) {
      return this.#readWhole(partial, (data) => {
        checkEbmlHeader(data);
        this.own.ebmlHeader = copyOf(partial);
      });
    }
    if (head.id !== SEGMENT.segment)
      return this.stopForDamage('another element precedes the segment');
    this.own.inSegment = true;
    this.own.segmentEnd = endOf(partial);
    return { take: head.headBytes };
  }

  #stepInSegment(partial: SizedElement): Step {
    const { head, sizeBytes, position } = partial;
    const index = this.own;
    const { id } = head;
    if (id === EBML.header) return this.stopAtEnd('another recording follows');
    if (!SEGMENT_CHILDREN.has(id))
      return this.stopForDamage('an element has no place in the segment');
    if (id === SEGMENT.cluster) {
      index.clusterEnd = endOf(partial);
      return this.#enterCluster(head, position);
    }
    if (id === SEGMENT.info && index.info === undefined) {
      return this.#readWhole(partial, (data) => {
        index.info = copyOf(partial);
        index.tickNs = readTickNs(data) ?? index.tickNs;
      });
    }
    if (id === SEGMENT.tracks && !this.hasTracks) {
      return this.#readWhole(partial, (data) => {
        index.tracks = readTracks(data, index.tickNs);
        index.tracksElement = copyOf(partial);
      });
    }
    if (!this.hasTracks && position + head.dataBytes > TRACKS_WITHIN_BYTES) {
      throw new NotVideo('no_tracks', 'no tracks within the first megabyte');
    }
    return { take: sizeBytes };
  }

  #stepInCluster(partial: SizedElement): Step {
    const { head, sizeBytes } = partial;
    if (!CLUSTER_CHILDREN.has(head.id)) {
      return this.stopForDamage('an element has no place in a cluster');
    }
    if (head.id === CLUSTER.timestamp) return this.#readClusterTime(partial);
    if (head.id === CLUSTER.simpleBlock) {
      return this.#readBlock(partial, ({ track, ticks, flags }) => {
        const key = (flags.value & KEY_FLAG) !== 0;
        addBlock(this.own, { track, ticks, key, flags });
      });
    }
    if (head.id === CLUSTER.blockGroup) {
      this.#group = { end: endOf(partial), refers: false };
      return { take: head.headBytes };
    }
    return { take: sizeBytes };
  }

  #stepInGroup(partial: SizedElement, group: OpenGroup): Step {
    const { head, sizeBytes } = partial;
    if (head.id === CLUSTER.block) {
      return this.#readBlock(partial, ({ track, ticks }) => {
        group.block = { track, ticks };
      });
    }
    if (head.id === CLUSTER.blockDuration && head.dataBytes <= LARGEST_NUMBER_BYTES) {
      return this.#readWhole(partial, (data) => {
        group.durationTicks = readUint(data);
      });
    }
    group.refers ||= head.id === CLUSTER.referenceBlock;
    return { take: sizeBytes };
  }

  #closeGroup(): void {
    const group = this.#group;
    this.#group = undefined;
    if (!group?.block) return;
    const { block, durationTicks, refers } = group;
    addBlock(this.own, { ...block, durationTicks, key: !refers });
  }

  #readBlock(
    { head, sizeBytes, bytes, position }: SizedElement,
    record: (block: Required<Pick<Block, 'track' | 'ticks' | 'flags'>>) => void,
  ): Step {
    const { headBytes, dataBytes } = head;
    const isLegal = dataBytes >= SMALLEST_BLOCK_BYTES && dataBytes <= LARGEST_BLOCK_BYTES;
    if (!isLegal) return this.stopForDamage(`a block can't have ${dataBytes} bytes`);
    const reading = readBlockHead(bytes.subarray(headBytes));
    if ('need' in reading) return { need: headBytes + reading.need };
    const { track, relativeTicks, flagsAt, flags: value } = reading.block;
    const flags = { at: position + headBytes + flagsAt, value };
    const clusterTicks = this.own.clusters.at(-1)?.ticks;
    if (clusterTicks === undefined) {
      return this.stopForDamage('a block comes before its cluster has a time');
    }
    if (!this.own.tracks.some((candidate) => candidate.number === track)) {
      return this.stopForDamage('a block belongs to no track');
    }
    this.onComplete = () => record({ track, ticks: clusterTicks + relativeTicks, flags });
    return { take: sizeBytes };
  }

  #readClusterTime(partial: SizedElement): Step {
    const cluster = this.own.clusters.at(-1);
    const { position } = partial;
    const { headBytes, dataBytes } = partial.head;
    if (!cluster || cluster.ticks !== undefined || dataBytes > LARGEST_NUMBER_BYTES) {
      return this.stopForDamage('a cluster has two times, or one that is no number');
    }
    let isImpossible = false;
    const step = this.#readWhole(partial, (data) => {
      const ticks = readUint(data);
      isImpossible = ticks > LATEST_TICKS;
      if (isImpossible) return;
      cluster.ticks = ticks;
      cluster.ticksAt = position + headBytes - cluster.at - cluster.headBytes;
      cluster.ticksBytes = dataBytes;
    });
    return isImpossible ? this.stopForDamage('a cluster has an impossible time') : step;
  }

  /** Only a segment and a cluster may have an unknown size (RFC 9559 section 5.1). */
  #enterUnknown(head: ElementHead, position: number): Step {
    const index = this.own;
    if (!index.inSegment && head.id === SEGMENT.segment && index.ebmlHeader !== undefined) {
      index.inSegment = true;
      return { take: head.headBytes };
    }
    if (index.inSegment && !index.inCluster && head.id === SEGMENT.cluster) {
      delete index.clusterEnd;
      return this.#enterCluster(head, position);
    }
    return this.stopForDamage('an element that needs a size has none');
  }

  #enterCluster(head: ElementHead, position: number): Step {
    const index = this.own;
    if (!this.hasTracks) throw new NotVideo('no_tracks', 'a cluster comes before the tracks');
    if (webmWeight(index) > weightLimit(position)) {
      return this.stopForDamage('it has too many clusters for its bytes');
    }
    const { headBytes } = head;
    index.clusters.push({ at: position, headBytes, payloadBytes: 0, blocks: 0 });
    index.inCluster = true;
    return { take: headBytes };
  }

  #readWhole(partial: SizedElement, record: (data: Uint8Array) => void): Step {
    return this.readWhole(partial, partial.head.headBytes + LARGEST_HEADER_BYTES, record);
  }
}

/** Returns the offset of the first byte after the element. */
function endOf({ position, sizeBytes }: SizedElement): number {
  return position + sizeBytes;
}

function isSized(head: ElementHead): head is SizedHead {
  return head.dataBytes !== undefined;
}
