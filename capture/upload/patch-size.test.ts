// Tests of the size of a PATCH on good, slow and broken connections.
import { expect, it } from 'vitest';
import { PatchSize } from './patch-size.ts';

const kB = 1024;

it('doubles on a good connection, up to 4 MiB', () => {
  const size = new PatchSize();
  const sizes = Array.from({ length: 6 }, () => {
    size.arrived({ sentBytes: size.bytes, tookMs: 20 });
    return size.bytes / kB;
  });
  expect(sizes).toEqual([512, 1024, 2048, 4096, 4096, 4096]);
});

it('carries on a slow connection what is answered soon, so that progress moves', () => {
  const size = new PatchSize();
  // 50 kB a second.
  size.arrived({ sentBytes: 256 * kB, tookMs: 5120 });
  expect(size.bytes).toBe(75 * kB);
  size.arrived({ sentBytes: 75 * kB, tookMs: 1500 });
  expect(size.bytes).toBe(75 * kB);
});

it('learns nothing from a piece shorter than it may carry', () => {
  const size = new PatchSize();
  size.arrived({ sentBytes: 1, tookMs: 100 });
  expect(size.bytes).toBe(256 * kB);
});

it('shrinks when the connection breaks, down to 64 KiB', () => {
  const size = new PatchSize();
  size.shrink();
  size.shrink();
  expect(size.bytes).toBe(64 * kB);
});

it('has a quarter of its bytes after a break', () => {
  const size = new PatchSize();
  for (let piece = 0; piece < 4; piece += 1) size.arrived({ sentBytes: size.bytes, tookMs: 20 });
  const sizes = Array.from({ length: 3 }, () => {
    size.shrink();
    return size.bytes / kB;
  });
  expect(sizes).toEqual([1024, 256, 64]);
});

it('stays below what a proxy refused', () => {
  const size = new PatchSize();
  size.arrived({ sentBytes: 256 * kB, tookMs: 20 });
  expect(size.limit()).toBe(true);
  expect(size.bytes).toBe(256 * kB);
  size.arrived({ sentBytes: 256 * kB, tookMs: 20 });
  expect(size.bytes).toBe(256 * kB);
  while (size.bytes > 64 * kB) size.limit();
  expect([size.limit(), size.bytes]).toEqual([false, 64 * kB]);
});

it('waits for an answer by what the line carries', () => {
  const size = new PatchSize();
  const timeoutAfterAnswer = (sentBytes: number, tookMs: number) => {
    size.arrived({ sentBytes, tookMs });
    return size.timeoutOf(sentBytes);
  };
  // Nothing is known of it: 60 kB take 5 s at 100 kbit/s.
  expect(size.timeoutOf(60_000)).toBe(19_200);
  expect(timeoutAfterAnswer(60_000, 20)).toBe(6000);
  // 10 kbit/s: the line is not cut off.
  for (let answer = 0; answer < 12; answer += 1) timeoutAfterAnswer(64 * kB, 52_000);
  expect(timeoutAfterAnswer(64 * kB, 52_000)).toBe(60_000);
});

it('waits longer for each PATCH without an answer', () => {
  const size = new PatchSize();
  size.arrived({ sentBytes: 60_000, tookMs: 20 });
  const timeouts = Array.from({ length: 5 }, () => size.timeoutOf(60_000));
  expect(timeouts).toEqual([6000, 12_000, 24_000, 48_000, 60_000]);
});
