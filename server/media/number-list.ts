// Whole numbers of 32 bits in a row, as many as come: what the index of an MP4 says of each sample.

type Values = Uint32Array | Int32Array;

// A recording of some seconds needs no second array.
const FIRST_LENGTH = 64;
// Half as much again: a third of the memory is free at most, and each number is copied three times at most.
const GROWTH = 1.5;

/** A list that takes four bytes a number, outside of the heap; JSON writes it as an array. */
export class NumberList {
  readonly #kind: 'unsigned' | 'signed';
  #values: Values;
  #length = 0;

  /** @param numbers each fits into 32 bits, with a sign or without */
  constructor(kind: 'unsigned' | 'signed', numbers: readonly number[] = []) {
    this.#kind = kind;
    this.#values = this.#room(numbers.length);
    this.#values.set(numbers);
    this.#length = numbers.length;
  }

  get length(): number {
    return this.#length;
  }

  /** Memory that it holds, what is free included. */
  get weightBytes(): number {
    return this.#values.byteLength;
  }

  /** The number at a place; a negative place counts from the end. */
  at(place: number): number | undefined {
    const index = place < 0 ? this.#length + place : place;
    return index < this.#length ? this.#values[index] : undefined;
  }

  /** Puts another number in the place of one that is there; a negative place counts from the end. */
  set(place: number, value: number): void {
    this.#values[place < 0 ? this.#length + place : place] = value;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = this.#room(Math.max(FIRST_LENGTH, Math.ceil(this.#length * GROWTH)));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /** Takes the last numbers away. */
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
    const numbers: number[] = [];
    for (let place = 0; place < this.#length; place += 1) numbers.push(this.#values[place] ?? 0);
    return numbers;
  }

  #room(length: number): Values {
    return this.#kind === 'signed' ? new Int32Array(length) : new Uint32Array(length);
  }
}
