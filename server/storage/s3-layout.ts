// The parts of an object in a bucket, and its end: a whole object under its key, then the pieces that continue it, in a
// folder that no key can name.
import { LRUCache } from 'lru-cache';
import { type Bucket, FIRST_TAG, headObject, listObjects, type WholeObject } from './s3-bucket.ts';

/** Folder of pieces. Keys can't begin with an underscore. */
const PIECES = '_pieces';
/** Digits of the largest safe integer, so that names sort as their offsets do. */
const OFFSET_DIGITS = 16;

/** Part of an object: the bucket's object `name` contains the bytes from `at` on. */
export interface Piece {
  name: string;
  key: string;
  /** A piece is valid only beside a whole object of the same tag, or without one if the tag is FIRST_TAG. */
  tag: string;
  at: number;
  lengthBytes: number;
  etag: string;
}

export interface Layout {
  /** Tag of the next piece. */
  tag: string;
  whole: WholeObject | undefined;
  /** Pieces in order and without gaps, from the end of the whole object on. */
  pieces: Piece[];
  /** Size of the object, or undefined if it does not exist. */
  sizeBytes: number | undefined;
}

type End = Pick<Layout, 'tag' | 'whole' | 'sizeBytes'>;

/** Returns the folder of the pieces of a key and of all keys below it. The empty prefix means all keys. */
export function piecesFolder(prefix: string): string {
  return prefix === '' ? `${PIECES}/` : `${PIECES}/${prefix}/`;
}

/** Returns the name of a piece. Offsets have leading zeros, so that a listing by name has the order of the bytes. */
export function pieceName({ key, tag, at }: Pick<Piece, 'key' | 'tag' | 'at'>): string {
  return `${piecesFolder(key)}${tag}/${String(at).padStart(OFFSET_DIGITS, '0')}`;
}

/** Parses a name that `pieceName` wrote. Returns undefined for any other. */
export function parsePieceName(name: string): Pick<Piece, 'key' | 'tag' | 'at'> | undefined {
  const parts = /^_pieces\/(?<key>.+)\/(?<tag>[0-9a-f]+)\/(?<at>\d{16})$/.exec(name)?.groups;
  if (!(parts?.key && parts.tag && parts.at)) return undefined;
  return { key: parts.key, tag: parts.tag, at: Number(parts.at) };
}

/** Yields every piece of a key and of the keys below it. The empty prefix means all keys. */
export async function* listPieces(
  bucket: Bucket,
  prefix: string,
  startAfter?: string,
): AsyncGenerator<Piece> {
  const listed = listObjects(bucket, piecesFolder(prefix), startAfter);
  for await (const { name, sizeBytes, etag } of listed) {
    const parsed = parsePieceName(name);
    if (parsed) yield { ...parsed, name, lengthBytes: sizeBytes, etag };
  }
}

export async function readLayout(bucket: Bucket, key: string): Promise<Layout> {
  // Pieces are listed first. A piece that is joined meanwhile is then in the whole object.
  const listed: Piece[] = [];
  for await (const piece of listPieces(bucket, key)) if (piece.key === key) listed.push(piece);
  return layoutOf(await headObject(bucket, key), listed);
}

/** @param listed the pieces of one key, in the order of their names */
export function layoutOf(whole: WholeObject | undefined, listed: readonly Piece[]): Layout {
  const tag = whole?.tag ?? FIRST_TAG;
  const pieces = consecutivePieces(
    listed.filter((piece) => piece.tag === tag),
    whole?.sizeBytes ?? 0,
  );
  const last = pieces.at(-1);
  return { tag, whole, pieces, sizeBytes: last ? endOf(last) : whole?.sizeBytes };
}

/** Returns the pieces that follow each other from an offset on. */
function consecutivePieces(pieces: readonly Piece[], from: number): Piece[] {
  let end = from;
  return pieces.filter((piece) => {
    if (piece.at !== end) return false;
    end = endOf(piece);
    return true;
  });
}

function endOf(piece: Piece): number {
  return piece.at + piece.lengthBytes;
}

/** Above the number of objects that a server receives at the same time. A dropped entry costs one longer listing. */
const CACHE_MAX = 1000;

/** Caches the last piece of each object, so that the size of a long one takes one short listing. */
export class ObjectEnds {
  readonly #bucket: Bucket;
  readonly #last = new LRUCache<string, Piece>({ max: CACHE_MAX });

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  /** Reads the current end of an object from the bucket. */
  async find(key: string): Promise<End> {
    const cachedPiece = this.#last.get(key);
    const near = cachedPiece && (await this.#findFrom(cachedPiece));
    if (near) return near;
    const layout = await readLayout(this.#bucket, key);
    this.#last.set(key, layout.pieces.at(-1));
    return layout;
  }

  /** Returns the end as last read, or undefined if it was never read. The caller checks it after its write. */
  guess(key: string): Pick<End, 'tag' | 'sizeBytes'> | undefined {
    const last = this.#last.get(key);
    return last && { tag: last.tag, sizeBytes: endOf(last) };
  }

  forget(key: string): void {
    this.#last.delete(key);
  }

  /** Reads the end from a known piece on. Returns undefined if the object no longer continues from this piece. */
  async #findFrom(cachedPiece: Piece): Promise<End | undefined> {
    const { key, tag, at } = cachedPiece;
    const before = pieceName({ key, tag, at: at - 1 });
    const listed: Piece[] = [];
    for await (const piece of listPieces(this.#bucket, key, at > 0 ? before : undefined)) {
      if (piece.key === key && piece.tag === tag) listed.push(piece);
    }
    // The whole object is read after the pieces, as in readLayout.
    const whole = await headObject(this.#bucket, key);
    const first = listed[0];
    const isThere = first?.name === cachedPiece.name && first.etag === cachedPiece.etag;
    const isCurrent = (whole?.tag ?? FIRST_TAG) === tag && (whole?.sizeBytes ?? 0) <= at;
    if (!(isThere && isCurrent)) return undefined;
    const last = consecutivePieces(listed, at).at(-1) ?? cachedPiece;
    this.#last.set(key, last);
    return { tag, whole, sizeBytes: endOf(last) };
  }
}
