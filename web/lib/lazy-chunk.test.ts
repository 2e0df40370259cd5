// Chunks: loaded, failed, too late.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkLoadError } from '#web/ui/error-page.tsx';
import { loadChunk } from './lazy-chunk.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('passes a loaded chunk on and leaves no timer behind', async () => {
  expect(await loadChunk(async () => 'page')).toBe('page');
  expect(vi.getTimerCount()).toBe(0);
});

test('reports a failed chunk with its cause', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  const failure = await loadChunk(() => Promise.reject(cause)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ChunkLoadError);
  expect(failure).toHaveProperty('cause', cause);
});

test('gives up after 120 s, not before', async () => {
  let failure: unknown;
  const loading = loadChunk(() => new Promise<never>(() => undefined)).catch((error: unknown) => {
    failure = error;
  });
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await loading;
  expect(failure).toBeInstanceOf(ChunkLoadError);
});
