// A bucket of an S3-compatible service: the client, its single requests, and the check at the start.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Config } from '#server/platform/config/config.ts';
import type { ByteRange } from './storage.ts';

/** The `S3_*` values of the configuration. */
export type S3Settings = NonNullable<Config['s3']>;

export interface Bucket {
  client: S3Client;
  name: string;
  /** The service is believed to delete many objects by one request. Set to false after a rejection. */
  removesMany: boolean;
}

/** A stored object in a listing. */
interface Listed {
  name: string;
  sizeBytes: number;
  etag: string;
}

/** A whole object, stored under its key. */
export interface WholeObject {
  sizeBytes: number;
  etag: string;
  /** Pieces with this tag continue the object. */
  tag: string;
}

/** Tag of an object that was only appended to. Each `put` creates a new tag. */
export const FIRST_TAG = '0';
/** Folder of the start check. Keys can't begin with an underscore. */
const PROBES = '_probes';

const CONNECTION_TIMEOUT_MS = 5000;
/** Timeout until the response begins. The slowest request is a server-side copy of COPY_MAX_BYTES (s3-whole.ts). */
const REQUEST_TIMEOUT_MS = 60_000;
/** Timeout of a silent connection. A paused player leaves its response open; the reader requests the rest again. */
const IDLE_TIMEOUT_MS = 60_000;
/** Most sockets. Each open response uses one: viewers and recordings of one server at the same time. */
const MAX_SOCKETS = 500;
/** A second attempt decides between two conditional writes that collide; the third is a reserve. */
const CREATE_ATTEMPTS = 3;
/** Most objects of one request (Amazon S3 API reference, DeleteObjects). */
const REMOVALS_PER_REQUEST = 1000;
const REMOVALS_AT_ONCE = 16;

/** Opens a bucket without a request. */
export function openBucket(settings: S3Settings): Bucket {
  const { region, endpoint, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    // Services other than Amazon's don't support checksums beyond the signature.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // "100 Continue" costs a round trip and a connection for each larger piece.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_TIMEOUT_MS,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
  });
  return { client, name: settings.bucket, removesMany: true };
}

/**
 * Checks that the bucket is reachable and writable, and rejects a second writer of the same object.
 * @throws Error with one line about the problem and the address
 */
export async function checkBucket(bucket: Bucket, where: string): Promise<void> {
  const name = `${PROBES}/${crypto.randomUUID()}`;
  try {
    await createObject(bucket, name, Buffer.from('Tryout was here'));
    const isOverwritten = await createObject(bucket, name, Buffer.from('and here again'));
    await removeObject(bucket, name);
    if (isOverwritten) throw new Error('overwrites objects in spite of "If-None-Match: *"');
  } catch (error) {
    throw new Error(`Object storage: bucket "${bucket.name}" at ${where} ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof S3ServiceException)) return `does not answer: ${error.message}`;
  switch (error.$metadata.httpStatusCode) {
    case 404:
      return 'does not exist';
    case 403:
      return `refuses S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY (${error.name})`;
    case 301:
      return 'is in another region: set S3_REGION';
    default:
      return `cannot be written to (${error.name}: ${error.message})`;
  }
}

/** Reads the current state of an object, or returns undefined if there is none. */
export async function headObject(bucket: Bucket, key: string): Promise<WholeObject | undefined> {
  try {
    const command = new HeadObjectCommand({ Bucket: bucket.name, Key: key });
    const { ContentLength, ETag, Metadata } = await bucket.client.send(command);
    return { sizeBytes: ContentLength ?? 0, etag: ETag ?? '', tag: Metadata?.tag ?? FIRST_TAG };
  } catch (error) {
    if (hasStatus(error, 404)) return undefined;
    throw error;
  }
}

/** Reads a range of exactly this version of an object. Fails if it was removed or replaced. */
export async function getRange(
  bucket: Bucket,
  { name, etag }: { name: string; etag: string },
  { start, end }: ByteRange,
): Promise<Readable> {
  return await getObject(bucket, name, { IfMatch: etag, Range: `bytes=${start}-${end - 1}` });
}

async function getObject(
  { client, name: Bucket }: Bucket,
  Key: string,
  condition: { IfMatch?: string; Range?: string } = {},
): Promise<Readable> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, ...condition }));
  if (!(Body instanceof Readable)) throw new Error(`the response for ${Key} has no body`);
  return Body;
}

/** Writes or replaces an object in one step. */
export async function putObject(
  { client, name: Bucket }: Bucket,
  { key: Key, tag }: { key: string; tag: string },
  Body: Uint8Array,
): Promise<void> {
  await client.send(new PutObjectCommand({ Bucket, Key, Body, Metadata: { tag } }));
}

/** Writes an object that must not exist yet (`If-None-Match: *`). Returns false if another writer was first. */
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
      // Amazon returns 409 to both of two simultaneous conditional writes.
      if (hasStatus(error, 409) && attempt < CREATE_ATTEMPTS) continue;
      if (!(error instanceof S3ServiceException && hasStatus(error, 412))) throw error;
      // After a repeated request the object may be this writer's own, whose response was lost.
      const isRepeated = (error.$metadata.attempts ?? 1) > 1;
      return isRepeated && (await buffer(await getObject(bucket, name))).equals(bytes);
    }
  }
}

/** Yields every object whose name begins with the prefix, ordered by name, after `startAfter` if present. */
export async function* listObjects(
  { client, name: Bucket }: Bucket,
  Prefix: string,
  StartAfter?: string,
): AsyncGenerator<Listed> {
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client },
    { Bucket, Prefix, StartAfter },
  )) {
    for (const { Key, Size, ETag } of Contents) {
      if (Key) yield { name: Key, sizeBytes: Size ?? 0, etag: ETag ?? '' };
    }
  }
}

/** Names of one listing: some dozen neighbouring recordings, and read quickly where they are not neighbours. */
export const LISTED_AT_ONCE = 200;

/**
 * Yields every object below one of these folders, as `a/b`. Neighbouring folders, such as those of one test, share
 * requests. There are never more requests than with one listing per folder.
 */
export async function* listBelow(
  { client, name: Bucket }: Bucket,
  folders: readonly string[],
): AsyncGenerator<string> {
  const remainingFolders = folders
    .map((folder) => `${folder}/`)
    .toSorted()
    .reverse();
  let StartAfter = remainingFolders.at(-1);
  while (StartAfter !== undefined) {
    const { Contents = [], IsTruncated }: ListObjectsV2CommandOutput = await client.send(
      new ListObjectsV2Command({ Bucket, StartAfter, MaxKeys: LISTED_AT_ONCE }),
    );
    for (const { Key = '' } of Contents) {
      dropListed(remainingFolders, Key);
      if (isBelow(remainingFolders, Key)) yield Key;
    }
    const last = Contents.at(-1)?.Key;
    if (!IsTruncated || last === undefined) return;
    StartAfter = isBelow(remainingFolders, last) ? last : remainingFolders.at(-1);
  }
}

function isBelow(remainingFolders: readonly string[], name: string): boolean {
  const folder = remainingFolders.at(-1);
  return folder !== undefined && name.startsWith(folder);
}

/** Removes the folders that a listing in the order of names has completed. */
function dropListed(remainingFolders: string[], name: string): void {
  for (
    let next = remainingFolders.at(-1);
    next !== undefined && name > next;
    next = remainingFolders.at(-1)
  ) {
    if (name.startsWith(next)) return;
    remainingFolders.pop();
  }
}

/** Yields the names of objects and folders directly below a folder, whose name ends in a slash. */
export async function* listNames(
  { client, name: Bucket }: Bucket,
  Prefix: string,
): AsyncGenerator<string> {
  const pages = paginateListObjectsV2({ client }, { Bucket, Prefix, Delimiter: '/' });
  for await (const { Contents = [], CommonPrefixes = [] } of pages) {
    for (const { Key } of Contents) if (Key) yield Key.slice(Prefix.length);
    for (const { Prefix: folder } of CommonPrefixes) {
      if (folder) yield folder.slice(Prefix.length, -1);
    }
  }
}

/** Deletes an object. Resolves too if it does not exist. */
export async function removeObject({ client, name: Bucket }: Bucket, Key: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket, Key }));
}

/** Deletes objects in the order of their names, a thousand by one request if the service supports that. */
export async function removeObjects(
  bucket: Bucket,
  names: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  let some: string[] = [];
  for await (const name of names) {
    some.push(name);
    if (some.length < REMOVALS_PER_REQUEST) continue;
    await removeSome(bucket, some);
    some = [];
  }
  if (some.length > 0) await removeSome(bucket, some);
}

async function removeSome(bucket: Bucket, names: string[]): Promise<void> {
  if (names.length > 1 && (await removeMany(bucket, names))) return;
  const remove = (name: string) => removeObject(bucket, name);
  await Readable.from(names).forEach(remove, { concurrency: REMOVALS_AT_ONCE });
}

/** @returns false if the service does not support the request, or requires another checksum */
async function removeMany(bucket: Bucket, names: string[]): Promise<boolean> {
  if (!bucket.removesMany) return false;
  const Delete = { Objects: names.map((Key) => ({ Key })), Quiet: true };
  try {
    const command = new DeleteObjectsCommand({ Bucket: bucket.name, Delete });
    const { Errors: [first] = [] } = await bucket.client.send(command);
    if (first) throw new Error(`${first.Key} was not removed: ${first.Code} ${first.Message}`);
  } catch (error) {
    if (!refusals.some((status) => hasStatus(error, status))) throw error;
    bucket.removesMany = false;
  }
  return bucket.removesMany;
}

/** HTTP statuses with which a bucket rejects the removal of many objects in one request. Each is then removed alone. */
const refusals = [400, 403, 404, 405, 411, 501];

/** Returns whether there is no space or quota left: Ceph names the quota, MinIO and others return 507. */
export function isFull(error: unknown): boolean {
  return hasStatus(error, 507) || (error instanceof Error && error.name === 'QuotaExceeded');
}

function hasStatus(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;
}
