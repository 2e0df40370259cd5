// Writes a whole object in one step: readers see the old one until the last part is there.
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { Bucket } from './s3-client.ts';
import { putObject } from './s3-requests.ts';
import type { ByteRange } from './storage.ts';
import { isUnder } from './storage-key.ts';

/** The next bytes of an object: sent by us, or copied by the service from another object. */
export type Part = Uint8Array | { name: string; etag: string; range: ByteRange };

interface Target {
  key: string;
  tag: string;
}

/** Writes the parts as one object; resolves with its size. Whatever the parts throw leaves the old object. */
export async function writeWhole(
  bucket: Bucket,
  target: Target,
  parts: AsyncGenerator<Part>,
): Promise<number> {
  const first = await parts.next();
  if (first.done) return await writeAtOnce(bucket, target, new Uint8Array());
  const second = await parts.next();
  if (second.done && first.value instanceof Uint8Array) {
    return await writeAtOnce(bucket, target, first.value);
  }
  return await writeInParts(bucket, target, joined(first.value, second, parts));
}

async function writeAtOnce(bucket: Bucket, target: Target, bytes: Uint8Array): Promise<number> {
  await putObject(bucket, target, bytes);
  return bytes.length;
}

async function* joined(
  first: Part,
  second: IteratorResult<Part, unknown>,
  rest: AsyncGenerator<Part>,
): AsyncGenerator<Part> {
  yield first;
  if (second.done) return;
  yield second.value;
  yield* rest;
}

async function writeInParts(
  { client, name: Bucket }: Bucket,
  { key: Key, tag }: Target,
  parts: AsyncIterable<Part>,
): Promise<number> {
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ Bucket, Key, Metadata: { tag } }),
  );
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    let sizeBytes = 0;
    for await (const part of parts) {
      const place = { Bucket, Key, UploadId, PartNumber: Parts.length + 1 };
      Parts.push({ PartNumber: place.PartNumber, ETag: await send(client, place, part) });
      sizeBytes += sizeOf(part);
    }
    await client.send(
      new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
    );
    return sizeBytes;
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    throw error;
  }
}

async function send(
  client: Bucket['client'],
  place: { Bucket: string; Key: string; UploadId: string | undefined; PartNumber: number },
  part: Part,
): Promise<string | undefined> {
  if (part instanceof Uint8Array) {
    return (await client.send(new UploadPartCommand({ ...place, Body: part }))).ETag;
  }
  const { CopyPartResult } = await client.send(
    new UploadPartCopyCommand({
      ...place,
      // Keys have no character that would have to be encoded here.
      CopySource: `${place.Bucket}/${part.name}`,
      CopySourceRange: `bytes=${part.range.start}-${part.range.end - 1}`,
      CopySourceIfMatch: part.etag,
    }),
  );
  return CopyPartResult?.ETag;
}

function sizeOf(part: Part): number {
  return part instanceof Uint8Array ? part.length : part.range.end - part.range.start;
}

/** Removes what writers that were killed had sent of the objects at or below a prefix. */
export async function abortUnfinished(
  { client, name: Bucket }: Bucket,
  prefix: string,
): Promise<void> {
  // A thousand a page; what is beyond goes the next time.
  const { Uploads } = await client.send(
    new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }),
  );
  for (const { Key, UploadId } of Uploads ?? []) {
    if (Key === undefined || !isUnder(Key, prefix)) continue;
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  }
}
