// The names of stored objects: checked before any of them becomes a path or an address.
import { InvalidKey } from './storage.errors.ts';

const KEY = /^[a-z0-9-]+(\/[a-zA-Z0-9._-]+)*$/;
// The longest key that S3 takes; file systems allow more for a whole path.
const MAX_KEY_LENGTH = 1024;
// The longest file name of ext4, XFS, APFS and NTFS.
const MAX_SEGMENT_LENGTH = 255;

/**
 * Splits a key into its segments, e.g. `recordings/0190…/video.webm`.
 * @throws {InvalidKey} for anything that could leave the root or collide with our own temporary names
 */
export function parseKey(key: string): string[] {
  if (!isKey(key)) throw new InvalidKey(key);
  return key.split('/');
}

/** Whether a name is one that `parseKey` takes. */
export function isKey(name: string): boolean {
  return KEY.test(name) && name.length <= MAX_KEY_LENGTH && name.split('/').every(isPlainSegment);
}

/** Whether a key is the prefix itself or lies below it; every key lies below the empty prefix. */
export function isUnder(key: string, prefix: string): boolean {
  return prefix === '' || key === prefix || key.startsWith(`${prefix}/`);
}

function isPlainSegment(segment: string): boolean {
  return segment !== '.' && segment !== '..' && segment.length <= MAX_SEGMENT_LENGTH;
}
