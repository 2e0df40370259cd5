// Cuts chunks of any size into the few bytes a parser wants to see, and passes over the rest without keeping it.

/** What a parser answers: it needs more bytes to go on, or it is done with `take` bytes (more than it saw: pass over them). */
export type Step = { need: number } | { take: number };

export type StepParser = {
  /** Sees at least as many bytes as it asked for; `position` is the place of the first in the file. */
  step: (bytes: Uint8Array, position: number) => Step;
  /** Everything before `position` was taken. */
  arrived: (position: number) => void;
  /** The bytes so far are cut into too many parts to be a recording; the parser stops or throws. */
  tooMany: () => void;
  /** Whether the parser wants nothing more at all. */
  stopped: () => boolean;
};

/**
 * Each part costs what some hundred bytes of media cost, and other calls wait for it. A recorder's smallest (three
 * bytes of silence in a block) has nine bytes.
 */
const BYTES_PER_PART = 8;
const FREE_PARTS = 20_000;

const FIRST_HELD_BYTES = 16;
// The head of a second's fragment; what needed more is given back once it was taken.
const KEPT_HELD_BYTES = 4096;

/** Holds at most the bytes that the parser asked for and didn't get yet. */
export class ByteStepper {
  readonly #parser: StepParser;
  #position = 0;
  #parts = 0;
  #passOver = 0;
  #need = 1;
  #held = new Uint8Array(FIRST_HELD_BYTES);
  #heldBytes = 0;

  constructor(parser: StepParser) {
    this.#parser = parser;
  }

  /** Memory that it holds. */
  get weightBytes(): number {
    return this.#held.length;
  }

  feed(chunk: Uint8Array): void {
    let rest = chunk;
    while (rest.length > 0 && !this.#parser.stopped()) {
      if (this.#passOver > 0) rest = this.#pass(rest);
      else if (this.#heldBytes > 0 || rest.length < this.#need) rest = this.#hold(rest);
      else rest = this.#step(rest);
    }
    if (this.#parser.stopped()) this.#held = new Uint8Array(FIRST_HELD_BYTES);
  }

  #pass(rest: Uint8Array): Uint8Array {
    const passed = Math.min(this.#passOver, rest.length);
    this.#passOver -= passed;
    this.#position += passed;
    if (this.#passOver === 0) this.#parser.arrived(this.#position);
    return rest.subarray(passed);
  }

  /** Completes the held bytes to what is needed, no further: so a step always takes all of them. */
  #hold(rest: Uint8Array): Uint8Array {
    const added = Math.min(this.#need - this.#heldBytes, rest.length);
    this.#reserve(this.#heldBytes + added);
    this.#held.set(rest.subarray(0, added), this.#heldBytes);
    this.#heldBytes += added;
    if (this.#heldBytes < this.#need) return rest.subarray(added);
    const step = this.#parser.step(this.#held.subarray(0, this.#heldBytes), this.#position);
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
    const step = this.#parser.step(rest, this.#position);
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
    if (this.#parts > FREE_PARTS + this.#position / BYTES_PER_PART) this.#parser.tooMany();
    this.#passOver = bytes - seen;
    if (this.#passOver === 0 && bytes > 0) this.#parser.arrived(this.#position);
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#held.length) return;
    const larger = new Uint8Array(Math.max(bytes, this.#held.length * 2));
    larger.set(this.#held.subarray(0, this.#heldBytes));
    this.#held = larger;
  }
}
