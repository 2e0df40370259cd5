// How much memory the index of one recording may take: anyone may have sent what it is made of.

/**
 * What every recording may have, so that no honest one stops early: 20 minutes of a muted microphone (60,000 samples
 * of 3 bytes) make 240 kB, a cluster a second 220 kB.
 */
export const INDEX_FREE_BYTES = 512 * 1024;
/**
 * Beyond it an index has at most one byte for so many stored ones: the smallest frames of screens that stand still
 * (20 bytes, and 12 in the fragment's table) take a third of this.
 */
const STORED_BYTES_PER_INDEX_BYTE = 2;
/**
 * The largest index: two hours and a half of MP4 at 60 frames a second, or 27 WebM clusters a second for 20 minutes.
 * As JSON it has 12 MB at most, which is written and read in less than 100 ms.
 */
export const INDEX_MAX_BYTES = 8 * 1024 * 1024;

/** The weight in bytes that the index of so many stored bytes may have. */
export function mayWeigh(storedBytes: number): number {
  const share = INDEX_FREE_BYTES + storedBytes / STORED_BYTES_PER_INDEX_BYTE;
  return Math.min(INDEX_MAX_BYTES, share);
}
