// Storage in an S3 bucket: a whole object under its key, and each appended piece as an object of its own. So a second
// of video is durable without waiting for the 5 MiB of a multipart upload's part. Several servers may share one bucket.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readSource, toAppendError } from './byte-source.ts';
import { KeyQueue } from './key-queue.ts';
import {
  type Bucket,
  checkBucket,
  createObject,
  headObject,
  isFull,
  listBelow,
  listNames,
  listObjects,
  openBucket,
  removeObject,
  removeObjects,
  type S3Settings,
} from './s3-bucket.ts';
import { listPieces, ObjectEnds, parsePieceName, pieceName, piecesFolder } from './s3-layout.ts';
import { openRange } from './s3-reader.ts';
import { abortUnfinished, joinPieces, obsoletePieces, writeWhole } from './s3-whole.ts';
import {
  type AppendRequest,
  type ByteRange,
  type ByteSource,
  isKey,
  OffsetConflict,
  parseKey,
  type Storage,
  StorageFull,
  type StoredObject,
} from './storage.ts';

/** Bytes of one request. Above 5 MiB the service can copy a piece when pieces are joined. Two batches are in memory. */
export const BATCH_BYTES = 8 * 1024 * 1024;

/** A storage in one bucket. Only the bucket's state is authoritative; memory contains hints. */
export class S3Storage implements Storage {
  readonly #bucket: Bucket;
  readonly #ends: ObjectEnds;
  readonly #queue = new KeyQueue();

  private constructor(bucket: Bucket) {
    this.#bucket = bucket;
    this.#ends = new ObjectEnds(bucket);
  }

  /** @throws Error with one line if the bucket or the credentials don't work */
  static async open(settings: S3Settings): Promise<S3Storage> {
    const bucket = openBucket(settings);
    await checkBucket(bucket, settings.endpoint ?? `Amazon S3, ${settings.region}`);
    return new S3Storage(bucket);
  }

  async append(key: string, request: AppendRequest): Promise<number> {
    parseKey(key);
    return this.#queue.run(key, async (deleted) => {
      const guess = this.#ends.guess(key);
      const isLikely = guess?.sizeBytes === request.offset;
      const { tag, sizeBytes = 0 } = isLikely ? guess : await this.#ends.find(key);
      if (request.offset !== sizeBytes) throw new OffsetConflict(key, request.offset, sizeBytes);
      const { onBytes } = request;
      const growing = { bucket: this.#bucket, ends: this.#ends, key, tag, onBytes, sizeBytes };
      try {
        await appendAll(growing, readSource(request, deleted));
        return growing.sizeBytes;
      } catch (error) {
        throw toAppendError(key, growing.sizeBytes, error);
      }
    });
  }

  async put(key: string, content: Uint8Array | ByteSource): Promise<number> {
    parseKey(key);
    const source = content instanceof Uint8Array ? Readable.from([content]) : content;
    // Pieces with the previous tag become invalid when the new object appears.
    const target = { key, tag: randomUUID().replaceAll('-', '') };
    try {
      const sizeBytes = await writeWhole(this.#bucket, target, readBatches(source));
      await removeObjects(this.#bucket, obsoletePieces(this.#bucket, key));
      return sizeBytes;
    } catch (error) {
      throw isFull(error) ? new StorageFull(key, 0, error) : error;
    }
  }

  async size(key: string): Promise<number | undefined> {
    parseKey(key);
    return (await this.#ends.find(key)).sizeBytes;
  }

  async read(key: string, range: ByteRange): Promise<Readable> {
    parseKey(key);
    return await openRange(this.#bucket, key, range);
  }

  async *chunks(key: string, range: ByteRange): AsyncGenerator<Uint8Array> {
    for await (const chunk of await this.read(key, range)) yield chunk;
  }

  async readBytes(key: string, start: number, length: number): Promise<Uint8Array> {
    return await buffer(await this.read(key, { start, end: start + length }));
  }

  async compact(key: string): Promise<void> {
    parseKey(key);
    await this.#queue.run(key, (deleted) => joinPieces(this.#bucket, key, deleted));
  }

  async delete(key: string): Promise<void> {
    parseKey(key);
    await this.#queue.stop(key);
    await removeObjects(this.#bucket, [
      ...(await this.#piecesOf(key, (name) => name === key)),
      key,
    ]);
    await abortUnfinished(this.#bucket, [key]);
  }

  async deleteAll(...prefixes: string[]): Promise<void> {
    if (prefixes.length === 0) return;
    for (const prefix of prefixes) parseKey(prefix);
    await Promise.all(prefixes.map((prefix) => this.#queue.stop(prefix)));
    await removeObjects(this.#bucket, this.#namesUnder(prefixes));
    await abortUnfinished(this.#bucket, prefixes);
  }

  /** Lists objects. A key whose first pieces are missing, after half of a delete, has 0 bytes; the sweep removes it. */
  async *list(prefix: string): AsyncGenerator<StoredObject> {
    if (prefix !== '') parseKey(prefix);
    // Pieces are listed first. A piece that is joined meanwhile is then among the whole objects.
    const inPieces = new Set<string>();
    for await (const { key } of listPieces(this.#bucket, prefix)) inPieces.add(key);
    for (const key of inPieces) yield { key, sizeBytes: (await this.size(key)) ?? 0 };
    const only = prefix === '' ? undefined : await headObject(this.#bucket, prefix);
    if (only && !inPieces.has(prefix)) yield { key: prefix, sizeBytes: only.sizeBytes };
    const folder = prefix === '' ? '' : `${prefix}/`;
    for await (const { name, sizeBytes } of listObjects(this.#bucket, folder)) {
      if (isKey(name) && !inPieces.has(name)) yield { key: name, sizeBytes };
    }
  }

  async *names(folder: string): AsyncGenerator<string> {
    parseKey(folder);
    yield* listNames(this.#bucket, piecesFolder(folder));
    yield* listNames(this.#bucket, `${folder}/`);
  }

  async #piecesOf(prefix: string, isIncluded: (key: string) => boolean): Promise<string[]> {
    const names: string[] = [];
    for await (const piece of listPieces(this.#bucket, prefix)) {
      if (!isIncluded(piece.key)) continue;
      this.#ends.forget(piece.key);
      names.push(piece.name);
    }
    return names;
  }

  /** Yields the names of all stored objects of the prefixes, pieces first. */
  async *#namesUnder(prefixes: readonly string[]): AsyncGenerator<string> {
    const pieces = prefixes.map((prefix) => piecesFolder(prefix).slice(0, -1));
    for await (const name of listBelow(this.#bucket, pieces)) {
      const key = parsePieceName(name)?.key;
      if (key !== undefined) this.#ends.forget(key);
      yield name;
    }
    yield* prefixes;
    yield* listBelow(this.#bucket, prefixes);
  }
}

/** An object that one append extends. */
interface GrowingObject {
  bucket: Bucket;
  ends: ObjectEnds;
  key: string;
  tag: string;
  onBytes: AppendRequest['onBytes'];
  /** Size of the object, which grows with each stored piece. */
  sizeBytes: number;
}

/**
 * Appends a source in pieces, and collects the next batch while one is being stored. An error of the source is thrown
 * after everything before it is stored.
 * @throws {OffsetConflict} another server appended at the same offset
 * @throws {StorageFull}
 */
async function appendAll(object: GrowingObject, source: ByteSource): Promise<void> {
  let storing = Promise.resolve();
  try {
    for await (const batch of readBatches(source)) {
      await storing;
      storing = appendPiece(object, batch);
      storing.catch(() => 'thrown where it is awaited');
    }
  } finally {
    await storing;
  }
}

/** Stores one piece, then reads the object's end, because another server may have written there or joined pieces. */
async function appendPiece(object: GrowingObject, bytes: Uint8Array): Promise<void> {
  const { bucket, ends, key, tag, sizeBytes: at } = object;
  const name = pieceName({ key, tag, at });
  const isOurs = await createObject(bucket, name, bytes).catch((error: unknown) => {
    throw isFull(error) ? new StorageFull(key, at, error) : error;
  });
  const end = await ends.find(key);
  const counts = end.tag === tag && (end.sizeBytes ?? 0) >= at + bytes.length;
  const isJoined = end.whole !== undefined && end.whole.sizeBytes > at;
  const isStored = async () =>
    (await buffer(await openRange(bucket, key, { start: at, end: at + bytes.length }))).equals(
      bytes,
    );
  if (!(isOurs && counts && (!isJoined || (await isStored())))) {
    if (isOurs) await removeObject(bucket, name);
    throw new OffsetConflict(key, at, end.sizeBytes ?? 0);
  }
  object.sizeBytes += bytes.length;
  await object.onBytes?.(bytes);
}

/** Yields batches of BATCH_BYTES and a shorter last one. If the source breaks, the bytes that arrived come first. */
async function* readBatches(source: ByteSource): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of source) {
      let rest = chunk;
      while (sizeBytes + rest.length >= BATCH_BYTES) {
        const free = BATCH_BYTES - sizeBytes;
        yield Buffer.concat([...chunks, rest.subarray(0, free)]);
        [chunks, sizeBytes, rest] = [[], 0, rest.subarray(free)];
      }
      chunks.push(rest);
      sizeBytes += rest.length;
    }
  } catch (error) {
    if (sizeBytes > 0) yield Buffer.concat(chunks);
    throw error;
  }
  if (sizeBytes > 0) yield Buffer.concat(chunks);
}
