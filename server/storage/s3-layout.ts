// What an object consists of: the whole one under its key, then the pieces that go on where it ends.
import type { Bucket } from './s3-client.ts';
import { FIRST_TAG, type Piece, parsePieceName, piecesFolder } from './s3-names.ts';
import { headObject, listObjects, type Whole } from './s3-requests.ts';

export interface Layout {
  /** Tag that the next piece bears. */
  tag: string;
  whole: Whole | undefined;
  /** In order and without gaps, from the end of the whole one on. */
  pieces: Piece[];
  /** Undefined: there is no such object. */
  sizeBytes: number | undefined;
}

/** Looks up the whole layout of a key. */
export async function readLayout(bucket: Bucket, key: string): Promise<Layout> {
  // Pieces first: one that is missing because it was joined is in the whole object read after it.
  const listed: Piece[] = [];
  for await (const piece of listPieces(bucket, key)) if (piece.key === key) listed.push(piece);
  return layoutOf(await headObject(bucket, key), listed);
}

/** @param listed the pieces of one key, in the order of their names. */
export function layoutOf(whole: Whole | undefined, listed: readonly Piece[]): Layout {
  const tag = whole?.tag ?? FIRST_TAG;
  const pieces = inARow(
    listed.filter((piece) => piece.tag === tag),
    whole?.sizeBytes ?? 0,
  );
  const last = pieces.at(-1);
  const sizeBytes = last ? endOf(last) : whole?.sizeBytes;
  return { tag, whole, pieces, sizeBytes };
}

/** The pieces that follow each other from an offset on. */
export function inARow(pieces: readonly Piece[], from: number): Piece[] {
  let end = from;
  return pieces.filter((piece) => {
    if (piece.at !== end) return false;
    end = endOf(piece);
    return true;
  });
}

/** Offset behind a piece's last byte. */
export function endOf(piece: Piece): number {
  return piece.at + piece.lengthBytes;
}

/** Every piece of a key and of the keys below it; of all keys for the empty prefix. */
export async function* listPieces(
  bucket: Bucket,
  prefix: string,
  startAfter?: string,
): AsyncGenerator<Piece> {
  for await (const { name, sizeBytes, etag } of listObjects(
    bucket,
    piecesFolder(prefix),
    startAfter,
  )) {
    const parsed = parsePieceName(name);
    if (parsed) yield { ...parsed, name, lengthBytes: sizeBytes, etag };
  }
}
