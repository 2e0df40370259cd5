// What an object in a bucket consists of, and where it ends: a whole object under its key, then the pieces that
// continue it, in a folder that no key can name.
import { LRUCache } from 'lru-cache';
import { type Bucket, FIRST_TAG, headObject, listObjects, type Whole } from './s3-bucket.ts';

/** Keys can't begin with an underscore. */
const PIECES = '_pieces';
/** Digits of the largest safe integer: names sort as their offsets do. */
const OFFSET_DIGITS = 16;

/** Part of an object: the stored one under `name` holds the object's bytes from `at` on. */
export interface Piece {
  name: string;
  key: string;
  /** A piece counts only beside a whole object of the same tag, or beside none when the tag is FIRST_TAG. */
  tag: string;
  at: number;
  lengthBytes: number;
  etag: string;
}

export interface Layout {
  /** Tag of the next piece. */
  tag: string;
  whole: Whole | undefined;
  /** In order and without gaps, from the end of the whole object on. */
  pieces: Piece[];
  /** Undefined: there is no such object. */
  sizeBytes: number | undefined;
}

type End = Pick<Layout, 'tag' | 'whole' | 'sizeBytes'>;

/** Folder of the pieces of a key and of all keys below it; of all keys for the empty prefix. */
export function piecesFolder(prefix: string): string {
  return prefix === '' ? `${PIECES}/` : `${PIECES}/${prefix}/`;
}

/** Offsets have leading zeros: a listing by name is in the order of the bytes. */
export function pieceName({ key, tag, at }: Pick<Piece, 'key' | 'tag' | 'at'>): string {
  return `${piecesFolder(key)}${tag}/${String(at).padStart(OFFSET_DIGITS, '0')}`;
}

/** Reads a name made by `pieceName`; undefined for any other. */
export function parsePieceName(name: string): Pick<Piece, 'key' | 'tag' | 'at'> | undefined {
  const parts = /^_pieces\/(?<key>.+)\/(?<tag>[0-9a-f]+)\/(?<at>\d{16})$/.exec(name)?.groups;
  if (!(parts?.key && parts.tag && parts.at)) return undefined;
  return { key: parts.key, tag: parts.tag, at: Number(parts.at) };
}

/** Every piece of a key and of the keys below it; of all keys for the empty prefix. */
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
  // Pieces first: a piece that is joined meanwhile is in the whole object that is read after it.
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
  return { tag, whole, pieces, sizeBytes: last ? endOf(last) : whole?.sizeBytes };
}

/** The pieces that follow each other from an offset on. */
function inARow(pieces: readonly Piece[], from: number): Piece[] {
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

/** More objects than a server receives at the same time; a piece that is dropped costs one longer listing. */
const KNOWN_MAX = 1000;

/** Keeps the last piece it saw of each object, so that the size of a long one takes one short listing. */
export class ObjectEnds {
  readonly #bucket: Bucket;
  readonly #last = new LRUCache<string, Piece>({ max: KNOWN_MAX });

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  /** The end as the bucket has it now. */
  async find(key: string): Promise<End> {
    const known = this.#last.get(key);
    const near = known && (await this.#lookFrom(known));
    if (near) return near;
    const layout = await readLayout(this.#bucket, key);
    this.#last.set(key, layout.pieces.at(-1));
    return layout;
  }

  /** The end as last seen, without a request; the caller checks it after its write. Undefined: not seen yet. */
  guess(key: string): Pick<End, 'tag' | 'sizeBytes'> | undefined {
    const last = this.#last.get(key);
    return last && { tag: last.tag, sizeBytes: endOf(last) };
  }

  forget(key: string): void {
    this.#last.delete(key);
  }

  /** Undefined when the object no longer continues from this piece. */
  async #lookFrom(known: Piece): Promise<End | undefined> {
    const { key, tag, at } = known;
    const before = pieceName({ key, tag, at: at - 1 });
    const listed: Piece[] = [];
    for await (const piece of listPieces(this.#bucket, key, at > 0 ? before : undefined)) {
      if (piece.key === key && piece.tag === tag) listed.push(piece);
    }
    // Read after the pieces, as in readLayout.
    const whole = await headObject(this.#bucket, key);
    const first = listed[0];
    const isThere = first?.name === known.name && first.etag === known.etag;
    const isCurrent = (whole?.tag ?? FIRST_TAG) === tag && (whole?.sizeBytes ?? 0) <= at;
    if (!(isThere && isCurrent)) return undefined;
    const last = inARow(listed, at).at(-1) ?? known;
    this.#last.set(key, last);
    return { tag, whole, sizeBytes: endOf(last) };
  }
}
