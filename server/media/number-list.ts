// A growing list of 32-bit integers: what the index of an MP4 holds of each sample.

type Values = Uint32Array | Int32Array;

// A recording of some seconds needs no second array.
const FIRST_LENGTH = 64;
// At most a third of the memory is free, and each number is copied three times at most.
const GROWTH = 1.5;

/** A list that takes four bytes a number, outside of the heap; JSON writes it as an array. */
export class NumberList {
  #values: Values;
  #length: number;

  /** @param numbers of 32 bits, with or without a sign */
  constructor(kind: 'unsigned' | 'signed', numbers: readonly number[] = []) {
    this.#values = kind === 'signed' ? Int32Array.from(numbers) : Uint32Array.from(numbers);
    this.#length = numbers.length;
  }

  get length(): number {
    return this.#length;
  }

  /** Memory that it holds, free memory included. */
  get weightBytes(): number {
    return this.#values.byteLength;
  }

  /** The number at an index; a negative index counts from the end. */
  at(index: number): number | undefined {
    const from = index < 0 ? this.#length + index : index;
    return from < this.#length ? this.#values[from] : undefined;
  }

  /** Replaces a number; a negative index counts from the end. */
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

  /** The numbers as they are now, without a copy. */
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
