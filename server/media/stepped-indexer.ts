// The base of both indexers: cuts chunks of any size into the few bytes that a parser reads, and passes over the rest
// without keeping it.
import { NotVideo } from './video-index.ts';

/** The parser needs so many bytes to continue, or takes so many; those it hasn't seen are passed over. */
export type Step = { need: number } | { take: number };

/** An element or box whose head is read: its bytes seen so far, from the head on, and its position in the file. */
export type Sighting<Head> = {
  head: Head;
  /** With the head. */
  sizeBytes: number;
  bytes: Uint8Array;
  position: number;
};

/**
 * Each part costs as much as some hundred bytes of media, while other calls wait. A recorder's smallest (three bytes of
 * silence in a block) has nine bytes.
 */
const BYTES_PER_PART = 8;
const FREE_PARTS = 20_000;
const FIRST_HELD_BYTES = 16;
// The head of a second's fragment; a larger buffer is released after its use.
const KEPT_HELD_BYTES = 4096;

type Stopped = { kind: 'end' | 'damage'; reason: string };

/**
 * Feed it a file's bytes in order, in chunks of any size. What breaks a rule of the standard once the tracks are known
 * stops it: `index.stopped` says why, and everything before `index.indexedBytes` stays playable.
 */
export abstract class SteppedIndexer<
  Index extends { indexedBytes: number; stopped?: Stopped | undefined },
> {
  /** Changes with each `feed`. */
  readonly index: Readonly<Index>;
  protected readonly own: Index;
  /** Called when the element taken last is whole. */
  protected whenWhole: (() => void) | undefined;
  #position: number;
  #parts = 0;
  #passOver = 0;
  #need = 1;
  #held = new Uint8Array(FIRST_HELD_BYTES);
  #heldBytes = 0;

  /** @param index of a file before its first byte, or as far as it was read: `indexedBytes` says what to feed next */
  constructor(index: Index) {
    this.own = index;
    this.index = index;
    this.#position = index.indexedBytes;
  }

  /** Memory that it holds. */
  abstract get weightBytes(): number;
  /** Reads `bytes`, at least as many as it asked for; the first is byte `position` of the file. */
  protected abstract step(bytes: Uint8Array, position: number): Step;
  /** Everything before `position` was taken. */
  protected abstract arrived(position: number): void;
  /** Whether the tracks are known: before that, damage means that this is no recording. */
  protected abstract get hasTracks(): boolean;

  /** @throws {NotVideo} as soon as the bytes can't be the beginning of a recording */
  feed(chunk: Uint8Array): void {
    let rest = chunk;
    while (rest.length > 0 && !this.own.stopped) {
      if (this.#passOver > 0) rest = this.#pass(rest);
      else if (this.#heldBytes > 0 || rest.length < this.#need) rest = this.#hold(rest);
      else rest = this.#step(rest);
    }
    if (this.own.stopped) this.#held = new Uint8Array(FIRST_HELD_BYTES);
  }

  protected get heldBytes(): number {
    return this.#held.length;
  }

  /** Waits for a whole small element and passes its data on. */
  protected whole(
    { head, sizeBytes, bytes }: Sighting<{ headBytes: number }>,
    largestBytes: number,
    note: (data: Uint8Array) => void,
  ): Step {
    if (sizeBytes > largestBytes) return this.damage('a header is too large');
    if (bytes.length < sizeBytes) return { need: sizeBytes };
    note(bytes.subarray(head.headBytes, sizeBytes));
    return { take: sizeBytes };
  }

  protected damage(reason: string): Step {
    if (!this.hasTracks) throw new NotVideo('malformed_header', reason);
    this.own.stopped = { kind: 'damage', reason };
    return { take: 0 };
  }

  protected end(reason: string): Step {
    if (!this.hasTracks) throw new NotVideo('no_tracks', reason);
    this.own.stopped = { kind: 'end', reason };
    return { take: 0 };
  }

  #pass(rest: Uint8Array): Uint8Array {
    const passed = Math.min(this.#passOver, rest.length);
    this.#passOver -= passed;
    this.#position += passed;
    if (this.#passOver === 0) this.#arrived();
    return rest.subarray(passed);
  }

  /** Completes the held bytes to the needed ones and no further: a step always takes all of them. */
  #hold(rest: Uint8Array): Uint8Array {
    const added = Math.min(this.#need - this.#heldBytes, rest.length);
    this.#reserve(this.#heldBytes + added);
    this.#held.set(rest.subarray(0, added), this.#heldBytes);
    this.#heldBytes += added;
    if (this.#heldBytes < this.#need) return rest.subarray(added);
    const step = this.step(this.#held.subarray(0, this.#heldBytes), this.#position);
    if ('need' in step) {
      this.#need = step.need;
    } else {
      const held = this.#heldBytes;
      this.#heldBytes = 0;
      if (this.#held.length > KEPT_HELD_BYTES) this.#held = new Uint8Array(FIRST_HELD_BYTES);
      this.#take(step.take, held);
    }
    return rest.subarray(added);
  }

  #step(rest: Uint8Array): Uint8Array {
    const step = this.step(rest, this.#position);
    if ('need' in step) {
      this.#need = step.need;
      return rest.length < step.need ? this.#hold(rest) : rest;
    }
    const seen = Math.min(step.take, rest.length);
    this.#take(step.take, seen);
    return rest.subarray(seen);
  }

  #take(bytes: number, seen: number): void {
    this.#need = 1;
    this.#position += seen;
    this.#parts += 1;
    if (this.#parts > FREE_PARTS + this.#position / BYTES_PER_PART) {
      this.damage('its parts are too small');
    }
    this.#passOver = bytes - seen;
    if (this.#passOver === 0 && bytes > 0) this.#arrived();
  }

  #arrived(): void {
    this.whenWhole?.();
    this.whenWhole = undefined;
    this.arrived(this.#position);
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#held.length) return;
    const larger = new Uint8Array(Math.max(bytes, this.#held.length * 2));
    larger.set(this.#held.subarray(0, this.#heldBytes));
    this.#held = larger;
  }
}

/** A small element, head and data, as base64. */
export function copyOf({ bytes, sizeBytes }: Sighting<unknown>): string {
  return Buffer.from(bytes.subarray(0, sizeBytes)).toString('base64');
}
