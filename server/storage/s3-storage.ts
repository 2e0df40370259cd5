// Storage in an S3 bucket: a whole object under its key, appended pieces as objects of their own, so that a second of
// video is durable long before the 5 MiB of a multipart upload's part have come. Any number of servers may share it.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sourceErrorOf, takeFrom } from './byte-source.ts';
import { KeyQueue } from './key-queue.ts';
import { inBatches } from './s3-batches.ts';
import { checkBucket } from './s3-check.ts';
import { type Bucket, openBucket, type S3Settings } from './s3-client.ts';
import { joinPieces, spentPieces } from './s3-compaction.ts';
import { ObjectEnds } from './s3-ends.ts';
import { isFull } from './s3-faults.ts';
import { listPieces } from './s3-layout.ts';
import { PieceWriter } from './s3-piece-writer.ts';
import { openRange } from './s3-reader.ts';
import { headObject, listObjects, removeObject, removeObjects } from './s3-requests.ts';
import { abortUnfinished, writeWhole } from './s3-whole.ts';
import { OffsetConflict, StorageFull } from './storage.errors.ts';
import type { AppendRequest, ByteRange, ByteSource, Storage, StoredObject } from './storage.ts';
import { isKey, isUnder, parseKey } from './storage-key.ts';

/** A storage in one bucket; its objects are the only truth, nothing is kept between two calls but hints. */
export class S3Storage implements Storage {
  readonly #bucket: Bucket;
  readonly #ends: ObjectEnds;
  readonly #queue = new KeyQueue();

  private constructor(bucket: Bucket) {
    this.#bucket = bucket;
    this.#ends = new ObjectEnds(bucket);
  }

  /** @throws Error with one line when the bucket or the credentials don't work. */
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
      const writer = new PieceWriter({
        bucket: this.#bucket,
        ends: this.#ends,
        key,
        tag,
        position: sizeBytes,
        onBytes: request.onBytes,
      });
      const signal = request.signal ? AbortSignal.any([request.signal, deleted]) : deleted;
      const maxBytes = request.maxBytes ?? Number.POSITIVE_INFINITY;
      try {
        await writer.writeAll(takeFrom(request.source, { signal, maxBytes }));
        return writer.position;
      } catch (error) {
        throw sourceErrorOf(key, writer.position, error);
      }
    });
  }

  async put(key: string, content: Uint8Array | ByteSource): Promise<number> {
    parseKey(key);
    const source = content instanceof Uint8Array ? Readable.from([content]) : content;
    // A new tag: pieces of the object before no longer count from the moment the new one is there.
    const target = { key, tag: randomUUID().replaceAll('-', '') };
    try {
      const sizeBytes = await writeWhole(this.#bucket, target, inBatches(source));
      await removeObjects(this.#bucket, spentPieces(this.#bucket, key));
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
    await this.#remove(key, (name) => name === key);
  }

  async deleteAll(prefix: string): Promise<void> {
    parseKey(prefix);
    await this.#queue.stop(prefix);
    await this.#remove(prefix, (name) => isUnder(name, prefix));
    await removeObjects(this.#bucket, this.#namesUnder(`${prefix}/`));
  }

  /** A key whose pieces have lost their beginning, as of a half-done delete, is listed with no bytes: to be swept. */
  async *list(prefix: string): AsyncGenerator<StoredObject> {
    if (prefix !== '') parseKey(prefix);
    // Pieces first: one that is joined meanwhile is among the whole objects then.
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

  /** Pieces, the whole object under the key, and what was being written of it. */
  async #remove(key: string, isMeant: (key: string) => boolean): Promise<void> {
    const names: string[] = [];
    for await (const piece of listPieces(this.#bucket, key)) {
      if (!isMeant(piece.key)) continue;
      this.#ends.forget(piece.key);
      names.push(piece.name);
    }
    await removeObjects(this.#bucket, Readable.from(names));
    await removeObject(this.#bucket, key);
    await abortUnfinished(this.#bucket, key);
  }

  async *#namesUnder(folder: string): AsyncGenerator<string> {
    for await (const { name } of listObjects(this.#bucket, folder)) yield name;
  }
}
