// Reads a WebM recording while it arrives and keeps its index: fed by uploads, read by playback; never holds media.
import { ByteStepper, type Step } from './byte-stepper.ts';
import { type ElementHead, readHead, readUint } from './ebml.ts';
import { mayWeigh } from './index-weight.ts';
import { NotVideo } from './not-video.error.ts';
import {
  type Block,
  KEY_FLAG,
  LARGEST_BLOCK_BYTES,
  noteBlock,
  readBlockHead,
  SMALLEST_BLOCK_BYTES,
} from './webm-block.ts';
import { checkEbmlHeader, readTickNs, readTracks } from './webm-header.ts';
import { CLUSTER, EBML, SEGMENT } from './webm-ids.ts';
import {
  emptyWebmIndex,
  type WebmCluster,
  type WebmIndex,
  webmWeight,
} from './webm-index.schema.ts';
import {
  copyOf,
  endOf,
  endsUnknownCluster,
  mayStandInCluster,
  mayStandInSegment,
  parentEnd,
  type Sighting,
} from './webm-structure.ts';

// The first byte of an EBML header's id: enough to refuse most other files at once.
const FIRST_BYTE = 0x1a;
// Recorders write some hundred bytes; what they hold is kept with each recording.
const LARGEST_HEADER_BYTES = 64 * 1024;
// A recorder describes its tracks in the first piece; until then we don't know that it is a recording.
const TRACKS_WITHIN_BYTES = 1024 * 1024;
// Sums of ticks stay whole numbers below 2^53, whatever clock a recorder has.
const LATEST_TICKS = 2 ** 50;
// Eight bytes hold any number of an element.
const LARGEST_NUMBER_BYTES = 8;

/** A BlockGroup that is being read: its block counts when all of it is there. */
type OpenGroup = {
  end: number;
  block?: { track: number; ticks: number };
  durationTicks?: number;
  /** RFC 9559 section 5.1.3: a block that refers to another one is no key frame. */
  refers: boolean;
};

/**
 * Feed it a file's bytes in order, in chunks of any size. Memory grows by a cluster's entry and never beyond
 * `mayWeigh`, work by a block's head. What breaks a rule of the standard after the tracks are known stops it:
 * `index.stopped` says why, and everything before `index.indexedBytes` stays playable.
 */
export class WebmIndexer {
  readonly #index: WebmIndex = emptyWebmIndex();
  readonly #stepper: ByteStepper;
  #group: OpenGroup | undefined;
  #whenWhole: (() => void) | undefined;

  constructor() {
    this.#stepper = new ByteStepper({
      step: (bytes, position) => this.#step(bytes, position),
      arrived: (position) => this.#arrived(position),
      tooMany: () => this.#damage('its parts are too small'),
      stopped: () => this.#index.stopped !== undefined,
    });
  }

  /** The index so far; it changes with the next `feed` and is plain JSON. */
  get index(): Readonly<WebmIndex> {
    return this.#index;
  }

  /** Memory that it holds. */
  get weightBytes(): number {
    return webmWeight(this.#index) + this.#stepper.weightBytes;
  }

  /** @throws {NotVideo} as soon as the bytes can't be the beginning of a WebM recording */
  feed(chunk: Uint8Array): void {
    this.#stepper.feed(chunk);
  }

  #step(bytes: Uint8Array, position: number): Step {
    if (position === 0 && bytes[0] !== FIRST_BYTE) {
      throw new NotVideo('unknown_container', 'it does not begin with an EBML header');
    }
    const reading = readHead(bytes);
    if ('invalid' in reading) return this.#damage(reading.invalid);
    if ('need' in reading) return reading;
    const { head } = reading;
    if (!this.#group && endsUnknownCluster(this.#index, head)) this.#index.inCluster = false;
    if (head.dataBytes === undefined) return this.#enterUnknown(head, position);
    const sighting = { head, dataBytes: head.dataBytes, bytes, position };
    if (endOf(sighting) > (this.#group?.end ?? parentEnd(this.#index)))
      return this.#damage('an element overlaps');
    if (this.#group) return this.#stepInGroup(sighting, this.#group);
    if (this.#index.inCluster) return this.#stepInCluster(sighting);
    return this.#index.inSegment ? this.#stepInSegment(sighting) : this.#stepAtTop(sighting);
  }

  /** The element that was taken last is whole. */
  #arrived(position: number): void {
    const index = this.#index;
    this.#whenWhole?.();
    this.#whenWhole = undefined;
    if (this.#group && position < this.#group.end) return;
    this.#closeGroup();
    index.indexedBytes = position;
    const cluster = index.clusters.at(-1);
    if (index.inCluster && cluster) {
      cluster.payloadBytes = position - cluster.at - cluster.headBytes;
      if (position === index.clusterEnd) index.inCluster = false;
    }
    if (position === index.segmentEnd) this.#end('the segment ended');
  }

  #stepAtTop(sighting: Sighting): Step {
    const { head, position } = sighting;
    if (position === 0 && head.id === EBML.header) {
      return this.#whole(sighting, (data) => {
        checkEbmlHeader(data);
        this.#index.ebmlHeader = copyOf(sighting);
      });
    }
    if (head.id !== SEGMENT.segment) return this.#damage('something stands before the segment');
    this.#index.inSegment = true;
    this.#index.segmentEnd = endOf(sighting);
    return { take: head.headBytes };
  }

  #stepInSegment(sighting: Sighting): Step {
    const { head, dataBytes, position } = sighting;
    const index = this.#index;
    const { id } = head;
    if (id === EBML.header) return this.#end('another recording follows');
    if (!mayStandInSegment(id)) return this.#damage('an element has no place in the segment');
    if (id === SEGMENT.cluster) {
      index.clusterEnd = endOf(sighting);
      return this.#enterCluster(head, position);
    }
    const early = index.tracksElement === undefined;
    if (id === SEGMENT.info && index.info === undefined) {
      return this.#whole(sighting, (data) => {
        index.info = copyOf(sighting);
        index.tickNs = readTickNs(data) ?? index.tickNs;
      });
    }
    if (id === SEGMENT.tracks && early) {
      return this.#whole(sighting, (data) => {
        index.tracks = readTracks(data, index.tickNs);
        index.tracksElement = copyOf(sighting);
      });
    }
    if (early && position + dataBytes > TRACKS_WITHIN_BYTES) {
      throw new NotVideo('no_tracks', 'no tracks within the first megabyte');
    }
    return { take: head.headBytes + dataBytes };
  }

  #stepInCluster(sighting: Sighting): Step {
    const { head, dataBytes } = sighting;
    if (!mayStandInCluster(head.id)) {
      return this.#damage('an element has no place in a cluster');
    }
    if (head.id === CLUSTER.timestamp) return this.#noteClusterTime(sighting);
    if (head.id === CLUSTER.simpleBlock) {
      return this.#seeBlock(sighting, ({ track, ticks, flags }) => {
        const key = (flags.value & KEY_FLAG) !== 0;
        noteBlock(this.#index, { track, ticks, key, flags });
      });
    }
    if (head.id === CLUSTER.blockGroup) {
      this.#group = { end: endOf(sighting), refers: false };
      return { take: head.headBytes };
    }
    return { take: head.headBytes + dataBytes };
  }

  #stepInGroup(sighting: Sighting, group: OpenGroup): Step {
    const { head, dataBytes } = sighting;
    if (head.id === CLUSTER.block) {
      return this.#seeBlock(sighting, ({ track, ticks }) => {
        group.block = { track, ticks };
      });
    }
    if (head.id === CLUSTER.blockDuration && dataBytes <= LARGEST_NUMBER_BYTES) {
      return this.#whole(sighting, (data) => {
        group.durationTicks = readUint(data);
      });
    }
    group.refers ||= head.id === CLUSTER.referenceBlock;
    return { take: head.headBytes + dataBytes };
  }

  #closeGroup(): void {
    const group = this.#group;
    this.#group = undefined;
    if (!group?.block) return;
    const { block, durationTicks, refers } = group;
    noteBlock(this.#index, { ...block, durationTicks, key: !refers });
  }

  #seeBlock(
    { head, dataBytes, bytes, position }: Sighting,
    note: (block: Required<Pick<Block, 'track' | 'ticks' | 'flags'>>) => void,
  ): Step {
    const legal = dataBytes >= SMALLEST_BLOCK_BYTES && dataBytes <= LARGEST_BLOCK_BYTES;
    if (!legal) return this.#damage(`a block can't have ${dataBytes} bytes`);
    const reading = readBlockHead(bytes.subarray(head.headBytes));
    if ('need' in reading) return { need: head.headBytes + reading.need };
    const { track, relativeTicks } = reading.block;
    const flags = {
      at: position + head.headBytes + reading.block.flagsAt,
      value: reading.block.flags,
    };
    const clusterTicks = this.#index.clusters.at(-1)?.ticks;
    if (clusterTicks === undefined)
      return this.#damage('a block comes before its cluster has a time');
    if (!this.#index.tracks.some((known) => known.number === track)) {
      return this.#damage('a block belongs to no track');
    }
    this.#whenWhole = () => note({ track, ticks: clusterTicks + relativeTicks, flags });
    return { take: head.headBytes + dataBytes };
  }

  #noteClusterTime(sighting: Sighting): Step {
    const cluster = this.#index.clusters.at(-1);
    const { head, dataBytes, position } = sighting;
    if (!cluster || cluster.ticks !== undefined || dataBytes > LARGEST_NUMBER_BYTES) {
      return this.#damage("a cluster's time stands twice or is no number");
    }
    let isAtNoTime = false;
    const step = this.#whole(sighting, (data) => {
      const ticks = readUint(data);
      isAtNoTime = ticks > LATEST_TICKS;
      if (isAtNoTime) return;
      cluster.ticks = ticks;
      cluster.ticksAt = position + head.headBytes - cluster.at - cluster.headBytes;
      cluster.ticksBytes = dataBytes;
    });
    return isAtNoTime ? this.#damage('a cluster is at no time') : step;
  }

  /** Only a segment and a cluster may have an unknown size (RFC 9559 section 5.1). */
  #enterUnknown(head: ElementHead, position: number): Step {
    const index = this.#index;
    if (!index.inSegment && head.id === SEGMENT.segment && index.ebmlHeader !== undefined) {
      index.inSegment = true;
      return { take: head.headBytes };
    }
    if (index.inSegment && !index.inCluster && head.id === SEGMENT.cluster) {
      delete index.clusterEnd;
      return this.#enterCluster(head, position);
    }
    return this.#damage('an element that needs a size has none');
  }

  #enterCluster(head: ElementHead, position: number): Step {
    const index = this.#index;
    if (index.tracksElement === undefined) {
      throw new NotVideo('no_tracks', 'a cluster comes before the tracks');
    }
    if (webmWeight(index) > mayWeigh(position)) {
      return this.#damage('it has too many clusters for its bytes');
    }
    const cluster: WebmCluster = {
      at: position,
      headBytes: head.headBytes,
      payloadBytes: 0,
      blocks: 0,
    };
    index.clusters.push(cluster);
    index.inCluster = true;
    return { take: head.headBytes };
  }

  /** Waits for all of a small element and hands over its data. */
  #whole(sighting: Sighting, note: (data: Uint8Array) => void): Step {
    const { head, dataBytes, bytes } = sighting;
    const size = head.headBytes + dataBytes;
    if (dataBytes > LARGEST_HEADER_BYTES) return this.#damage('a header element is too large');
    if (bytes.length < size) return { need: size };
    note(bytes.subarray(head.headBytes, size));
    return { take: size };
  }

  #damage(reason: string): Step {
    if (this.#index.tracksElement === undefined) throw new NotVideo('malformed_header', reason);
    this.#index.stopped = { kind: 'damage', reason };
    return { take: 0 };
  }

  #end(reason: string): Step {
    if (this.#index.tracksElement === undefined) throw new NotVideo('no_tracks', reason);
    this.#index.stopped = { kind: 'end', reason };
    return { take: 0 };
  }
}
