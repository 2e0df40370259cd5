// The index of a video, kept in storage beside it: now and then while the video arrives, and when it is closed. Any server
// goes on from there. It is made of the video's bytes, so that nothing depends on it: what is missing, damaged or of another
// video is passed over and made again.
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { ObjectMissing, type Storage } from '#server/storage/storage.ts';
import { indexKey } from './object-keys.ts';
import { videoIndexSchema } from './video-container.ts';
import { copied, count, INDEX_MAX_BYTES } from './video-index.ts';
import { catchUp, type StoredVideo, VideoIndexer } from './video-indexer.ts';

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** A quarter of the time for a tenth more bytes: an index is kept a hundred times while a recording of 20 minutes arrives. */
const QUICKLY = { level: 1 };

/** As JSON the largest index has 12 MB (`INDEX_MAX_BYTES`); nothing longer is read. */
const LONGEST_BYTES = 2 * INDEX_MAX_BYTES;

const keptSchema = z.object({
  version: z.literal(1),
  /** Bytes of the video that the index covers; those after `indexedBytes` are no whole element. */
  coveredBytes: count,
  /** Bytes of the video, which tell it from another one under the same key. */
  mark: z.object({ at: count, bytes: copied }),
  index: videoIndexSchema,
});

export interface KeptIndex {
  indexer: VideoIndexer;
  /** Bytes of the video that it covers. */
  coveredBytes: number;
}

type Video = Pick<StoredVideo, 'storage' | 'key'>;

/** Keeps the index of the bytes that an indexer was fed, in place of the one before. */
export async function keepIndex(
  { storage, key }: Video,
  { index, fedBytes, mark }: Pick<VideoIndexer, 'index' | 'fedBytes' | 'mark'>,
): Promise<void> {
  if (!index) return;
  const kept = {
    version: 1,
    coveredBytes: fedBytes,
    mark: { at: mark.at, bytes: mark.bytes.toString('base64') },
    index,
  };
  await storage.put(indexKey(key), await compress(JSON.stringify(kept), QUICKLY));
}

/** The kept index; null when there is none of this video. */
export async function readKeptIndex(video: Video): Promise<KeptIndex | null> {
  const kept = keptSchema.safeParse(await readJson(video));
  if (!kept.success) return null;
  const { index, coveredBytes } = kept.data;
  const mark = { at: kept.data.mark.at, bytes: Buffer.from(kept.data.mark.bytes, 'base64') };
  if (!mark.bytes.equals(await readMark(video, mark.at, mark.bytes.length))) return null;
  return { indexer: VideoIndexer.from(index, mark, coveredBytes), coveredBytes };
}

/**
 * An indexer of the first `sizeBytes` stored bytes. Reads those that follow what is known of the video: by this server,
 * or else by the kept index.
 * @param known is fed, unless another one is nearer
 * @throws {NotVideo}
 */
export async function indexUpTo(
  video: StoredVideo,
  sizeBytes: number,
  known?: VideoIndexer,
): Promise<VideoIndexer> {
  const indexer = await nearest(video, sizeBytes, known);
  await catchUp(indexer, video, sizeBytes);
  return indexer;
}

/** A server that is so few bytes behind reads them; looking for a kept index takes as long. */
const NEAR_BYTES = 256 * 1024;

async function nearest(
  video: StoredVideo,
  sizeBytes: number,
  known?: VideoIndexer,
): Promise<VideoIndexer> {
  const own = known && known.fedBytes <= sizeBytes ? known : new VideoIndexer();
  if (own.stopped || sizeBytes - own.fedBytes <= NEAR_BYTES) return own;
  const kept = (await readKeptIndex(video))?.indexer;
  return kept && kept.fedBytes > own.fedBytes && kept.fedBytes <= sizeBytes ? kept : own;
}

/** Undefined when there is none, or it is no JSON. */
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
