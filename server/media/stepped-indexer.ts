// The base of both indexers. It cuts chunks of any size into the few bytes that a parser reads, and skips the rest
// without storing it.
import { NotVideo } from './video-index.ts';

/** The parser needs so many bytes to continue, or consumes so many. Those that have not arrived are skipped. */
export type Step = { need: number } | { take: number };

/** An element or box whose head is complete: its bytes so far, from the head on, and its position in the file. */
export type PartialElement<Head> = {
  head: Head;
  /** Size of the element, including its head. */
  sizeBytes: number;
  bytes: Uint8Array;
  position: number;
};

/**
 * Parsing a part costs as much as some hundred bytes of media while other calls wait, so small parts are limited. A
 * recorder's smallest part (three bytes of silence in a block) has nine bytes.
 */
const BYTES_PER_PART = 8;
const FREE_PARTS = 20_000;
const FIRST_BUFFER_BYTES = 16;
// Head of a fragment of one second. A larger buffer is released after its use.
const LARGEST_IDLE_BUFFER_BYTES = 4096;

type Stopped = { kind: 'end' | 'damage'; reason: string };

/**
 * Receives a file's bytes in order, in chunks of any size. Bytes that break a rule of the standard after the tracks
 * stop the indexer: `index.stopped` has the reason, and everything before `index.indexedBytes` stays playable.
 */
export abstract class SteppedIndexer<
  Index extends { indexedBytes: number; stopped?: Stopped | undefined },
> {
  /** The index, which changes with each `feed`. */
  readonly index: Readonly<Index>;
  protected readonly own: Index;
  /** Called when the element consumed last is complete. */
  protected onComplete: (() => void) | undefined;
  #position: number;
  #parts = 0;
  #skipBytes = 0;
  #need = 1;
  #buffer = new Uint8Array(FIRST_BUFFER_BYTES);
  #bufferedBytes = 0;

  /** @param index an empty index, or the index of the bytes read so far: feed the bytes after `indexedBytes` */
  constructor(index: Index) {
    this.own = index;
    this.index = index;
    this.#position = index.indexedBytes;
  }

  /** Memory of the indexer, in bytes. */
  abstract get weightBytes(): number;
  /** Parses `bytes`, which are at least as many as it needed. The first is byte `position` of the file. */
  protected abstract step(bytes: Uint8Array, position: number): Step;
  /** Called when everything before `position` has arrived and was consumed. */
  protected abstract onArrived(position: number): void;
  /** Returns whether the tracks are known. Before that, damage means that the file is no recording. */
  protected abstract get hasTracks(): boolean;

  /** @throws {NotVideo} as soon as the bytes can't be the beginning of a recording */
  feed(chunk: Uint8Array): void {
    let rest = chunk;
    while (rest.length > 0 && !this.own.stopped) {
      if (this.#skipBytes > 0) rest = this.#skip(rest);
      else if (this.#bufferedBytes > 0 || rest.length < this.#need) rest = this.#fillBuffer(rest);
      else rest = this.#step(rest);
    }
    if (this.own.stopped) this.#buffer = new Uint8Array(FIRST_BUFFER_BYTES);
  }

  protected get bufferBytes(): number {
    return this.#buffer.length;
  }

  /** Waits for a whole small element and passes its data to a function. */
  protected readWhole(
    { head, sizeBytes, bytes }: PartialElement<{ headBytes: number }>,
    largestBytes: number,
    read: (data: Uint8Array) => void,
  ): Step {
    if (sizeBytes > largestBytes) return this.stopForDamage('a header is too large');
    if (bytes.length < sizeBytes) return { need: sizeBytes };
    read(bytes.subarray(head.headBytes, sizeBytes));
    return { take: sizeBytes };
  }

  protected stopForDamage(reason: string): Step {
    if (!this.hasTracks) throw new NotVideo('malformed_header', reason);
    this.own.stopped = { kind: 'damage', reason };
    return { take: 0 };
  }

  protected stopAtEnd(reason: string): Step {
    if (!this.hasTracks) throw new NotVideo('no_tracks', reason);
    this.own.stopped = { kind: 'end', reason };
    return { take: 0 };
  }

  #skip(rest: Uint8Array): Uint8Array {
    const skipped = Math.min(this.#skipBytes, rest.length);
    this.#skipBytes -= skipped;
    this.#position += skipped;
    if (this.#skipBytes === 0) this.#completePart();
    return rest.subarray(skipped);
  }

  /** Fills the buffer up to the needed bytes and no further, because a step always consumes all of them. */
  #fillBuffer(rest: Uint8Array): Uint8Array {
    const added = Math.min(this.#need - this.#bufferedBytes, rest.length);
    this.#reserve(this.#bufferedBytes + added);
    this.#buffer.set(rest.subarray(0, added), this.#bufferedBytes);
    this.#bufferedBytes += added;
    if (this.#bufferedBytes < this.#need) return rest.subarray(added);
    const step = this.step(this.#buffer.subarray(0, this.#bufferedBytes), this.#position);
    if ('need' in step) {
      this.#need = step.need;
    } else {
      const availableBytes = this.#bufferedBytes;
      this.#bufferedBytes = 0;
      if (this.#buffer.length > LARGEST_IDLE_BUFFER_BYTES)
        this.#buffer = new Uint8Array(FIRST_BUFFER_BYTES);
      this.#consume(step.take, availableBytes);
    }
    return rest.subarray(added);
  }

  #step(rest: Uint8Array): Uint8Array {
    const step = this.step(rest, this.#position);
    if ('need' in step) {
      this.#need = step.need;
      return rest.length < step.need ? this.#fillBuffer(rest) : rest;
    }
    const availableBytes = Math.min(step.take, rest.length);
    this.#consume(step.take, availableBytes);
    return rest.subarray(availableBytes);
  }

  #consume(bytes: number, availableBytes: number): void {
    this.#need = 1;
    this.#position += availableBytes;
    this.#parts += 1;
    if (this.#parts > FREE_PARTS + this.#position / BYTES_PER_PART) {
      this.stopForDamage('its parts are too small');
    }
    this.#skipBytes = bytes - availableBytes;
    if (this.#skipBytes === 0 && bytes > 0) this.#completePart();
  }

  #completePart(): void {
    this.onComplete?.();
    this.onComplete = undefined;
    this.onArrived(this.#position);
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#buffer.length) return;
    const larger = new Uint8Array(Math.max(bytes, this.#buffer.length * 2));
    larger.set(this.#buffer.subarray(0, this.#bufferedBytes));
    this.#buffer = larger;
  }
}

/** Returns a small element, head and data, as base64. */
export function copyOf({ bytes, sizeBytes }: PartialElement<unknown>): string {
  return Buffer.from(bytes.subarray(0, sizeBytes)).toString('base64');
}
