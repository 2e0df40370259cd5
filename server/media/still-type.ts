// Media types of pictures that browsers make, by their first bytes.

/** Media types of browsers' pictures: WebP, and JPEG from browsers that can't write WebP (Safari). */
export type StillType = 'image/webp' | 'image/jpeg';

/** Returns the type that the first bytes name (RFC 9649 section 2.4; ITU T.81 annex B), or null for other types. */
export function stillTypeOf(bytes: Uint8Array): StillType | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12));
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') {
    return 'image/webp';
  }
  return head.length >= 3 && head.readUIntBE(0, 3) === 0xffd8ff ? 'image/jpeg' : null;
}
