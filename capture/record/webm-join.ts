// Takes of several recorders → one continuous WebM. A running recorder's bitrate can't change: the clusters of the
// next recorder follow in the same file.
import {
  childrenOf,
  type EbmlElement,
  EbmlId,
  ElementReader,
  NotEbmlError,
  readUint,
  vintLength,
} from './ebml-elements.ts';

/** The default, which browsers write: timestamps are milliseconds (RFC 9559, section 5.1.2.9). */
const MILLISECOND_NS = 1_000_000;
/** RFC 9559, section 5.1.4.1.3. */
const VIDEO_TYPE = 1;
/** A cluster of unknown size ends where the next one begins (RFC 8794, section 6.2). */
const CLUSTER_HEAD = [0x1f, 0x43, 0xb6, 0x75, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
const TIMESTAMP_BYTES = 8;
/** First byte of the id with which every EBML document begins (RFC 8794, section 11.2.1). */
const EBML_FIRST_BYTE = EbmlId.ebml >>> 24;

/** The next recorder's tracks are others: its bytes can't follow in the same file. */
export class TracksDifferError extends Error {
  constructor() {
    super('The recorder went on with other tracks.');
    this.name = 'TracksDifferError';
  }
}

/** A track of the file. */
export interface FileTrack {
  /** Type and codec. */
  kind: string;
  number: number;
}

/** The part of the file that an earlier page recorded. */
export interface RecordedBefore {
  tracks: readonly FileTrack[];
  /** Milliseconds from the recording's start. */
  recordedMs: number;
}

/**
 * One object per page and recording. Bytes of the first take pass unchanged, whatever they are; of WebM in whole
 * elements, so that another take may follow a take that broke off.
 */
export class WebmJoin {
  #reader: ElementReader | null = new ElementReader();
  #isFirst = true;
  #firstByte: number | undefined;
  #wantedStartMs = 0;
  #startMs: number | null = 0;
  #clusterMs = 0;
  #lastMs = 0;
  /** Type and codec → number in the file. */
  #tracks: ReadonlyMap<string, number> | null = null;
  /** Number in this take → number in the file. */
  #numbers = new Map<number, number>();
  #videoTrack = 0;
  #videoFrames = 0;

  /** @param before what the first take of this page follows, or null if it begins the file */
  constructor(before: RecordedBefore | null = null) {
    if (!before) return;
    this.#tracks = new Map(before.tracks.map(({ kind, number }) => [kind, number]));
    this.nextTake(before.recordedMs);
  }

  /**
   * Returns true if another take may follow: the bytes so far are WebM and contain their tracks.
   */
  get canContinue(): boolean {
    return this.#reader !== null && this.#tracks !== null;
  }

  /** Tracks of the file, or undefined while they are unknown or if no take can follow. */
  get tracks(): FileTrack[] | undefined {
    if (!this.#reader || !this.#tracks) return undefined;
    return [...this.#tracks].map(([kind, number]) => ({ kind, number }));
  }

  /** Video frames so far: what the encoder made. */
  get videoFrames(): number {
    return this.#videoFrames;
  }

  /**
   * Begins another take. The bytes that follow come from another recorder with the same tracks.
   * @param startMs milliseconds from the recording's start; a start before the end of the previous
   * take moves to that end
   */
  nextTake(startMs: number): void {
    this.#reader = new ElementReader();
    this.#isFirst = false;
    this.#wantedStartMs = startMs;
    this.#startMs = null;
  }

  /**
   * Takes a recorder's next bytes and answers what follows in the file; may be empty.
   * @throws TracksDifferError, NotEbmlError: nothing of this take can follow
   */
  add(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    const reader = this.#reader;
    if (reader === null) return bytes;
    if (this.#isFirst) return this.#readAlong(bytes, reader);
    return concat(reader.read(bytes).map((element) => this.#continued(element)));
  }

  #readAlong(bytes: Uint8Array<ArrayBuffer>, reader: ElementReader): Uint8Array<ArrayBuffer> {
    const { rest } = reader;
    try {
      this.#firstByte ??= bytes[0];
      if (this.#firstByte !== EBML_FIRST_BYTE) throw new NotEbmlError();
      const elements = reader.read(bytes);
      for (const element of elements) this.#continued(element);
      return concat(elements.map((element) => element.bytes));
    } catch (error) {
      if (!(error instanceof NotEbmlError)) throw error;
      // Another container (MP4 in Safari): it stays the only take.
      this.#reader = null;
      return concat([rest, bytes]);
    }
  }

  /** Returns an element of the joined file: clusters and blocks get their times in it. */
  #continued(element: EbmlElement): Uint8Array {
    switch (element.id) {
      case EbmlId.info:
        requireMilliseconds(element);
        return nothing;
      case EbmlId.tracks:
        this.#readTracks(element);
        return nothing;
      case EbmlId.cluster:
        this.#startMs ??= Math.max(Math.round(this.#wantedStartMs), this.#lastMs + 1);
        return new Uint8Array(CLUSTER_HEAD);
      case EbmlId.timestamp:
        this.#clusterMs = (this.#startMs ?? 0) + readUint(element.data);
        return timestampOf(this.#clusterMs);
      case EbmlId.simpleBlock:
        this.#readBlock(element.data);
        return element.bytes;
      case EbmlId.blockGroup:
        this.#readBlock(blockIn(element));
        return element.bytes;
      default:
        return nothing;
    }
  }

  /**
   * Recorders number tracks in the order of their first data, so numbers differ between takes; the file has those
   * of the first.
   */
  #readTracks(element: EbmlElement): void {
    const tracks = childrenOf(element).filter(({ id }) => id === EbmlId.trackEntry);
    const trackFields = new Map(tracks.map(readTrack));
    this.#tracks ??= trackFields;
    if (trackFields.size !== this.#tracks.size) throw new TracksDifferError();
    this.#numbers = new Map();
    for (const [kind, number] of trackFields) {
      const first = this.#tracks.get(kind);
      if (first === undefined) throw new TracksDifferError();
      this.#numbers.set(number, first);
      if (kind.startsWith(`${VIDEO_TYPE} `)) this.#videoTrack = number;
    }
  }

  /** Track number, then the time within the cluster as a signed 16-bit integer (RFC 9559, 10.1). */
  #readBlock(data: Uint8Array): void {
    const [first = 0] = data;
    // Browsers number tracks from 1 on: one byte with its marker bit.
    const number = first & 0x7f;
    const inFile = this.#numbers.get(number);
    if (vintLength(first) !== 1 || data.length < 3 || inFile === undefined)
      throw new NotEbmlError();
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    this.#lastMs = Math.max(this.#lastMs, this.#clusterMs + view.getInt16(1));
    if (number === this.#videoTrack) this.#videoFrames += 1;
    if (!this.#isFirst) data[0] = 0x80 | inFile;
  }
}

/** Type and codec, which two takes have in common, and the number. */
function readTrack(track: EbmlElement): [kind: string, number: number] {
  const children = new Map(childrenOf(track).map(({ id, data }) => [id, data]));
  const type = readUint(children.get(EbmlId.trackType) ?? nothing);
  const codec = new TextDecoder().decode(children.get(EbmlId.codecId));
  return [`${type} ${codec}`, readUint(children.get(EbmlId.trackNumber) ?? nothing)];
}

const nothing = new Uint8Array(0);

function requireMilliseconds(info: EbmlElement): void {
  const scale = childrenOf(info).find(({ id }) => id === EbmlId.timestampScale);
  if (scale && readUint(scale.data) !== MILLISECOND_NS) throw new NotEbmlError();
}

function blockIn(group: EbmlElement): Uint8Array {
  return childrenOf(group).find(({ id }) => id === EbmlId.block)?.data ?? nothing;
}

function timestampOf(ms: number): Uint8Array {
  const bytes = new Uint8Array(2 + TIMESTAMP_BYTES);
  bytes.set([EbmlId.timestamp, 0x80 | TIMESTAMP_BYTES]);
  new DataView(bytes.buffer).setBigUint64(2, BigInt(ms));
  return bytes;
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
