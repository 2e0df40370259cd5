// The single requests to a bucket, with answers in our own words.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import type { Bucket } from './s3-client.ts';
import { attemptsOf, isMissing, isRefused, isUndecided } from './s3-faults.ts';
import { FIRST_TAG } from './s3-names.ts';
import type { ByteRange } from './storage.ts';

/** A stored object under a key, in one request's view. */
export interface Whole {
  sizeBytes: number;
  etag: string;
  /** Which pieces go on behind it. */
  tag: string;
}

export interface Listed {
  name: string;
  sizeBytes: number;
  etag: string;
}

/** Two conditional writes that collide are decided by the next attempt; a third is for bad luck. */
const CREATE_ATTEMPTS = 3;
/** Requests sent at once when many objects are removed. */
const REMOVALS_AT_ONCE = 16;

/** An object as it is now; undefined when there is none. */
export async function headObject(bucket: Bucket, key: string): Promise<Whole | undefined> {
  try {
    const command = new HeadObjectCommand({ Bucket: bucket.name, Key: key });
    const { ContentLength, ETag, Metadata } = await bucket.client.send(command);
    return { sizeBytes: ContentLength ?? 0, etag: ETag ?? '', tag: Metadata?.tag ?? FIRST_TAG };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The range's bytes of exactly this version of an object; fails when it is gone or replaced. */
export async function getRange(
  bucket: Bucket,
  { name, etag }: { name: string; etag: string },
  { start, end }: ByteRange,
): Promise<Readable> {
  const Range = `bytes=${start}-${end - 1}`;
  const command = new GetObjectCommand({ Bucket: bucket.name, Key: name, IfMatch: etag, Range });
  const { Body } = await bucket.client.send(command);
  if (!(Body instanceof Readable)) throw new Error(`${name} came without a body`);
  return Body;
}

/** Writes or replaces an object in one step. */
export async function putObject(
  bucket: Bucket,
  { key, tag }: { key: string; tag: string },
  Body: Uint8Array,
): Promise<void> {
  await bucket.client.send(
    new PutObjectCommand({ Bucket: bucket.name, Key: key, Body, Metadata: { tag } }),
  );
}

/** Writes an object that must not exist yet (`If-None-Match: *`); false: another one was first. */
export async function createObject(
  bucket: Bucket,
  name: string,
  bytes: Uint8Array,
): Promise<boolean> {
  const content = { Bucket: bucket.name, Key: name, Body: bytes, IfNoneMatch: '*' };
  for (let attempt = 1; ; attempt += 1) {
    try {
      await bucket.client.send(new PutObjectCommand(content));
      return true;
    } catch (error) {
      if (isUndecided(error) && attempt < CREATE_ATTEMPTS) continue;
      if (!isRefused(error)) throw error;
      // Sent twice: the one that was first may be our own, whose answer was lost.
      return attemptsOf(error) > 1 && (await holds(bucket, name, bytes));
    }
  }
}

/** Whether an object consists of these bytes. */
async function holds(bucket: Bucket, name: string, bytes: Uint8Array): Promise<boolean> {
  const command = new GetObjectCommand({ Bucket: bucket.name, Key: name });
  const { Body } = await bucket.client.send(command);
  if (!(Body instanceof Readable)) return false;
  return (await buffer(Body)).equals(bytes);
}

/** Every object whose name begins so, by name; after `startAfter` when given. */
export async function* listObjects(
  bucket: Bucket,
  prefix: string,
  startAfter?: string,
): AsyncGenerator<Listed> {
  const pages = paginateListObjectsV2(
    { client: bucket.client },
    { Bucket: bucket.name, Prefix: prefix, StartAfter: startAfter },
  );
  for await (const { Contents = [] } of pages) {
    for (const { Key, Size, ETag } of Contents) {
      if (Key) yield { name: Key, sizeBytes: Size ?? 0, etag: ETag ?? '' };
    }
  }
}

/** Done also when there is no such object. */
export async function removeObject(bucket: Bucket, name: string): Promise<void> {
  await bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.name, Key: name }));
}

/** One by one: the request for many at once needs a checksum that not every service takes. */
export async function removeObjects(bucket: Bucket, names: AsyncIterable<string>): Promise<void> {
  let running: Promise<void>[] = [];
  for await (const name of names) {
    running.push(removeObject(bucket, name));
    if (running.length < REMOVALS_AT_ONCE) continue;
    await Promise.all(running);
    running = [];
  }
  await Promise.all(running);
}
