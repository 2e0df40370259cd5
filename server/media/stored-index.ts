// The index of a video, stored beside it at intervals while the video arrives and when it is closed. Any server
// continues from there. It is computed from the video's bytes, so an index that is missing, damaged or of another video
// is ignored and computed again.
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { ObjectMissing, type Storage } from '#server/storage/storage.ts';
import { indexKey } from './object-keys.ts';
import { videoIndexSchema } from './video-container.ts';
import { base64Copy, count, INDEX_MAX_BYTES } from './video-index.ts';
import { catchUp, type StoredVideo, VideoIndexer } from './video-indexer.ts';

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** Level 1 takes a quarter of the time for a tenth more bytes. A recording of 20 minutes stores 100 indexes. */
const QUICKLY = { level: 1 };

/** Most bytes of JSON that are read: the largest index has 12 MB as JSON (`INDEX_MAX_BYTES`). */
const LONGEST_BYTES = 2 * INDEX_MAX_BYTES;

const storedSchema = z.object({
  version: z.literal(1),
  /** Bytes of the video that the index covers. Those after `indexedBytes` are no whole element. */
  coveredBytes: count,
  /** Bytes of the video that distinguish it from another video under the same key. */
  mark: z.object({ at: count, bytes: base64Copy }),
  index: videoIndexSchema,
});

export interface StoredIndex {
  indexer: VideoIndexer;
  /** Bytes of the video that the index covers. */
  coveredBytes: number;
}

type Video = Pick<StoredVideo, 'storage' | 'key'>;

/** Stores the index of the bytes that an indexer was fed, and replaces the one before. */
export async function storeIndex(
  { storage, key }: Video,
  { index, fedBytes, mark }: Pick<VideoIndexer, 'index' | 'fedBytes' | 'mark'>,
): Promise<void> {
  if (!index) return;
  const stored = {
    version: 1,
    coveredBytes: fedBytes,
    mark: { at: mark.at, bytes: mark.bytes.toString('base64') },
    index,
  };
  await storage.put(indexKey(key), await compress(JSON.stringify(stored), QUICKLY));
}

/** Reads the stored index, or returns null if there is none of this video. */
export async function readStoredIndex(video: Video): Promise<StoredIndex | null> {
  const stored = storedSchema.safeParse(await readJson(video));
  if (!stored.success) return null;
  const { index, coveredBytes } = stored.data;
  const mark = { at: stored.data.mark.at, bytes: Buffer.from(stored.data.mark.bytes, 'base64') };
  if (!mark.bytes.equals(await readMark(video, mark.at, mark.bytes.length))) return null;
  return { indexer: VideoIndexer.from(index, mark, coveredBytes), coveredBytes };
}

/**
 * Returns an indexer of the first `sizeBytes` stored bytes. It starts from the indexer of this server or from the
 * stored index, whichever covers more, and reads the bytes after it.
 * @param localIndexer indexer of this server, which is fed unless the stored index covers more
 * @throws {NotVideo}
 */
export async function indexUpTo(
  video: StoredVideo,
  sizeBytes: number,
  localIndexer?: VideoIndexer,
): Promise<VideoIndexer> {
  const indexer = await nearestIndexer(video, sizeBytes, localIndexer);
  await catchUp(indexer, video, sizeBytes);
  return indexer;
}

/** A server that is at most so many bytes behind reads them, because finding a stored index takes as long. */
const NEAR_BYTES = 256 * 1024;

async function nearestIndexer(
  video: StoredVideo,
  sizeBytes: number,
  localIndexer?: VideoIndexer,
): Promise<VideoIndexer> {
  const own =
    localIndexer && localIndexer.fedBytes <= sizeBytes ? localIndexer : new VideoIndexer();
  if (own.stopped || sizeBytes - own.fedBytes <= NEAR_BYTES) return own;
  const stored = (await readStoredIndex(video))?.indexer;
  return stored && stored.fedBytes > own.fedBytes && stored.fedBytes <= sizeBytes ? stored : own;
}

/** Reads the stored JSON, or returns undefined if there is none or it is no JSON. */
async function readJson({ storage, key }: Video): Promise<unknown> {
  const bytes = await readWhole(storage, indexKey(key));
  if (!bytes) return undefined;
  try {
    return JSON.parse((await expand(bytes, { maxOutputLength: LONGEST_BYTES })).toString());
  } catch {
    return undefined;
  }
}

async function readWhole(storage: Storage, key: string): Promise<Buffer | undefined> {
  try {
    return await buffer(await storage.read(key, { start: 0, end: LONGEST_BYTES }));
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  }
}

async function readMark({ storage, key }: Video, at: number, length: number): Promise<Uint8Array> {
  try {
    return await storage.readBytes(key, at, length);
  } catch (error) {
    if (error instanceof ObjectMissing) return new Uint8Array();
    throw error;
  }
}
