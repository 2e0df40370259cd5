// Names in the bucket: a whole object lies under its key, the pieces of a growing one in a folder that no key can reach.

/** An underscore is no legal beginning of a key. */
const PIECES = '_pieces';
/** Digits of the largest whole number that JavaScript counts exactly: names sort as their offsets do. */
const OFFSET_DIGITS = 16;

/** Tag of an object that has only been appended to; each `put` makes a new one. */
export const FIRST_TAG = '0';

/** Part of an object: the stored one under `name` holds the object's bytes from `at` on. */
export interface Piece {
  name: string;
  key: string;
  /** Pieces count only beside a whole object of the same tag, or beside none when it is the first. */
  tag: string;
  at: number;
  lengthBytes: number;
  etag: string;
}

/** Where the pieces of a key and of all keys below it lie; of all keys for the empty prefix. */
export function piecesFolder(prefix: string): string {
  return prefix === '' ? `${PIECES}/` : `${PIECES}/${prefix}/`;
}

/** Offsets have leading zeros: a listing by name comes in the order of the bytes. */
export function pieceName({ key, tag, at }: Pick<Piece, 'key' | 'tag' | 'at'>): string {
  return `${piecesFolder(key)}${tag}/${String(at).padStart(OFFSET_DIGITS, '0')}`;
}

/** What a name made by `pieceName` says; undefined for any other. */
export function parsePieceName(name: string): Pick<Piece, 'key' | 'tag' | 'at'> | undefined {
  const parts = /^_pieces\/(?<key>.+)\/(?<tag>[0-9a-f]+)\/(?<at>\d{16})$/.exec(name)?.groups;
  if (!(parts?.key && parts.tag && parts.at)) return undefined;
  return { key: parts.key, tag: parts.tag, at: Number(parts.at) };
}
