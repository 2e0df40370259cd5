// A clip's link in the printed report: the address of a link for viewing that shows it, and its QR code.
import type { ClipId } from '#contract/ids.ts';

/** An address that paper and slides show, and a QR code of it. */
export interface ClipLink {
  address: string;
  /** Modules of a side of the QR code. */
  size: number;
  /** The dark modules as a path, one unit each. */
  path: string;
}

export type ClipLinks = ReadonlyMap<ClipId, ClipLink>;

const ID = 'clip-';

/** Id of the clip's element on the page, which is also the fragment of its link. */
export function clipElementId(id: ClipId): string {
  return `${ID}${id}`;
}

/** Makes the QR code. Its library loads when something is printed. */
export async function clipLink(address: string): Promise<ClipLink> {
  const { generate } = await import('lean-qr');
  const code = generate(address);
  const { size } = code;
  const rows = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => (code.get(x, y) ? `M${x} ${y}h1v1h-1z` : '')).join(''),
  );
  return { address, size, path: rows.join('') };
}
