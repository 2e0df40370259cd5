// The S3 storage against the common suite, on Ceph's object gateway, and situations that only a bucket has: several
// servers share it, killed servers leave half-done work, it is full.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ceph, hasCeph, startCeph } from '#testing/ceph.ts';
import {
  type Bucket,
  createObject,
  headObject,
  openBucket,
  putObject,
  removeObjects,
  type S3Settings,
} from './s3-bucket.ts';
import { listPieces, pieceName } from './s3-layout.ts';
import { BATCH_BYTES, S3Storage } from './s3-storage.ts';
import { describeStorage } from './storage.conformance.ts';
import { bytes, keysOf, objectsOf, pieces, textOf } from './storage.fixture.ts';
import { OffsetConflict, StorageFull } from './storage.ts';

const KEY = 'rec/a/video.webm';

describe.runIf(hasCeph())("S3 (left out without 'node scripts/provision.mjs')", () => {
  let ceph: Ceph;
  let settings: S3Settings;
  let bucket: Bucket;
  let storage: S3Storage;

  beforeAll(async () => {
    ceph = await startCeph();
    settings = await ceph.makeBucket();
    bucket = openBucket(settings);
    storage = await S3Storage.open(settings);
  });
  afterAll(() => ceph?.stop());

  describeStorage('S3', async () => S3Storage.open(await ceph.makeBucket()));

  /** Returns the offsets of all pieces below a prefix. */
  async function piecesOf(prefix: string): Promise<number[]> {
    const offsets: number[] = [];
    for await (const { at } of listPieces(bucket, prefix)) offsets.push(at);
    return offsets;
  }

  /** Creates an object for a test, appended in pieces of these sizes. */
  async function recorded(...sizes: number[]): Promise<{ key: string; content: Buffer }> {
    const key = `rec/${crypto.randomUUID()}/video.webm`;
    const content = randomBytes(sizes.reduce((sum, size) => sum + size, 0));
    let offset = 0;
    for (const size of sizes) {
      const source = Readable.from([content.subarray(offset, offset + size)]);
      offset = await storage.append(key, { offset, source });
    }
    return { key, content };
  }

  async function contentOf(key: string, from = storage): Promise<Buffer> {
    return await buffer(await from.read(key, { start: 0, end: Number.MAX_SAFE_INTEGER }));
  }

  it('removes a thousand objects by one request', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `many/${n}`);
    await Promise.all(names.map((name) => createObject(bucket, name, bytes('x'))));
    await removeObjects(bucket, names);
    expect(await keysOf(storage, 'many')).toEqual([]);
    expect(bucket.removesMany).toBe(true);
  });

  describe('joining pieces', () => {
    it('makes one object of short and long pieces, which then grows on', async () => {
      const { key, content } = await recorded(300_000, 700_000, BATCH_BYTES, 7, 12_000_000, 50_000);
      await storage.compact(key);
      expect(await piecesOf(key)).toEqual([]);
      expect((await headObject(bucket, key))?.sizeBytes).toBe(content.length);
      expect((await contentOf(key)).equals(content)).toBe(true);
      expect(await storage.append(key, { offset: content.length, source: pieces('more') })).toBe(
        content.length + 4,
      );
      await storage.compact(key);
      await storage.compact(key);
      expect((await contentOf(key)).equals(Buffer.concat([content, bytes('more')]))).toBe(true);
      expect(await objectsOf(storage, key)).toEqual([{ key, sizeBytes: content.length + 4 }]);
    });

    it('does nothing to an object that does not exist', async () => {
      await storage.compact('rec/none');
      expect(await storage.size('rec/none')).toBeUndefined();
    });

    it('leaves the same object when the server is killed before the pieces are removed', async () => {
      const { key, content } = await recorded(100_000, 200_000, 300_000);
      await putObject(bucket, { key, tag: '0' }, content);
      const restarted = await S3Storage.open(settings);
      expect(await restarted.size(key)).toBe(600_000);
      expect((await contentOf(key, restarted)).equals(content)).toBe(true);
      expect(await objectsOf(restarted, key)).toEqual([{ key, sizeBytes: 600_000 }]);
      expect(await restarted.append(key, { offset: 600_000, source: pieces('x') })).toBe(600_001);
      await restarted.compact(key);
      expect(await piecesOf(key)).toEqual([]);
      await restarted.delete(key);
      expect(await restarted.size(key)).toBeUndefined();
    });

    it('lets a reader go on that had begun before', async () => {
      const { key, content } = await recorded(...Array<number>(12).fill(400_000));
      const stream = await storage.read(key, { start: 0, end: content.length });
      const chunks: Buffer[] = [];
      for await (const chunk of stream) {
        if (chunks.length === 0) await (await S3Storage.open(settings)).compact(key);
        chunks.push(chunk);
      }
      expect(await piecesOf(key)).toEqual([]);
      expect(Buffer.concat(chunks).equals(content)).toBe(true);
    });
  });

  describe('several servers', () => {
    it('sees what another one appended, joined, replaced and deleted', async () => {
      const other = await S3Storage.open(settings);
      const key = 'shared/a';
      await storage.append(key, { offset: 0, source: pieces('one ') });
      await other.append(key, { offset: 4, source: pieces('two ') });
      expect(await storage.append(key, { offset: 8, source: pieces('three ') })).toBe(14);
      await other.compact(key);
      expect(await storage.append(key, { offset: 14, source: pieces('four') })).toBe(18);
      expect(await textOf(other, key)).toBe('one two three four');
      await other.put(key, bytes('new'));
      expect(await storage.size(key)).toBe(3);
      expect(await storage.append(key, { offset: 3, source: pieces('er') })).toBe(5);
      expect(await textOf(other, key)).toBe('newer');
      await other.delete(key);
      expect(await storage.size(key)).toBeUndefined();
    });

    it('gives an offset to one of two that append there at once', async () => {
      const servers = await Promise.all([1, 2, 3].map(() => S3Storage.open(settings)));
      for (let offset = 0; offset < 30; offset += 3) {
        const all = await Promise.allSettled(
          servers.map((one, name) =>
            one.append('shared/race', { offset, source: pieces(String(name).repeat(3)) }),
          ),
        );
        expect(all.map(({ status }) => status).sort()).toEqual([
          ...['fulfilled', 'rejected', 'rejected'],
        ]);
        const winner = all.findIndex(({ status }) => status === 'fulfilled');
        const text = await textOf(storage, 'shared/race');
        expect(text.slice(offset)).toBe(String(winner).repeat(3));
      }
    });

    it('refuses an append whose place was filled and joined by another one meanwhile', async () => {
      const other = await S3Storage.open(settings);
      const key = 'shared/late';
      await storage.append(key, { offset: 0, source: pieces('abc') });
      async function* late() {
        await other.append(key, { offset: 3, source: pieces('other') });
        await other.compact(key);
        yield bytes('mine!');
      }
      await expect(storage.append(key, { offset: 3, source: late() })).rejects.toMatchObject({
        constructor: OffsetConflict,
        sizeBytes: 8,
      });
      expect(await piecesOf(key)).toEqual([]);
      expect(await textOf(storage, key)).toBe('abcother');
    });
  });

  it('stores a long source in batches, in order', async () => {
    const content = randomBytes(2 * BATCH_BYTES + 1234);
    const source = Readable.from([content.subarray(0, 100), content.subarray(100)]);
    expect(await storage.append(KEY, { offset: 0, source })).toBe(content.length);
    expect(await piecesOf(KEY)).toEqual([0, BATCH_BYTES, 2 * BATCH_BYTES]);
    const across = { start: BATCH_BYTES - 10, end: 2 * BATCH_BYTES + 10 };
    const read = await buffer(await storage.read(KEY, across));
    expect(read.equals(content.subarray(across.start, across.end))).toBe(true);
  });

  it('puts more than one batch, and nothing of it when its source breaks', async () => {
    const content = randomBytes(2 * BATCH_BYTES + 1);
    expect(await storage.put('put/a', Readable.from([content]))).toBe(content.length);
    expect((await contentOf('put/a')).equals(content)).toBe(true);
    async function* broken() {
      yield content;
      throw new Error('gone');
    }
    await expect(storage.put('put/b', broken())).rejects.toThrow('gone');
    expect(await keysOf(storage, 'put')).toEqual(['put/a']);
  });

  it('lists what a half-done delete left, so that it can be swept', async () => {
    const name = pieceName({ key: 'orphan/a', tag: '0', at: 5 });
    await createObject(bucket, name, bytes('rest'));
    expect(await storage.size('orphan/a')).toBeUndefined();
    expect(await objectsOf(storage, 'orphan')).toEqual([{ key: 'orphan/a', sizeBytes: 0 }]);
    await storage.deleteAll('orphan');
    expect(await keysOf(storage, 'orphan')).toEqual([]);
  });

  it('says that the quota is used up, keeps what fitted, and goes on when there is space', async () => {
    const small = await S3Storage.open(await ceph.makeBucket({ small: true }));
    const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, 7);
    await small.put('filler', megabytes(2));
    await small.append('rec/a', { offset: 0, source: Readable.from([megabytes(1)]) });
    const next = () => ({ offset: 1024 * 1024, source: Readable.from([megabytes(2)]) });
    await expect(small.append('rec/a', next())).rejects.toMatchObject({
      constructor: StorageFull,
      sizeBytes: 1024 * 1024,
    });
    await expect(small.put('rec/b', megabytes(2))).rejects.toBeInstanceOf(StorageFull);
    await small.delete('filler');
    expect(await small.append('rec/a', next())).toBe(3 * 1024 * 1024);
  });

  it.each([
    ['another bucket', { bucket: 'no-such-bucket' }, /"no-such-bucket" at .* does not exist$/],
    ['a wrong secret', { secretAccessKey: 'wrong' }, /refuses S3_ACCESS_KEY_ID .*SignatureDoesNo/],
    ['an unknown key', { accessKeyId: 'wrong' }, /refuses S3_ACCESS_KEY_ID .*InvalidAccessKeyId/],
    ['no service', { endpoint: 'http://127.0.0.1:1' }, /does not answer: .*ECONNREFUSED/],
  ])('does not open with %s', async (_what, wrong, message) => {
    const s3 = { ...settings, ...wrong };
    await expect(S3Storage.open(s3)).rejects.toThrow(message);
  });
});
