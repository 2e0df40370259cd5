// Writes a whole object in one step: readers see the old one until the last part is stored. `put` uses it, and the job
// that joins the pieces of a recording.
import { buffer } from 'node:stream/consumers';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { type Bucket, headObject, putObject, removeObjects } from './s3-bucket.ts';
import { type Layout, listPieces, readLayout } from './s3-layout.ts';
import { openRange } from './s3-reader.ts';
import { type ByteRange, isUnder } from './storage.ts';

/** Smallest part of a multipart upload except the last (Amazon S3 User Guide, "multipart upload limits"). */
const PART_MIN_BYTES = 5 * 1024 * 1024;
/** Bytes that are read into memory at a time if the service can't copy. */
const PART_BYTES = 8 * 1024 * 1024;
/** Largest copy, which ends within the request timeout also on a slow disk. */
export const COPY_MAX_BYTES = 256 * 1024 * 1024;

/** A part that the service copies from the stored object `name`. */
type Copy = { name: string; etag: string; range: ByteRange };
/** The next bytes of an object. */
type Part = Uint8Array | Copy;
/** The next part of a joined object: a copy, or bytes of the object that are read and sent. */
export type PartPlan = ({ kind: 'copy' } & Copy) | { kind: 'read'; range: ByteRange };

interface Target {
  key: string;
  tag: string;
}

/** Writes the parts as one object and resolves with its size. If the parts throw, the old object remains. */
export async function writeWhole(
  bucket: Bucket,
  target: Target,
  parts: AsyncGenerator<Part>,
): Promise<number> {
  const first = await parts.next();
  const second = first.done ? first : await parts.next();
  if (second.done && (first.done || first.value instanceof Uint8Array)) {
    const bytes = first.done ? new Uint8Array() : (first.value as Uint8Array);
    await putObject(bucket, target, bytes);
    return bytes.length;
  }
  const begun = [first, second].flatMap((step) => (step.done ? [] : [step.value]));
  return await writeInParts(bucket, target, { begun, rest: parts });
}

async function writeInParts(
  { client, name: Bucket }: Bucket,
  { key: Key, tag }: Target,
  { begun, rest }: { begun: Part[]; rest: AsyncIterable<Part> },
): Promise<number> {
  const create = new CreateMultipartUploadCommand({ Bucket, Key, Metadata: { tag } });
  const upload = { Bucket, Key, UploadId: (await client.send(create)).UploadId };
  const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
  let sizeBytes = 0;
  const add = async (part: Part) => {
    const PartNumber = Parts.length + 1;
    Parts.push({ PartNumber, ETag: await send(client, { ...upload, PartNumber }, part) });
    sizeBytes += part instanceof Uint8Array ? part.length : part.range.end - part.range.start;
  };
  try {
    for (let part = begun.shift(); part; part = begun.shift()) await add(part);
    for await (const part of rest) await add(part);
    await client.send(
      new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }),
    );
    return sizeBytes;
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(upload));
    throw error;
  }
}

async function send(
  client: Bucket['client'],
  upload: { Bucket: string; Key: string; UploadId: string | undefined; PartNumber: number },
  part: Part,
): Promise<string | undefined> {
  if (part instanceof Uint8Array) {
    return (await client.send(new UploadPartCommand({ ...upload, Body: part }))).ETag;
  }
  const { CopyPartResult } = await client.send(
    new UploadPartCopyCommand({
      ...upload,
      // Keys have no character that needs encoding here.
      CopySource: `${upload.Bucket}/${part.name}`,
      CopySourceRange: `bytes=${part.range.start}-${part.range.end - 1}`,
      CopySourceIfMatch: part.etag,
    }),
  );
  return CopyPartResult?.ETag;
}

/** Removes unfinished multipart uploads of killed servers, for the objects at or below these prefixes. */
export async function abortUnfinished(
  { client, name: Bucket }: Bucket,
  prefixes: readonly string[],
): Promise<void> {
  const Prefix = commonStart(prefixes);
  // A listing has the first 1,000 uploads; the next call removes the rest.
  const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
  for (const { Key, UploadId } of Uploads ?? []) {
    if (Key === undefined || !prefixes.some((prefix) => isUnder(Key, prefix))) continue;
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  }
}

/** Returns the common prefix of all names. Ids of about the same time begin alike. */
function commonStart(prefixes: readonly string[]): string {
  const sorted = prefixes.toSorted();
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)];
  let length = 0;
  while (length < first.length && first[length] === last[length]) length += 1;
  return first.slice(0, length);
}

/**
 * Joins the pieces of an object into one. If the server is killed at any point, the object reads as before: the whole
 * object appears in one step, and pieces below its end become invalid.
 * @param signal ends the work between two parts, with its reason as the error
 */
export async function joinPieces(bucket: Bucket, key: string, signal: AbortSignal): Promise<void> {
  const layout = await readLayout(bucket, key);
  if (layout.pieces.length > 0) {
    await abortUnfinished(bucket, [key]);
    const parts = partsOf(bucket, { key, layout, signal });
    await writeWhole(bucket, { key, tag: layout.tag }, parts);
  }
  await removeObjects(bucket, obsoletePieces(bucket, key));
}

/** Yields the names of the pieces that are no longer valid beside the whole object. */
export async function* obsoletePieces(bucket: Bucket, key: string): AsyncGenerator<string> {
  const whole = await headObject(bucket, key);
  if (!whole) return;
  for await (const piece of listPieces(bucket, key)) {
    if (piece.key !== key) continue;
    if (piece.tag !== whole.tag || piece.at < whole.sizeBytes) yield piece.name;
  }
}

async function* partsOf(
  bucket: Bucket,
  { key, layout, signal }: { key: string; layout: Layout; signal: AbortSignal },
): AsyncGenerator<Part> {
  for (const plan of planParts(key, layout)) {
    signal.throwIfAborted();
    if (plan.kind === 'copy') yield plan;
    else yield await buffer(await openRange(bucket, key, plan.range));
  }
  signal.throwIfAborted();
}

/** Returns the parts that form the object, in order. The service copies those that are large enough. */
export function planParts(key: string, { whole, pieces, sizeBytes = 0 }: Layout): PartPlan[] {
  const runs = [
    ...(whole ? [{ name: key, etag: whole.etag, at: 0, lengthBytes: whole.sizeBytes }] : []),
    ...pieces,
  ];
  const parts: PartPlan[] = [];
  let at = 0;
  while (at < sizeBytes) {
    const run = runs.find((one) => one.at <= at && at < one.at + one.lengthBytes);
    const remainingBytes = run ? run.at + run.lengthBytes - at : 0;
    if (run && remainingBytes > PART_MIN_BYTES) {
      parts.push(...copies(run, { start: at - run.at, end: run.lengthBytes }));
      at += remainingBytes;
    } else {
      const end = Math.min(at + PART_BYTES, sizeBytes);
      parts.push({ kind: 'read', range: { start: at, end } });
      at = end;
    }
  }
  return parts;
}

/** Copies a run in equal shares, so that none is below the smallest part. */
function copies(
  { name, etag }: { name: string; etag: string },
  { start, end }: ByteRange,
): PartPlan[] {
  const count = Math.ceil((end - start) / COPY_MAX_BYTES);
  const cut = (index: number) => start + Math.floor(((end - start) * index) / count);
  return Array.from({ length: count }, (_, index) => ({
    kind: 'copy',
    name,
    etag,
    range: { start: cut(index), end: cut(index + 1) },
  }));
}
