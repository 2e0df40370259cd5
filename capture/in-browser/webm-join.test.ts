// Joined takes as the server reads them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WebmIndexer } from '#server/media/webm-indexer.ts';
import { childrenOf, type EbmlElement, EbmlId, ElementReader } from '../record/ebml-elements.ts';
import { WebmJoin } from '../record/webm-join.ts';

const fixture = async (name: string) =>
  new Uint8Array(await readFile(join(import.meta.dirname, '../../testing/fixtures', name)));

/** Bytes as a recorder gives them: cut anywhere. */
function* cut(bytes: Uint8Array<ArrayBuffer>, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

function add(joined: WebmJoin, bytes: Uint8Array<ArrayBuffer>, size = 777): Buffer {
  return Buffer.concat([...cut(bytes, size)].map((part) => joined.add(part)));
}

function indexOf(bytes: Uint8Array) {
  const indexer = new WebmIndexer();
  indexer.feed(bytes);
  return indexer.index;
}

describe.each(['vp9-opus.webm', 'vp8-opus.webm', 'firefox-vp8-opus.webm'])('%s', (name) => {
  it('passes the first take unchanged', async () => {
    const bytes = await fixture(name);
    expect(add(new WebmJoin(), bytes).equals(bytes)).toBe(true);
  });

  it.each([1, 400, 1_000_000])(
    'goes on with the next takes, in parts of %d bytes',
    async (size) => {
      const bytes = await fixture(name);
      const alone = indexOf(bytes);
      const joined = new WebmJoin();
      const first = add(joined, bytes, size);
      expect(joined.canContinue).toBe(true);
      joined.nextTake(20_000.4);
      const second = add(joined, bytes, size);
      joined.nextTake(1);
      const third = add(joined, bytes, size);
      const index = indexOf(Buffer.concat([first, second, third]));
      expect(index.stopped?.kind).not.toBe('damage');
      expect(index.tracks.map(({ blocks }) => blocks)).toEqual(
        alone.tracks.map(({ blocks }) => blocks * 3),
      );
      const lastOf = ({ tracks }: typeof index) =>
        Math.max(...tracks.map((each) => each.lastTicks));
      const [one] = alone.clusters;
      const starts = index.clusters.map(({ ticks }) => ticks ?? 0);
      expect(starts[alone.clusters.length]).toBe(20_000 + (one?.ticks ?? 0));
      // Asked for a time that is over already, the third take follows the second.
      expect(lastOf(index)).toBe(20_000 + 2 * lastOf(alone) + 1);
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
      expect(index.keyFrames).toHaveLength(alone.keyFrames.length * 3);
      const video = index.tracks.find(({ kind }) => kind === 'video');
      expect(joined.videoFrames).toBe(video?.blocks);
    },
  );
});

/** The same recording with its two tracks numbered the other way round. */
function renumbered(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  for (const element of new ElementReader().read(copy)) {
    const isGroup = element.id === EbmlId.blockGroup;
    for (const { id, data } of isGroup ? childrenOf(element) : [element]) {
      if (id === EbmlId.block || id === EbmlId.simpleBlock) data[0] = 0x103 - (data[0] ?? 0);
      if (id === EbmlId.tracks) swapNumbers(element);
    }
  }
  return copy;
}

function swapNumbers(tracks: EbmlElement): void {
  for (const { id, data } of childrenOf(tracks).flatMap(childrenOf)) {
    if (id === EbmlId.trackNumber) data[0] = 3 - (data[0] ?? 0);
  }
}

it('gives sound and picture the numbers they had, when the next take has others', async () => {
  const bytes = await fixture('vp9-opus.webm');
  const joined = new WebmJoin();
  const first = add(joined, bytes);
  joined.nextTake(20_000);
  const second = add(joined, renumbered(bytes));
  const tracks = indexOf(Buffer.concat([first, second])).tracks;
  expect(tracks.map(({ blocks }) => blocks)).toEqual(
    indexOf(bytes).tracks.map(({ blocks }) => blocks * 2),
  );
  expect(joined.videoFrames).toBe(tracks.find(({ kind }) => kind === 'video')?.blocks);
});

it.each([1, 400, 1_000_000])(
  'follows a take of an earlier page that broke off, in parts of %d bytes',
  async (size) => {
    const bytes = await fixture('vp9-opus.webm');
    const before = new WebmJoin();
    // The page is lost in the middle of an element.
    const first = add(before, bytes.slice(0, bytes.length - 5), size);
    const { tracks = [] } = before;
    const joined = new WebmJoin({ tracks, recordedMs: 20_000 });
    expect(joined.tracks).toEqual(tracks);
    const index = indexOf(Buffer.concat([first, add(joined, renumbered(bytes), size)]));
    expect(index.stopped?.kind).not.toBe('damage');
    const blocks = ({ tracks: each }: typeof index) =>
      each.reduce((sum, one) => sum + one.blocks, 0);
    expect(blocks(index)).toBe(2 * blocks(indexOf(bytes)) - 1);
    expect(index.clusters.at(-1)?.ticks).toBeGreaterThanOrEqual(20_000);
  },
);

it('refuses a take with other tracks', async () => {
  const joined = new WebmJoin();
  add(joined, await fixture('vp9-opus.webm'));
  joined.nextTake(1000);
  const other = await fixture('vp8-opus.webm');
  expect(() => add(joined, other)).toThrow('The recorder went on with other tracks.');
});

it('leaves another container alone', () => {
  const mp4 = new TextEncoder().encode('\0\0\0\u001cftypiso5 and so on, for quite a while');
  const joined = new WebmJoin();
  expect(add(joined, mp4, 5).equals(mp4)).toBe(true);
  expect(joined.canContinue).toBe(false);
  expect(joined.tracks).toBeUndefined();
});
