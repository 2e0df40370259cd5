// Pieces that the recorder of a page sends to the test at once, because a lost tab can't send them
// later.
import type { Page } from 'playwright-core';

export interface RecordedPieces {
  count: () => number;
  /** All of them, one behind the other. */
  bytes: () => Buffer;
  /** Returns how many of the first pieces fit wholly into a number of bytes. */
  within: (lengthBytes: number) => number;
}

/** Starts to collect pieces. Call it before the run starts with `tellPieces`. */
export async function collectPieces(page: Page): Promise<RecordedPieces> {
  const pieces: Buffer[] = [];
  await page.exposeFunction('pieceMade', (base64: string) => {
    pieces.push(Buffer.from(base64, 'base64'));
  });
  return {
    count: () => pieces.length,
    bytes: () => Buffer.concat(pieces),
    within: (lengthBytes) => {
      let end = 0;
      const ends = pieces.map((piece) => {
        end += piece.length;
        return end;
      });
      return ends.filter((each) => each <= lengthBytes).length;
    },
  };
}
