// Invariants for any bytes that are sent as a video: the promises of the indexers, and of the files made from an
// index.
import { strict as assert } from 'node:assert';
import {
  durationOf,
  hasMedia,
  isWatchable,
  type VideoIndex,
  videoIndexSchema,
  virtualLayout,
} from '#server/media/video-container.ts';
import { INDEX_FREE_BYTES, NotVideo, weightLimit } from '#server/media/video-index.ts';
import { VideoIndexer } from '#server/media/video-indexer.ts';
import type { VirtualLayout } from '#server/media/virtual-file.ts';

// A head of at most a megabyte is held as it came, in a buffer that doubles, and once more until its media has come.
const HELD_BYTES = 1024 * 1024;
const HELD_TIMES = 3;
// Most steps for a byte: an element of two bytes is read, judged and passed over.
const STEPS_PER_BYTE = 60;
const STEPS = 30_000;

/** @throws when a promise is broken */
export function readVideo(bytes: Uint8Array, chunkBytes: number): void {
  const whole = indexIn(bytes, bytes.length);
  const pieces = indexIn(bytes, chunkBytes);
  assert.equal(JSON.stringify(pieces), JSON.stringify(whole), 'another index in pieces');
  if (whole === null || whole === 'refused') return;
  assert.ok(whole.indexedBytes <= bytes.length);
  const layout = checkLayout(whole, bytes.length);
  const json = JSON.stringify(whole);
  assert.ok(json.length <= 2 * weightLimit(bytes.length));
  const stored = videoIndexSchema.parse(JSON.parse(json));
  assert.deepEqual(virtualLayout(stored), layout, 'another file after storing');
}

/** Steps that a file may cost: a straight line over its bytes. */
export function videoSteps(bytes: number): number {
  return STEPS + STEPS_PER_BYTE * bytes;
}

function indexIn(bytes: Uint8Array, chunkBytes: number): Readonly<VideoIndex> | 'refused' | null {
  const indexer = new VideoIndexer();
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const fed = Math.min(bytes.length, at + chunkBytes);
      indexer.feed(bytes.subarray(at, fed));
      const held = HELD_TIMES * Math.min(fed, HELD_BYTES);
      assert.ok(indexer.weightBytes <= weightLimit(fed) + held + INDEX_FREE_BYTES / 8);
    }
    return indexer.index;
  } catch (error) {
    if (error instanceof NotVideo) return 'refused';
    throw error;
  }
}

function checkLayout(index: Readonly<VideoIndex>, storedBytes: number): VirtualLayout | null {
  const durationMs = durationOf(index);
  assert.ok(durationMs === null || (Number.isFinite(durationMs) && durationMs >= 0));
  const layout = virtualLayout(index);
  assert.equal(isWatchable(index), layout !== null);
  if (layout === null) return null;
  assert.ok(hasMedia(index));
  checkParts(layout, storedBytes);
  return layout;
}

/** Properties of every virtual file. */
export function checkParts(layout: VirtualLayout, storedBytes: number): void {
  let at = 0;
  for (const part of layout.parts) {
    assert.equal(part.at, at, 'a gap between parts');
    at += part.lengthBytes;
    if ('bytes' in part) assert.equal(part.bytes.length, part.lengthBytes);
    else assert.ok(part.storedAt >= 0 && part.storedAt + part.lengthBytes <= storedBytes);
  }
  assert.equal(at, layout.sizeBytes);
  let patched = 0;
  for (const patch of layout.patches) {
    assert.ok(patch.at >= patched, 'patches out of order');
    patched = patch.at + patch.bytes.length;
  }
  assert.ok(patched <= layout.sizeBytes);
}
