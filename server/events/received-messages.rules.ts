// Numbers of a session's stored messages: a bit for each, so that neither a gap nor the number of stored messages makes
// a call dearer.
import { MESSAGES_MAX } from '#contract/limits.ts';

/** Number of set bits of each byte. */
const BITS = Uint8Array.from(
  { length: 256 },
  (_, byte) => byte.toString(2).replaceAll('0', '').length,
);

/** Numbers of stored messages. At most MESSAGES_MAX / 8 bytes. */
export class ReceivedMessages {
  #bits: Buffer;

  /** @param bits as `toBuffer` returned them */
  constructor(bits: Buffer = Buffer.alloc(0)) {
    this.#bits = Buffer.from(bits);
  }

  has(seq: number): boolean {
    return ((this.#bits[seq >> 3] ?? 0) & (1 << (seq & 7))) !== 0;
  }

  /** @param seq below MESSAGES_MAX */
  add(seq: number): void {
    const byte = seq >> 3;
    if (byte >= this.#bits.length) {
      // Room for the numbers that follow, within the same eighth of a kilobyte.
      const length = Math.min(MESSAGES_MAX / 8, (byte | 127) + 1);
      this.#bits = Buffer.concat([this.#bits], length);
    }
    this.#bits[byte] = (this.#bits[byte] ?? 0) | (1 << (seq & 7));
  }

  /** Returns the number of stored messages without a gap from number 0. */
  countInARow(): number {
    const byte = this.#bits.findIndex((bits) => bits !== 0xff);
    if (byte < 0) return this.#bits.length * 8;
    let count = byte * 8;
    while (this.has(count)) count += 1;
    return count;
  }

  /** Returns the number of stored messages. */
  count(): number {
    let count = 0;
    for (const bits of this.#bits) count += BITS[bits] ?? 0;
    return count;
  }

  toBuffer(): Buffer {
    return this.#bits;
  }
}
