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

/** `S3_*` of the configuration. */
export type S3Settings = NonNullable<Config['s3']>;

export interface Bucket {
  client: S3Client;
  name: string;
  /** Whether the service removes many objects by one request, as far as is known. */
  removesMany: boolean;
}

/** A stored object, as a listing shows it. */
interface Listed {
  name: string;
  sizeBytes: number;
  etag: string;
}

/** A stored object under a key. */
export interface Whole {
  sizeBytes: number;
  etag: string;
  /** Pieces with this tag continue the object. */
  tag: string;
}

/** Tag of an object that was only appended to; each `put` makes a new tag. */
export const FIRST_TAG = '0';
/** Folder of the start check; keys can't begin with an underscore. */
const PROBES = '_probes';

const CONNECTION_TIMEOUT_MS = 5000;
/** Until the answer begins. The slowest request is a server-side copy of COPY_MAX_BYTES (s3-whole.ts). */
const REQUEST_TIMEOUT_MS = 60_000;
/** A paused player holds its answer open; the reader asks for the rest again. */
const IDLE_TIMEOUT_MS = 60_000;
/** Each open answer holds a socket: viewers and recordings of one server at the same time. */
const MAX_SOCKETS = 500;
/** Two conditional writes that collide are decided by the next attempt; the third is a reserve. */
const CREATE_ATTEMPTS = 3;
/** Objects of one request (Amazon S3 API reference, DeleteObjects). */
const REMOVALS_PER_REQUEST = 1000;
const REMOVALS_AT_ONCE = 16;

/** Opens a bucket without a request. */
export function openBucket(settings: S3Settings): Bucket {
  const { region, endpoint, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    // Services other than Amazon's don't know checksums beyond the signature.
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
 * Checks that the bucket is reachable, writable and refuses a second writer of the same object.
 * @throws Error with one line that says what is wrong and where.
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

/** An object as it is now; undefined when there is none. */
export async function headObject(bucket: Bucket, key: string): Promise<Whole | undefined> {
  try {
    const command = new HeadObjectCommand({ Bucket: bucket.name, Key: key });
    const { ContentLength, ETag, Metadata } = await bucket.client.send(command);
    return { sizeBytes: ContentLength ?? 0, etag: ETag ?? '', tag: Metadata?.tag ?? FIRST_TAG };
  } catch (error) {
    if (hasStatus(error, 404)) return undefined;
    throw error;
  }
}

/** The range's bytes of exactly this version of an object; fails when it was removed or replaced. */
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
  if (!(Body instanceof Readable)) throw new Error(`${Key} came without a body`);
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

/** Writes an object that must not exist yet (`If-None-Match: *`); false when another writer was first. */
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
      // Amazon's answer to two conditional writes at the same time: neither won.
      if (hasStatus(error, 409) && attempt < CREATE_ATTEMPTS) continue;
      if (!(error instanceof S3ServiceException && hasStatus(error, 412))) throw error;
      // After a repeated request the object may be our own, whose answer was lost.
      const isRepeated = (error.$metadata.attempts ?? 1) > 1;
      return isRepeated && (await buffer(await getObject(bucket, name))).equals(bytes);
    }
  }
}

/** Every object whose name begins with the prefix, by name; after `startAfter` when given. */
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

/** Names that one look takes: some dozen recordings that lie side by side, and soon read where they do not. */
export const LISTED_AT_ONCE = 200;

/**
 * Every object below one of these folders, as `a/b`. Folders that lie side by side, as those of one test do, share
 * requests; there are never more than for each folder on its own.
 */
export async function* listBelow(
  { client, name: Bucket }: Bucket,
  folders: readonly string[],
): AsyncGenerator<string> {
  const left = folders
    .map((folder) => `${folder}/`)
    .toSorted()
    .reverse();
  let StartAfter = left.at(-1);
  while (StartAfter !== undefined) {
    const { Contents = [], IsTruncated }: ListObjectsV2CommandOutput = await client.send(
      new ListObjectsV2Command({ Bucket, StartAfter, MaxKeys: LISTED_AT_ONCE }),
    );
    for (const { Key = '' } of Contents) {
      dropPassed(left, Key);
      if (isBelow(left, Key)) yield Key;
    }
    const last = Contents.at(-1)?.Key;
    if (!IsTruncated || last === undefined) return;
    StartAfter = isBelow(left, last) ? last : left.at(-1);
  }
}

function isBelow(left: readonly string[], name: string): boolean {
  const folder = left.at(-1);
  return folder !== undefined && name.startsWith(folder);
}

/** Takes off the folders of which a listing in the order of names has shown everything. */
function dropPassed(left: string[], name: string): void {
  for (let next = left.at(-1); next !== undefined && name > next; next = left.at(-1)) {
    if (name.startsWith(next)) return;
    left.pop();
  }
}

/** Names directly below a folder, which ends in a slash: of objects, and of folders. */
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

/** Also resolves when there is no such object. */
export async function removeObject({ client, name: Bucket }: Bucket, Key: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket, Key }));
}

/** Removes objects in the order of their names, a thousand by one request where the service can do that. */
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

/** @returns false where the service does not know the request, or wants another checksum than ours */
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

/** Bad or forbidden request, unknown method, not implemented. What one object is refused for is said again for each. */
const refusals = [400, 403, 404, 405, 411, 501];

/** No space or quota left: Ceph names the quota, MinIO and others answer 507. */
export function isFull(error: unknown): boolean {
  return hasStatus(error, 507) || (error instanceof Error && error.name === 'QuotaExceeded');
}

function hasStatus(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;
}
