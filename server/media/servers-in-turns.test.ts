// Servers that receive a recording's pieces in turns: bytes that they read again, counted through the storage, on a
// disk and in a bucket.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskStorage } from '#server/storage/disk-storage.ts';
import { S3Storage } from '#server/storage/s3-storage.ts';
import type { Storage } from '#server/storage/storage.ts';
import { hasCeph, startCeph } from '#testing/ceph.ts';
import { longVideos } from '#testing/long-videos.ts';
import { ReadCount } from '#testing/read-count.ts';
import { createIntake } from './intake.ts';
import { FeedTurns, indexStoredBytes } from './video-indexer.ts';

const KEPT_EVERY = 400_000;
const PIECE = 50_000;
/** Bytes of an index, of those before it that were no whole element, and of a piece. */
const AROUND = 150_000;

type Place = [name: string, lengths: number[], open: () => Promise<Storage>];

const closing = new AsyncDisposableStack();
afterAll(() => closing.disposeAsync());
const places: Place[] = [['a disk', [2_000_000, 6_000_000], openDisk]];
if (hasCeph()) places.push(['a bucket', [1_500_000], openBucket]);

async function openDisk(): Promise<Storage> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-turns-'));
  closing.defer(() => rm(folder, { recursive: true }));
  return await DiskStorage.open(folder);
}

async function openBucket(): Promise<Storage> {
  const ceph = await startCeph();
  closing.defer(() => ceph.stop());
  return await S3Storage.open(await ceph.makeBucket());
}

async function* bytes(...pieces: Uint8Array[]) {
  yield* pieces;
}

describe.each(places)(
  "%s (a bucket with 'scripts/provision.mjs')",
  (_place, lengths, openPlace) => {
    let storage: Storage;
    beforeAll(async () => {
      storage = await openPlace();
    });

    describe.each(Object.entries(longVideos))('of a long %s', (container, make) => {
      const reads = new ReadCount();
      const open = (count: number) =>
        Array.from({ length: count }, () =>
          createIntake(reads.of(storage), { indexEveryBytes: KEPT_EVERY }),
        );

      it.each(lengths)(
        '%i bytes cost three servers in turns less than as many again, an answer no more at the end, and the end little at a fourth',
        async (length) => {
          const video = await make(length);
          const key = `recordings/${container}-turns-${length}`;
          const [one, two, three, fourth] = open(4);
          const servers = [one, two, three];
          reads.reset();
          let most = 0;
          for (let offset = 0, piece = 0; offset < video.length; offset += PIECE, piece += 1) {
            const before = reads.bytes;
            const source = bytes(video.subarray(offset, offset + PIECE));
            await servers[piece % 3]?.append(key, { offset, source });
            most = Math.max(most, reads.bytes - before);
          }
          const read = reads.bytes;
          const closed = await fourth?.close(key);
          expect(closed?.index).toEqual(
            (await indexStoredBytes({ storage, key, turns: new FeedTurns() })).index,
          );
          expect(most).toBeLessThan(KEPT_EVERY + AROUND);
          expect(reads.bytes - read).toBeLessThan(KEPT_EVERY + AROUND);
          expect(reads.bytes).toBeLessThan(1.5 * video.length);
        },
      );

      it('a server that takes the place of another reads once what was not indexed, then nothing', async () => {
        const video = await make(2_000_000);
        const key = `recordings/${container}-place`;
        const [lost, next] = open(2);
        reads.reset();
        for (let offset = 0; offset < video.length; offset += PIECE) {
          const server = offset < 1_000_000 ? lost : next;
          await server?.append(key, {
            offset,
            source: bytes(video.subarray(offset, offset + PIECE)),
          });
        }
        const { durationMs } = (await next?.read(key)) ?? {};
        expect(durationMs).toBeGreaterThan(1000);
        expect(reads.bytes).toBeLessThan(KEPT_EVERY + AROUND);
      });
    });
  },
);
