// Decides how the pieces of an object become one: which bytes the service copies itself and which pass through us.
import type { Layout } from './s3-layout.ts';
import type { ByteRange } from './storage.ts';

/** Smallest part of a multipart upload but the last (Amazon S3 User Guide, "multipart upload limits"). */
const PART_MIN_BYTES = 5 * 1024 * 1024;
/** What passes through us at once. */
const PART_BYTES = 8 * 1024 * 1024;
/** One copy answers within the request's time limit also on a slow disk. */
export const COPY_MAX_BYTES = 256 * 1024 * 1024;

/** The next part of the joined object. */
export type PartPlan =
  | { kind: 'read'; range: ByteRange }
  /** `range` is of the stored object `name`. */
  | { kind: 'copy'; name: string; etag: string; range: ByteRange };

/** Parts that together are the object, in order. */
export function planParts(key: string, { whole, pieces, sizeBytes = 0 }: Layout): PartPlan[] {
  const runs = [
    ...(whole ? [{ name: key, etag: whole.etag, at: 0, lengthBytes: whole.sizeBytes }] : []),
    ...pieces,
  ];
  const parts: PartPlan[] = [];
  let at = 0;
  while (at < sizeBytes) {
    const run = runs.find((one) => one.at <= at && at < one.at + one.lengthBytes);
    const left = run ? run.at + run.lengthBytes - at : 0;
    if (run && left > PART_MIN_BYTES) {
      parts.push(...copies(run, { start: at - run.at, end: run.lengthBytes }));
      at += left;
    } else {
      const end = Math.min(at + PART_BYTES, sizeBytes);
      parts.push({ kind: 'read', range: { start: at, end } });
      at = end;
    }
  }
  return parts;
}

/** Equal shares, so that none is too small. */
function copies(run: { name: string; etag: string }, { start, end }: ByteRange): PartPlan[] {
  const count = Math.ceil((end - start) / COPY_MAX_BYTES);
  const cut = (index: number) => start + Math.floor(((end - start) * index) / count);
  return Array.from({ length: count }, (_, index) => ({
    kind: 'copy' as const,
    name: run.name,
    etag: run.etag,
    range: { start: cut(index), end: cut(index + 1) },
  }));
}
