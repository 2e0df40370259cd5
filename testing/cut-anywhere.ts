// A file in chunks that begin and end anywhere, as connections and disks hand them out.
import { randomNumbers } from './random-numbers.ts';

/** The whole file again and again: in single bytes first, then in chunks of up to `largest` bytes. */
export function* cutAnywhere(
  file: Uint8Array,
): Generator<{ largest: number; chunks: Uint8Array[] }> {
  const random = randomNumbers(file.length);
  for (let largest = 1; largest < 100_000; largest *= 3) {
    const chunks: Uint8Array[] = [];
    for (let at = 0; at < file.length; ) {
      const end = at + 1 + random(largest);
      chunks.push(file.subarray(at, end));
      at = end;
    }
    yield { largest, chunks };
  }
}
