// Pieces as the recorder made them, told to the test at once: what a lost tab can't tell any more.
import type { Page } from 'playwright-core';

export interface ToldPieces {
  count: () => number;
  /** All of them, one behind the other. */
  bytes: () => Buffer;
  /** How many of the first pieces are wholly within so many bytes. */
  within: (lengthBytes: number) => number;
}

/** To be called before the run is started with `tellPieces`. */
export async function hearPieces(page: Page): Promise<ToldPieces> {
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
