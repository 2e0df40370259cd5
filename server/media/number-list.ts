// A growing list of 32-bit integers, which stores the values of each sample in the index of an MP4.

type Values = Uint32Array | Int32Array;

// A recording of some seconds fits without a second allocation.
const FIRST_LENGTH = 64;
// Growth factor: at most a third of the memory is free, and each number is copied three times at most.
const GROWTH = 1.5;

/** A list that takes four bytes per number, outside of the heap. JSON writes it as an array. */
export class NumberList {
  #values: Values;
  #length: number;

  /** @param numbers 32-bit integers, with or without a sign */
  constructor(kind: 'unsigned' | 'signed', numbers: readonly number[] = []) {
    this.#values = kind === 'signed' ? Int32Array.from(numbers) : Uint32Array.from(numbers);
    this.#length = numbers.length;
  }

  get length(): number {
    return this.#length;
  }

  /** Memory in bytes, including free memory. */
  get weightBytes(): number {
    return this.#values.byteLength;
  }

  /** Returns the number at an index. A negative index counts from the end. */
  at(index: number): number | undefined {
    const from = index < 0 ? this.#length + index : index;
    return from < this.#length ? this.#values[from] : undefined;
  }

  /** Replaces a number. A negative index counts from the end. */
  set(index: number, value: number): void {
    this.#values[index < 0 ? this.#length + index : index] = value;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const length = Math.max(FIRST_LENGTH, Math.ceil(this.#length * GROWTH));
      const isSigned = this.#values instanceof Int32Array;
      const larger = isSigned ? new Int32Array(length) : new Uint32Array(length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /** Removes the last numbers. */
  drop(count: number): void {
    this.#length = Math.max(0, this.#length - count);
  }

  /** The current numbers, without a copy. */
  get values(): Values {
    return this.#values.subarray(0, this.#length);
  }

  [Symbol.iterator](): IterableIterator<number> {
    return this.values.values();
  }

  toJSON(): number[] {
    return Array.from(this.values);
  }
}
