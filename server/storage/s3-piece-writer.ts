// Appends a source to an object as pieces, each durable and checked before the next one is begun.
import { buffer } from 'node:stream/consumers';
import { inBatches } from './s3-batches.ts';
import type { Bucket } from './s3-client.ts';
import type { ObjectEnds } from './s3-ends.ts';
import { isFull } from './s3-faults.ts';
import { pieceName } from './s3-names.ts';
import { openRange } from './s3-reader.ts';
import { createObject, removeObject } from './s3-requests.ts';
import { OffsetConflict, StorageFull } from './storage.errors.ts';
import type { AppendRequest, ByteSource } from './storage.ts';

export type PieceWriterOptions = {
  bucket: Bucket;
  ends: ObjectEnds;
  key: string;
  tag: string;
  /** Offset of the first byte. */
  position: number;
  onBytes: AppendRequest['onBytes'];
};

/** Writes one source behind one object. `position` says at any time where the stored bytes end, also after an error. */
export class PieceWriter {
  readonly #options: PieceWriterOptions;
  position: number;

  constructor(options: PieceWriterOptions) {
    this.#options = options;
    this.position = options.position;
  }

  /**
   * Takes the whole source: the next batch is gathered while one is being stored. An error of the source is thrown
   * after what came before it is stored.
   * @throws {OffsetConflict} another server appended there
   * @throws {StorageFull}
   */
  async writeAll(source: ByteSource): Promise<void> {
    let storing = Promise.resolve();
    try {
      for await (const batch of inBatches(source)) {
        await storing;
        storing = this.#store(batch);
        storing.catch(() => 'thrown where it is awaited');
      }
    } finally {
      await storing;
    }
  }

  async #store(bytes: Uint8Array): Promise<void> {
    const { bucket, ends, key, tag, onBytes } = this.#options;
    const at = this.position;
    const name = pieceName({ key, tag, at });
    const isOurs = await this.#create(name, bytes);
    const end = await ends.find(key);
    const counts = end.tag === tag && (end.sizeBytes ?? 0) >= at + bytes.length;
    const isRead = counts && (!this.#isJoined(end.whole, at) || (await this.#isStored(bytes)));
    if (!(isOurs && isRead)) {
      if (isOurs) await removeObject(bucket, name);
      throw new OffsetConflict(key, at, end.sizeBytes ?? 0);
    }
    this.position += bytes.length;
    await onBytes?.(bytes);
  }

  async #create(name: string, bytes: Uint8Array): Promise<boolean> {
    const { bucket, key } = this.#options;
    try {
      return await createObject(bucket, name, bytes);
    } catch (error) {
      throw isFull(error) ? new StorageFull(key, this.position, error) : error;
    }
  }

  /** Pieces were joined beyond here: with ours, or with another server's that stood in its place and is removed. */
  #isJoined(whole: { sizeBytes: number } | undefined, at: number): boolean {
    return whole !== undefined && whole.sizeBytes > at;
  }

  async #isStored(bytes: Uint8Array): Promise<boolean> {
    const { bucket, key } = this.#options;
    const range = { start: this.position, end: this.position + bytes.length };
    return (await buffer(await openRange(bucket, key, range))).equals(bytes);
  }
}
